package node

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// World is one execution of a system. It is not safe for concurrent use; several worlds are, as far
// as the nodes are.
type World struct {
	System *System
	// Digests tells to record a hash of the state of the node after each of its steps.
	Digests bool

	nodes   []Node
	status  []Status
	broken  []error
	pending []*Item
	byID    map[ID]*Item
	cut     []bool     // by sender and receiver
	times   map[ID]int // how many external actions like one, and copies of an item, there were
	events  []*Event
	oracle  Oracle
	first   *Violation
}

// Status tells whether a node takes steps.
type Status int

// The states of a node.
const (
	New Status = iota // it has not started
	Up
	Down
)

func (s Status) String() string { return [...]string{"new", "up", "down"}[s] }

// NewWorld makes an execution in which nothing has happened, not even the system's setup.
func NewWorld(s *System) *World {
	w := &World{System: s}
	w.begin()
	return w
}

// Begin makes an execution that has done the system's setup.
func Begin(s *System) (*World, error) {
	w := NewWorld(s)
	for _, a := range s.Setup {
		if _, err := w.Do(a); err != nil {
			w.Close()
			return nil, fmt.Errorf("the setup of %s: %w", s.Name, err)
		}
	}
	return w, nil
}

func (w *World) begin() {
	n := len(w.System.Nodes)
	w.nodes = make([]Node, n)
	for i := range w.nodes {
		w.nodes[i] = w.System.New(i)
	}
	w.status, w.broken, w.cut = make([]Status, n), make([]error, n), make([]bool, n*n)
	w.pending, w.byID, w.times = nil, map[ID]*Item{}, map[ID]int{}
	w.events, w.oracle, w.first = nil, nil, nil
	if w.System.Oracle != nil {
		w.oracle = w.System.Oracle()
	}
}

// Reset goes back to where nothing has happened, with new nodes.
func (w *World) Reset() {
	w.Close()
	w.begin()
}

// Close closes the nodes that can be closed. The world cannot go on.
func (w *World) Close() {
	for _, n := range w.nodes {
		if c, ok := n.(io.Closer); ok {
			_ = c.Close() // it has answered all that it was asked
		}
	}
}

// Events are those so far. They must not be changed.
func (w *World) Events() []*Event { return w.events }

// Violation is the first one of the execution, or nil.
func (w *World) Violation() *Violation { return w.first }

// Pending are the items that are neither delivered nor dropped nor cleared, from the oldest on. It
// must not be changed, and is valid until the next action.
func (w *World) Pending() []*Item { return w.pending }

// Lookup finds a pending item.
func (w *World) Lookup(id ID) (*Item, bool) {
	it, ok := w.byID[id]
	return it, ok
}

// Status tells whether a node takes steps.
func (w *World) Status(i int) Status { return w.status[i] }

// Broken says why a node cannot answer any more, or is nil.
func (w *World) Broken(i int) error { return w.broken[i] }

// Node is one of the nodes, for an oracle that knows what it is.
func (w *World) Node(i int) Node { return w.nodes[i] }

// State is what there is to see of a node; nil before it starts.
func (w *World) State(i int) any {
	if w.status[i] == New {
		return nil
	}
	return w.nodes[i].State()
}

// IsCut reports whether the link between two nodes is cut.
func (w *World) IsCut(from, to int) bool { return w.cut[from*len(w.nodes)+to] }

// Enabled returns the items that can be delivered or fired now, from the oldest on. It appends them to a
// list, which may be nil.
func (w *World) Enabled(list []*Item) []*Item {
	n := len(w.nodes)
	var waits []bool
	if w.System.Order == FIFO {
		waits = make([]bool, n*n) // an older message of the link is pending
	}
	for _, it := range w.pending {
		if it.Timer {
			if w.status[it.To] == Up {
				list = append(list, it)
			}
			continue
		}
		link := it.From*n + it.To
		if waits != nil {
			if waits[link] {
				continue
			}
			waits[link] = true
		}
		if w.status[it.To] == Up && !w.cut[link] {
			list = append(list, it)
		}
	}
	return list
}

