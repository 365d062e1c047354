package session

import (
	"errors"
	"fmt"
	"slices"

	"molly/node"
	"molly/node/trace"
)

// State is a state of the history: the execution from the beginning up to it.
type State struct {
	Number   int // in the order in which states were first seen; 0 is the beginning
	Parent   *State
	Action   node.Action // that led here from the parent
	Children []*State
	Depth    int    // how many actions from the beginning
	Name     string // that a person gave it, or ""
	// What there is to see of the last event, kept for the tree.
	Node      int // that moved, or -1
	Kind      node.Kind
	Type      string // of the message, timer or command
	Violation *node.Violation
	Broken    string
}

// Session is an execution with its history. It is not safe for concurrent use.
type Session struct {
	System  *node.System
	World   *node.World // the current execution
	Current *State
	// States are all that were seen, by their numbers.
	States []*State
	// Begun is the state after the setup of the system.
	Begun *State
	// Seen, where it is set, hears of each new state, with the event that led to it, while the world is in it.
	Seen func(s *State, e *node.Event)
}

// New begins a session, with the system's setup done.
func New(s *node.System) (*Session, error) {
	root := &State{Node: -1}
	x := &Session{System: s, World: node.NewWorld(s), Current: root, States: []*State{root}}
	for _, a := range s.Setup {
		if _, err := x.Do(a); err != nil {
			x.Close()
			return nil, fmt.Errorf("the setup of %s: %w", s.Name, err)
		}
	}
	x.Begun = x.Current
	return x, nil
}

// Close ends the nodes.
func (x *Session) Close() { x.World.Close() }

// Do does an action in the current state, and goes to the state that it leads to. The error says why it cannot
// be done; then nothing has changed.
func (x *Session) Do(a node.Action) (*node.Event, error) {
	e, err := x.World.Do(a)
	if err != nil {
		return nil, err
	}
	x.Current = x.child(e)
	return e, nil
}

// child is the state that an event leads to.
func (x *Session) child(e *node.Event) *State {
	for _, s := range x.Current.Children {
		if s.Action.Equal(e.Action) {
			return s
		}
	}
	s := &State{
		Number: len(x.States), Parent: x.Current, Action: e.Action, Depth: x.Current.Depth + 1,
		Node: e.Node, Kind: e.Kind, Type: e.Type, Violation: e.Violation,
	}
	if e.Item != nil {
		s.Type = e.Item.Type
	}
	if e.Broken != nil {
		s.Broken = e.Broken.Error()
	}
	x.Current.Children = append(x.Current.Children, s)
	x.States = append(x.States, s)
	if x.Seen != nil {
		x.Seen(s, e)
	}
	return s
}

// Path are the states from the beginning to a state, without the beginning.
func (s *State) Path() []*State {
	list := make([]*State, 0, s.Depth)
	for ; s.Parent != nil; s = s.Parent {
		list = append(list, s)
	}
	slices.Reverse(list)
	return list
}

// Travel goes to a state seen before. Where that is further along the current path, nothing is reset. The error
// says which step of the path cannot be done as before, such as because a node is not deterministic; the
// session is then in the last state that could be reached.
func (x *Session) Travel(to *State) error {
	path := to.Path()
	if from := x.Current; from.Depth <= to.Depth && (from.Parent == nil || path[from.Depth-1] == from) {
		path = path[from.Depth:]
	} else {
		x.World.Reset()
		x.Current = x.States[0]
	}
	for _, s := range path {
		if _, err := x.World.Do(s.Action); err != nil {
			return fmt.Errorf("step %d of the way to state %d cannot be done as it was: %w", s.Depth, to.Number, err)
		}
		x.Current = s
	}
	return nil
}

// Back goes to the state before.
func (x *Session) Back() error {
	if x.Current.Parent == nil {
		return errors.New("this is the beginning")
	}
	return x.Travel(x.Current.Parent)
}

// Save records the current path.
func (x *Session) Save(h trace.Header) *trace.Trace {
	return trace.Of(x.World, h)
}

// Open goes along a trace, from the beginning: its steps become a path of the history. The error is a
// *trace.Difference where the system does something else than what was recorded, or says that the trace is one of
// another system; the session is then at the last state that could be reached.
func (x *Session) Open(t *trace.Trace) error {
	if !slices.Equal(t.Nodes, x.System.Nodes) {
		return fmt.Errorf("the trace has the nodes %q, %s has %q", t.Nodes, x.System.Name, x.System.Nodes)
	}
	actions, err := t.Actions()
	if err != nil {
		return err
	}
	if err := x.Travel(x.States[0]); err != nil {
		return err
	}
	for i, a := range actions {
		e, err := x.Do(a)
		if err != nil {
			return &trace.Difference{N: i, What: err.Error()}
		}
		if d := t.Compare(x.System.Nodes, e); d != nil {
			return d
		}
	}
	return nil
}
