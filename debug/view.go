package debug

import (
	"encoding/json"

	"molly/node"
	"molly/node/script"
	"molly/node/session"
)

// view is all that the page shows.
type view struct {
	Title     string      `json:"title"`
	Order     string      `json:"order"`
	Version   int         `json:"version"`
	Nodes     []nodeView  `json:"nodes"`
	Current   int         `json:"current"`
	Begun     int         `json:"begun"`
	States    []stateView `json:"states"`
	Path      []eventView `json:"path"`
	Cuts      [][2]string `json:"cuts"`
	Violation string      `json:"violation,omitempty"`
	Message   string      `json:"message,omitempty"`
	Search    *searchView `json:"search,omitempty"`
	Breaks    []string    `json:"breaks"`
	Commands  []string    `json:"commands"`
	Explains  bool        `json:"explains"`
	Saves     bool        `json:"saves"`
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

type stateView struct {
	N         int    `json:"n"`
	Parent    int    `json:"parent"` // -1 of the beginning
	Depth     int    `json:"depth"`
	Name      string `json:"name,omitempty"`
	Node      int    `json:"node"` // that moved, or -1
	Kind      string `json:"kind"`
	Type      string `json:"type,omitempty"`
	Violation string `json:"violation,omitempty"`
	Broken    string `json:"broken,omitempty"`
}

// eventView is an event of the current path, for the space-time diagram.
type eventView struct {
	State  int             `json:"state"`
	Text   string          `json:"text"`
	Kind   string          `json:"kind"`
	Node   int             `json:"node"`
	From   int             `json:"from"`  // of a message: its sender; else -1
	Cause  int             `json:"cause"` // the place of the event that made the item; -1
	Type   string          `json:"type,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	Notes  []string        `json:"notes,omitempty"`
	Bad    string          `json:"bad,omitempty"`
	Broken string          `json:"broken,omitempty"`
}

type searchView struct {
	Condition  string `json:"condition"`
	Depth      int    `json:"depth"`
	Executions int    `json:"executions"`
}

// view is what there is to show now. s.mu is held. While a search has the session, it is what was shown before it.
func (s *Server) view() *view {
	if s.search != nil && s.shown != nil {
		v := *s.shown
		v.Version = s.version
		v.Search = &searchView{s.search.condition, s.search.depth, s.search.executions}
		return &v
	}
	x := s.session
	w := x.World
	v := &view{
		Title: s.options.Title, Order: x.System.Order.String(), Version: s.version, Current: x.Current.Number, Begun: x.Begun.Number,
		Message: s.message, Cuts: [][2]string{}, Breaks: []string{}, Commands: s.options.Commands, Explains: s.options.Explain != nil, Saves: s.options.Save != nil,
		States: []stateView{}, Path: []eventView{},
	}
	path := x.Current.Path()
	moved := -1
	if n := len(path); n > 0 {
		moved = path[n-1].Node
	}
	for i, name := range x.System.Nodes {
		n := nodeView{Name: name, Status: w.Status(i).String(), State: written(w.State(i)), Moved: i == moved, Items: []itemView{}}
		if err := w.Broken(i); err != nil {
			n.Broken = err.Error()
		}
		if n.Moved {
			n.Before = s.before(path, i)
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
	for _, st := range x.States {
		v.States = append(v.States, s.state(st))
	}
	for i, e := range w.Events() {
		v.Path = append(v.Path, s.event(path[i], e))
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
	s.shown = v
	return v
}

// before is what a node showed before the last step of a path.
func (s *Server) before(path []*session.State, n int) json.RawMessage {
	for i := len(path) - 2; i >= 0; i-- {
		if path[i].Node == n {
			return s.after[path[i].Number]
		}
	}
	return nil
}

func (s *Server) state(st *session.State) stateView {
	v := stateView{N: st.Number, Parent: -1, Depth: st.Depth, Name: st.Name, Node: st.Node, Kind: st.Kind.String(), Type: st.Type, Broken: st.Broken}
	if st.Parent != nil {
		v.Parent = st.Parent.Number
	}
	if st.Violation != nil {
		v.Violation = st.Violation.Text
	}
	return v
}

func (s *Server) event(st *session.State, e *node.Event) eventView {
	v := eventView{
		State: st.Number, Text: script.Describe(s.session.System.Nodes, e), Kind: e.Kind.String(), Node: e.Node, From: -1, Cause: e.Cause,
		Type: e.Type, Body: e.Body, After: s.after[st.Number], Notes: e.Notes,
	}
	if e.Item != nil {
		v.Type, v.Node = e.Item.Type, e.Item.To
		if !e.Item.Timer {
			v.From = e.Item.From
		}
		if e.Kind != node.Change && e.Item.Body != nil {
			v.Body = written(e.Item.Body)
		}
	} else if v.Node < 0 {
		v.Node = e.Action.Node
	}
	if e.Violation != nil {
		v.Bad = e.Violation.Text
	}
	if e.Broken != nil {
		v.Broken = e.Broken.Error()
	}
	return v
}