// Why says what an item waits for, or is nil where it can be delivered or fired now.
func (w *World) Why(it *Item) error {
	name := w.System.Nodes[it.To]
	switch {
	case w.byID[it.ID] != it:
		return errors.New("it is not pending")
	case w.status[it.To] == New:
		return fmt.Errorf("%s has not started", name)
	case w.status[it.To] == Down:
		return fmt.Errorf("%s is down", name)
	case it.Timer:
		return nil
	case w.IsCut(it.From, it.To):
		return fmt.Errorf("the link from %s to %s is cut", w.System.Nodes[it.From], name)
	case w.System.Order == FIFO:
		for _, older := range w.pending {
			if older == it {
				return nil
			}
			if !older.Timer && older.From == it.From && older.To == it.To {
				return fmt.Errorf("an older message from %s to %s is pending, and the link is first in, first out", w.System.Nodes[it.From], name)
			}
		}
	}
	return nil
}

// Do does an action. The error says why it cannot be done now; then nothing has changed. An action that
// a node answers badly, by a panic or not at all, is done: its event says so.
func (w *World) Do(a Action) (*Event, error) {
	e, step, err := w.prepare(a)
	if err != nil {
		return nil, err
	}
	e.Index = len(w.events)
	if step != nil {
		w.step(e, step)
	}
	w.events = append(w.events, e)
	if e.Violation == nil && w.oracle != nil {
		e.Violation = w.oracle.Check(w, e)
	}
	if w.first == nil {
		w.first = e.Violation
	}
	return e, nil
}

// node checks that an action names a node that is in one of some states.
func (w *World) node(a Action, states ...Status) error {
	if a.Node < 0 || a.Node >= len(w.nodes) {
		return fmt.Errorf("%v: there is no node %d; there are %d", a.Kind, a.Node, len(w.nodes))
	}
	if !slices.Contains(states, w.status[a.Node]) {
		return fmt.Errorf("%v %s: it is %v", a.Kind, w.System.Nodes[a.Node], w.status[a.Node])
	}
	return nil
}

// prepare checks that an action can be done, and does what is the world's part in it. It returns the event and
// the step that the node takes, or nil.
func (w *World) prepare(a Action) (*Event, func() Effect, error) {
	e := &Event{Action: a, Node: -1, Cause: -1}
	if !a.Kind.External() {
		return w.prepareItem(e)
	}
	var states []Status
	switch a.Kind {
	case Start:
		states = []Status{New}
	case Command, Crash, SetState:
		states = []Status{Up}
	case Restart:
		states = []Status{Down}
	case Cut, Heal:
		states = []Status{New, Up, Down}
		if a.To < 0 || a.To >= len(w.nodes) {
			return nil, nil, fmt.Errorf("%v: there is no node %d; there are %d", a.Kind, a.To, len(w.nodes))
		}
		if w.IsCut(a.Node, a.To) == (a.Kind == Cut) {
			return nil, nil, fmt.Errorf("%v: the link from %s to %s is so already", a.Kind, w.System.Nodes[a.Node], w.System.Nodes[a.To])
		}
	default:
		return nil, nil, fmt.Errorf("there is no action of %v", a.Kind)
	}
	if err := w.node(a, states...); err != nil {
		return nil, nil, err
	}
	n := w.nodes[a.Node]
	var step func() Effect
	switch a.Kind {
	case Start:
		w.status[a.Node] = Up
		step = func() Effect { return n.Start(a.Body) }
	case Command:
		step = func() Effect { return n.Command(a.Type, a.Body) }
	case Crash:
		w.status[a.Node] = Down
		e.Node = a.Node
		w.forget(e, func(it *Item) bool { return it.Timer && it.To == a.Node })
	case Restart:
		w.status[a.Node], w.broken[a.Node] = Up, nil
		step = func() Effect { return n.Restart(a.Lost) }
	case SetState:
		editor, ok := n.(Editor)
		if !ok {
			return nil, nil, fmt.Errorf("the state of a node of %s cannot be changed by hand", w.System.Name)
		}
		if err := editor.SetState(a.Body); err != nil {
			return nil, nil, fmt.Errorf("the state of %s: %w", w.System.Nodes[a.Node], err)
		}
		e.Node = a.Node
		e.Digest = w.digest(a.Node)
	case Cut, Heal:
		w.cut[a.Node*len(w.nodes)+a.To] = a.Kind == Cut
	}
	if e.ID = a.ID; e.ID == 0 {
		plain := a.Name(0)
		e.ID = a.Name(w.times[plain])
		w.times[plain]++
		e.Action.ID = e.ID
	}
	if step != nil {
		e.Node = a.Node
	}
	return e, step, nil
}

