package debug

import (
	"encoding/json"
	"fmt"
	"slices"

	"molly/node"
	"molly/node/session"
	"molly/node/trace"
)

// view is all that the page shows.
type view struct {
	Title     string         `json:"title"`
	Order     string         `json:"order"`
	Version   int            `json:"version"`
	Nodes     []nodeView     `json:"nodes"`
	Current   int            `json:"current"`
	Begun     int            `json:"begun"`
	States    []stateView    `json:"states"` // from number Since on; those before are as they were, but for their names
	Since     int            `json:"since"`
	Names     map[int]string `json:"names"` // of all states that have one
	Cuts      [][2]string    `json:"cuts"`
	Violation string         `json:"violation,omitempty"`
	Message   string         `json:"message,omitempty"`
	Search    *searchView    `json:"search,omitempty"`
	Breaks    []string       `json:"breaks"`
	Commands  []string       `json:"commands"`
	Explains  bool           `json:"explains"`
	Saves     bool           `json:"saves"`
}

type nodeView struct {
	Name   string          `json:"name"`
	Status string          `json:"status"`
	Broken string          `json:"broken,omitempty"`
	State  json.RawMessage `json:"state"`
	Before json.RawMessage `json:"before,omitempty"` // of the node that moved last: what it showed before
	Moved  bool            `json:"moved"`
	Items  []itemView      `json:"items"`
}

type itemView struct {
	ID    node.ID         `json:"id"`
	Timer bool            `json:"timer"`
	From  string          `json:"from"`
	Type  string          `json:"type"`
	Body  json.RawMessage `json:"body,omitempty"`
	Waits string          `json:"waits,omitempty"` // why it cannot be delivered now
	Cause int             `json:"cause"`
}

// stateView is a state of the history and the event that led to it, as the tree and the diagram draw them. It never changes.
type stateView struct {
	N      int      `json:"n"`
	Parent int      `json:"parent"` // -1 of the beginning
	Depth  int      `json:"depth"`
	Text   string   `json:"text"`
	Kind   string   `json:"kind"`
	Type   string   `json:"type,omitempty"`
	Node   int      `json:"node"`  // at which it happened, or -1
	From   int      `json:"from"`  // of a message: its sender; else -1
	Cause  int      `json:"cause"` // the place in the path of the event that made the item; -1
	Notes  []string `json:"notes,omitempty"`
	Bad    string   `json:"bad,omitempty"`
	Broken string   `json:"broken,omitempty"`
	Stop   bool     `json:"stop,omitempty"` // a breakpoint held when the state was first seen

	after json.RawMessage // what the node that moved showed then
}

// eventView is what is asked for of one event of the current path.
type eventView struct {
	Body  json.RawMessage `json:"body,omitempty"`
	After json.RawMessage `json:"after,omitempty"`
}

type searchView struct {
	Condition  string `json:"condition"`
	Depth      int    `json:"depth"`
	Executions int    `json:"executions"`
}

// view is what there is to show now, with the states from number since on. s.mu is held. While a search has the session, it
// is what was shown before it.
func (s *Server) view(since int) *view {
	v := s.shown
	if s.search == nil {
		v = s.now()
		s.shown = v
	}
	w := *v
	w.Version = s.version
	if s.search != nil {
		w.Search = &searchView{s.search.condition, s.search.depth, s.search.executions}
	}
	if since > 0 && since <= len(w.States) {
		w.Since, w.States = since, w.States[since:]
	}
	return &w
}

// now is what the session shows. No search has it.
func (s *Server) now() *view {
	x := s.session
	w := x.World
	v := &view{
		Title: s.options.Title, Order: x.System.Order.String(), Current: x.Current.Number, Begun: x.Begun.Number,
		Message: s.message, Cuts: [][2]string{}, Breaks: []string{}, Commands: s.options.Commands, Explains: s.options.Explain != nil, Saves: s.options.Save != nil,
		States: s.states, Names: map[int]string{},
	}
	for n := range s.named {
		v.Names[n] = x.States[n].Name
	}
	moved := -1
	if x.Current.Parent != nil {
		moved = x.Current.Node
	}
	for i, name := range x.System.Nodes {
		n := nodeView{Name: name, Status: w.Status(i).String(), State: written(w.State(i)), Moved: i == moved, Items: []itemView{}}
		if err := w.Broken(i); err != nil {
			n.Broken = err.Error()
		}
		if n.Moved {
			n.Before = s.before(x.Current)
		}
		v.Nodes = append(v.Nodes, n)
	}
	for _, it := range w.Pending() {
		item := itemView{ID: it.ID, Timer: it.Timer, From: x.System.Nodes[it.From], Type: it.Type, Cause: it.Cause}
		if it.Body != nil {
			item.Body = written(it.Body)
		}
		if why := w.Why(it); why != nil {
			item.Waits = why.Error()
		}
		v.Nodes[it.To].Items = append(v.Nodes[it.To].Items, item)
	}
	for a, from := range x.System.Nodes {
		for b, to := range x.System.Nodes {
			if w.IsCut(a, b) {
				v.Cuts = append(v.Cuts, [2]string{from, to})
			}
		}
	}
	if bad := w.Violation(); bad != nil {
		v.Violation = bad.Text
	}
	for _, b := range s.breaks {
		v.Breaks = append(v.Breaks, b.text)
	}
	return v
}

// before is what the node that moved last showed before.
func (s *Server) before(now *session.State) json.RawMessage {
	for st := now.Parent; st != nil; st = st.Parent {
		if st.Node == now.Node {
			return s.states[st.Number].after
		}
	}
	return nil
}

// see keeps what is shown of a new state. The world is in it.
func (s *Server) see(st *session.State, e *node.Event) {
	v := s.state(st, e)
	if e.Node >= 0 {
		v.after = written(s.session.World.State(e.Node))
	}
	v.Stop = slices.ContainsFunc(s.breaks, func(b breakpoint) bool { return b.condition.Eval(s.session.World) })
	s.states = append(s.states, v)
}

func (s *Server) state(st *session.State, e *node.Event) stateView {
	v := stateView{
		N: st.Number, Parent: st.Parent.Number, Depth: st.Depth, Text: trace.Words(s.session.System.Nodes, e), Kind: e.Kind.String(), Type: st.Type,
		Node: e.Node, From: -1, Cause: e.Cause, Notes: e.Notes, Broken: st.Broken,
	}
	if e.Item != nil {
		v.Node = e.Item.To
		if !e.Item.Timer {
			v.From = e.Item.From
		}
	} else if v.Node < 0 {
		v.Node = e.Action.Node
	}
	if e.Violation != nil {
		v.Bad = e.Violation.Text
	}
	return v
}

// event is what is asked for of the event that led to a state of the current path.
func (s *Server) event(state int) (v eventView, err error) {
	x := s.session
	if state <= 0 || state >= len(x.States) {
		return v, fmt.Errorf("no event leads to state %d", state)
	}
	st := x.States[state]
	events := x.World.Events()
	if st.Depth > len(events) || x.Current.Path()[st.Depth-1] != st {
		return v, fmt.Errorf("state %d is on another branch", state)
	}
	e := events[st.Depth-1]
	v.After, v.Body = s.states[state].after, e.Body
	if e.Item != nil && e.Kind != node.Change && e.Item.Body != nil {
		v.Body = written(e.Item.Body)
	}
	return v, nil
}
