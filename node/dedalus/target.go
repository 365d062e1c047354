package dedalus

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"molly/datalog"
	"molly/eval"
	"molly/node"
)

// Tick is the type of the timer that is a node's local step.
const Tick = "tick"

// Options say how a program is run.
type Options struct {
	// Until is the local time of a node's last step; then pre and post are judged, once all nodes that are
	// up have done it. 0 goes on without an end.
	Until    int
	Order    node.Order
	MaxFacts int // of a step; 0 is eval.DefaultMaxFacts
}

// target is a program that is run asynchronously.
type target struct {
	program  *datalog.Program
	nodes    []string
	options  Options
	absolute []int // the times that some rule reads with @k
	observed []int // those of them at which an observer reads what observers conclude; sorted
	steppers sync.Pool
}

// System is a program, on some nodes. The error is that of eval.NewStepper, such as an *eval.RemoteRuleError
// where a node cannot run a rule by itself.
func System(name string, p *datalog.Program, nodes []string, o Options) (*node.System, error) {
	t := &target{program: p, nodes: nodes, options: o}
	first, err := t.newStepper()
	if err != nil {
		return nil, err
	}
	t.steppers.Put(first)
	t.steppers.New = func() any {
		s, err := t.newStepper()
		if err != nil {
			panic(err) // the first one had none
		}
		return s
	}
	t.absolute, t.observed = absoluteTimes(p)
	s := &node.System{
		Name: name, Nodes: nodes, Order: o.Order,
		New: func(i int) node.Node { return &Node{target: t, name: nodes[i]} },
		Decode: func(kind string, body json.RawMessage) (any, error) {
			if kind == Tick {
				return nil, fmt.Errorf("a %s has nothing to change", Tick)
			}
			_, args, err := t.tuple(kind, body)
			return Tuple{args, -1}, err
		},
	}
	s.Commute = func(a, b *node.Item) bool { return !a.Timer && !b.Timer } // what is in an inbox has no order
	if t.judges() {
		s.Oracle = func() node.Oracle { return &oracle{target: t} }
	}
	for i := range nodes {
		s.Setup = append(s.Setup, node.Action{Kind: node.Start, Node: i})
	}
	return s, nil
}

// judges reports whether the program says something that can be violated.
func (t *target) judges() bool {
	p := t.program
	return p.Never != datalog.NoRelation || t.options.Until > 0 && p.Pre != datalog.NoRelation && p.Post != datalog.NoRelation
}

// absoluteTimes are the times that rules read with @k, and those at which they read what observers conclude.
func absoluteTimes(p *datalog.Program) (all, observed []int) {
	observer := eval.Observed(p)
	for i := range p.Rules {
		for _, l := range p.Rules[i].Body {
			if l.Kind == datalog.Comparison || l.Atom.At == 0 {
				continue
			}
			all = append(all, l.Atom.At)
			if observer[l.Atom.Relation] {
				observed = append(observed, l.Atom.At)
			}
		}
	}
	slices.Sort(all)
	slices.Sort(observed)
	return slices.Compact(all), slices.Compact(observed)
}

func (t *target) newStepper() (*eval.Stepper, error) {
	return eval.NewStepper(t.program, t.nodes, eval.Options{MaxFacts: t.options.MaxFacts})
}

// with lets a function use a stepper, alone.
func (t *target) with(use func(s *eval.Stepper) error) error {
	s := t.steppers.Get().(*eval.Stepper)
	defer t.steppers.Put(s)
	return use(s)
}

// Tuple is the body of a message: what arrives in the message's relation.
type Tuple struct {
	Args []datalog.Value
	rule int // the rule that sent it, or -1
}

// MarshalJSON writes the list of arguments.
func (t Tuple) MarshalJSON() ([]byte, error) { return json.Marshal(t.Args) }

// tuple reads a tuple of a relation by its name, and checks it.
func (t *target) tuple(relation string, body json.RawMessage) (datalog.RelID, []datalog.Value, error) {
	r, ok := t.program.Lookup(relation)
	if !ok {
		return 0, nil, fmt.Errorf("the program has no relation %q", relation)
	}
	args, err := values(body)
	if err != nil {
		return 0, nil, fmt.Errorf("%s: %w", relation, err)
	}
	if want := t.program.Relations[r].Arity(); len(args) != want {
		return 0, nil, fmt.Errorf("%s has %d columns, not %d", relation, want, len(args))
	}
	for i, typ := range t.program.Relations[r].Types {
		if args[i].Type() != typ {
			return 0, nil, fmt.Errorf("column %d of %s is a %v, and %v is a %v", i+1, relation, typ, args[i], args[i].Type())
		}
	}
	return r, args, nil
}

// values reads a list of strings and integers.
func values(body json.RawMessage) ([]datalog.Value, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(body, &list); err != nil {
		return nil, fmt.Errorf("a list of arguments is needed, such as [\"a\", 1]: %w", err)
	}
	args := make([]datalog.Value, len(list))
	for i, text := range list {
		var s string
		var n int64
		switch {
		case json.Unmarshal(text, &s) == nil:
			args[i] = datalog.String(s)
		case json.Unmarshal(text, &n) == nil:
			args[i] = datalog.Int(n)
		default:
			return nil, fmt.Errorf("%s is neither a string nor an integer", text)
		}
	}
	return args, nil
}