// prepareItem is prepare for actions on what is pending.
func (w *World) prepareItem(e *Event) (*Event, func() Effect, error) {
	a := e.Action
	it, ok := w.byID[a.Item]
	if !ok {
		return nil, nil, &GoneError{a}
	}
	if a.Kind == Deliver || a.Kind == Fire {
		if it.Timer != (a.Kind == Fire) {
			return nil, nil, fmt.Errorf("%v: %s is a %s", a.Kind, it.Type, map[bool]string{true: "timer", false: "message"}[it.Timer])
		}
		if err := w.Why(it); err != nil {
			return nil, nil, fmt.Errorf("%v %s: %w", a.Kind, it.Type, err)
		}
	} else if it.Timer && a.Kind != Change {
		return nil, nil, fmt.Errorf("%v: %s is a timer", a.Kind, it.Type)
	}
	e.Item, e.Cause = it, it.Cause
	var step func() Effect
	switch a.Kind {
	case Deliver:
		w.remove(it)
		e.Node, e.ID = it.To, it.ID
		step = func() Effect {
			return w.nodes[it.To].Deliver(it.From, Message{To: it.To, Type: it.Type, Body: it.Body, Key: it.Key})
		}
	case Fire:
		w.remove(it)
		e.Node, e.ID = it.To, it.ID
		step = func() Effect { return w.nodes[it.To].Fire(Timer{Type: it.Type, Body: it.Body, Key: it.Key}) }
	case Drop:
		w.remove(it)
		e.ID = a.Name(0)
	case Duplicate:
		w.times[it.ID]++
		e.ID = a.Name(w.times[it.ID])
		made := *it
		made.ID, made.Cause = e.ID, len(w.events)
		w.insert(&made, slices.Index(w.pending, it)+1)
		e.Sent = []*Item{&made}
	case Change:
		if w.System.Decode == nil {
			return nil, nil, fmt.Errorf("the messages of %s cannot be changed by hand", w.System.Name)
		}
		body, err := w.System.Decode(it.Type, a.Body)
		if err != nil {
			return nil, nil, fmt.Errorf("change %s: %w", it.Type, err)
		}
		e.ID = a.Name(0)
		made := *it
		made.ID, made.Body, made.Key, made.Cause = e.ID, body, Key{}, len(w.events)
		at := slices.Index(w.pending, it)
		w.remove(it)
		w.insert(&made, at)
		if it.Timer {
			e.Gone, e.Set = []*Item{it}, []*Item{&made}
		} else {
			e.Sent = []*Item{&made}
		}
	}
	return e, step, nil
}

// GoneError says that the item of an action is not pending.
type GoneError struct{ Action Action }

func (e *GoneError) Error() string {
	return fmt.Sprintf("%v: no message or timer %v is pending", e.Action.Kind, e.Action.Item)
}

func (w *World) insert(it *Item, at int) {
	w.byID[it.ID] = it
	w.pending = slices.Insert(w.pending, at, it)
}

func (w *World) remove(it *Item) {
	delete(w.byID, it.ID)
	i := slices.Index(w.pending, it)
	w.pending = slices.Delete(w.pending, i, i+1)
}

// forget takes items out of what is pending, as gone by an event.
func (w *World) forget(e *Event, gone func(*Item) bool) {
	w.pending = slices.DeleteFunc(w.pending, func(it *Item) bool {
		if !gone(it) {
			return false
		}
		delete(w.byID, it.ID)
		e.Gone = append(e.Gone, it)
		return true
	})
}

// digest is the hash of a node's state, where it is to be recorded.
func (w *World) digest(i int) uint64 {
	if !w.Digests {
		return 0
	}
	return w.DigestOf(i)
}

// DigestOf is a hash of a node's state; zero before it starts.
func (w *World) DigestOf(i int) uint64 {
	if w.status[i] == New {
		return 0
	}
	if d, ok := w.nodes[i].(Digester); ok {
		return d.Digest()
	}
	text, err := json.Marshal(w.nodes[i].State())
	if err != nil {
		text = []byte(err.Error())
	}
	return Hash(text)
}
