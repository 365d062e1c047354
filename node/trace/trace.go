package trace

import (
	"encoding/json"

	"molly/node"
)

// Format is the word that the first line of each trace file has as its format.
const Format = "molly-trace"

// Version is the version of the format that this package writes. It reads this one.
const Version = 1

// Header is the first line of a trace.
type Header struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	System  string   `json:"system"`            // the target, such as raft or delivery/ack
	Options []string `json:"options,omitempty"` // what the target was made with, as on a command line
	Nodes   []string `json:"nodes"`             // their names, in order
	Order   string   `json:"order"`             // any or fifo
	Seed    string   `json:"seed,omitempty"`    // of the random choices that led here
	About   string   `json:"about,omitempty"`   // what the trace is, for people
	// Expect is what is expected where the trace is done again as a test.
	Expect Expectation `json:"expect,omitempty"`
}

// Expectation is what is expected of an execution that is done again. Where a trace says nothing, one without a violation is
// to be the same, and one with a violation is not to have it any more.
type Expectation string

// The expectations.
const (
	ExpectViolation Expectation = "violation" // a known one: that which was recorded
	ExpectNone      Expectation = "none"      // no violation, whatever else is another
)

// Record is one event: an action, and what came of it.
type Record struct {
	N    int             `json:"n"` // its place, from 0
	Do   node.Kind       `json:"do"`
	ID   node.ID         `json:"id"`
	Item node.ID         `json:"item,omitzero"`  // deliver, fire, drop, duplicate, change
	Node string          `json:"node,omitempty"` // the node that takes the step, or is meant
	From string          `json:"from,omitempty"` // of a message: its sender; of a cut: the sender's side
	To   string          `json:"to,omitempty"`   // of a message that is dropped, duplicated or changed, and of a cut
	Type string          `json:"type,omitempty"` // of the message, timer or command
	Body json.RawMessage `json:"body,omitempty"` // of the message, timer or command; of a change: the new one; of a start: its content
	Lost bool            `json:"lost,omitempty"` // restart: stable storage is lost, too
	// Cause is the place of the event that made the item, where there is one.
	Cause *int `json:"cause,omitempty"`

	Sent      []Made          `json:"sent,omitempty"`    // messages
	Set       []Made          `json:"set,omitempty"`     // timers
	Gone      []node.ID       `json:"gone,omitempty"`    // timers that will not fire
	Renewed   []node.ID       `json:"renewed,omitempty"` // timers that were set again as they were
	Notes     []string        `json:"notes,omitempty"`
	Broken    string          `json:"broken,omitempty"` // why the node cannot answer any more
	Digest    node.ID         `json:"digest,omitzero"`  // a hash of the node's state after the event
	Violation *node.Violation `json:"violation,omitempty"`
}

// Made is a message that an event sent, or a timer that it set.
type Made struct {
	ID   node.ID         `json:"id"`
	To   string          `json:"to,omitempty"` // of a message
	Type string          `json:"type"`
	Body json.RawMessage `json:"body,omitempty"`
}

// Trace is a recorded execution.
//
// Invariant: Records[i].N == i; the names of nodes are those of the header.
type Trace struct {
	Header
	Records []Record
}

// Of records the execution of a world so far. Of the header it sets what the world knows.
func Of(w *node.World, h Header) *Trace {
	h.Format, h.Version = Format, Version
	h.System, h.Nodes, h.Order = w.System.Name, w.System.Nodes, w.System.Order.String()
	t := &Trace{Header: h}
	for _, e := range w.Events() {
		t.Records = append(t.Records, RecordOf(w.System.Nodes, e))
	}
	return t
}

// RecordOf is the record of an event; the names are those of its system's nodes.
func RecordOf(names []string, e *node.Event) Record {
	r := head(names, e)
	r.Notes, r.Digest, r.Violation = e.Notes, node.ID(e.Digest), e.Violation
	if e.Item != nil && e.Kind != node.Change {
		r.Body = body(e.Item.Body)
	}
	if e.Cause >= 0 {
		cause := e.Cause
		r.Cause = &cause
	}
	for _, it := range e.Sent {
		r.Sent = append(r.Sent, Made{it.ID, names[it.To], it.Type, body(it.Body)})
	}
	for _, it := range e.Set {
		r.Set = append(r.Set, Made{it.ID, "", it.Type, body(it.Body)})
	}
	r.Gone, r.Renewed = ids(e.Gone), ids(e.Renewed)
	if e.Broken != nil {
		r.Broken = e.Broken.Error()
	}
	return r
}

// head is the part of a record that says what is done.
func head(names []string, e *node.Event) Record {
	r := Record{N: e.Index, Do: e.Kind, ID: e.ID, Item: e.Action.Item, Type: e.Type, Body: e.Body, Lost: e.Lost}
	if e.Node >= 0 {
		r.Node = names[e.Node]
	}
	switch it := e.Item; {
	case e.Kind == node.Cut || e.Kind == node.Heal:
		r.From, r.To = names[e.Action.Node], names[e.Action.To]
	case it == nil:
	case it.Timer:
		r.Type, r.Node = it.Type, names[it.To]
	case e.Kind == node.Deliver:
		r.Type, r.From = it.Type, names[it.From]
	default:
		r.Type, r.From, r.To = it.Type, names[it.From], names[it.To]
	}
	return r
}

func ids(items []*node.Item) []node.ID {
	var list []node.ID
	for _, it := range items {
		list = append(list, it.ID)
	}
	return list
}

// body is the JSON of a body; nil has none.
func body(b any) json.RawMessage {
	if b == nil {
		return nil
	}
	text, err := json.Marshal(b)
	if err != nil {
		text, _ = json.Marshal("cannot be written as JSON: " + err.Error())
	}
	return text
}

// Violation is the first record with a violation, or nil.
func (t *Trace) Violation() *Record {
	for i := range t.Records {
		if t.Records[i].Violation != nil {
			return &t.Records[i]
		}
	}
	return nil
}

// Actions are what is to be done to replay the trace.
func (t *Trace) Actions() ([]node.Action, error) {
	number := t.numbers()
	var list []node.Action
	for i, r := range t.Records {
		a := node.Action{Kind: r.Do, Item: r.Item}
		if r.Do.External() {
			a.ID, a.Body, a.Type, a.Lost = r.ID, r.Body, r.Type, r.Lost
			name := r.Node
			if r.Do == node.Cut || r.Do == node.Heal {
				name = r.From
				to, ok := number[r.To]
				if !ok {
					return nil, &RecordError{i, "there is no node " + quote(r.To)}
				}
				a.To = to
			}
			n, ok := number[name]
			if !ok {
				return nil, &RecordError{i, "there is no node " + quote(name)}
			}
			a.Node = n
		} else if r.Do == node.Change {
			a.Body = r.Body
		}
		list = append(list, a)
	}
	return list, nil
}
