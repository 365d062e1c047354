package verify

import (
	"context"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/hazard"
)

// Reach says what of a program is reached in some admissible execution, at any time.
type Reach struct {
	Fires []bool // by rule: it fires; a rule that keeps or sends something does so before EOT
	Early []bool // by rule: it fires before EOT
	Holds []bool // by relation: it holds a tuple
}

// Reach asks what some admissible execution reaches. The error is an *eval.LimitError or the
// context's.
//
// In a world for searches, what only the invariant reads is there at EOT alone.
func (w *World) Reach(ctx context.Context) (*Reach, error) {
	space, _, err := w.spaceOf(ctx)
	if err != nil {
		return nil, err
	}
	rules := len(w.program.Rules)
	fires, early := make([][]circuit.Lit, rules), make([][]circuit.Lit, rules)
	for p := range newSupport(space).firings {
		if p.Rule >= rules {
			continue // what is stable is held over, by no rule of the program
		}
		fires[p.Rule] = append(fires[p.Rule], p.Lit)
		if p.Time < space.Spec.EOT {
			early[p.Rule] = append(early[p.Rule], p.Lit)
		}
	}
	holds := make([][]circuit.Lit, len(w.program.Relations))
	for f := range facts(space) {
		r := space.Relation(f)
		holds[r] = append(holds[r], space.Lit(f))
	}
	var when []circuit.Lit
	for _, ways := range slices.Concat(fires, early, holds) {
		when = append(when, space.Circuit.Or(ways...))
	}
	possible, err := hazard.NewSearch(space.Circuit, space.Spec, w.options.Nodes, w.options.Solver).Within(ctx).Possible(ctx, when)
	if err != nil {
		return nil, err
	}
	return &Reach{possible[:rules], possible[rules : 2*rules], possible[2*rules:]}, nil
}

// Owing is what a program's invariant rests on.
type Owing struct {
	Owed
	// AfterFailure means that something is owed in some execution in which a node crashes or is down.
	AfterFailure bool
	// Messages are those that may be sent and may arrive, with what they do for the invariant.
	Messages []MessageRole
	Warnings []Warning // what the executions show about the program
}

// Owing asks what the invariant rests on. The error is that of Verify.
func (w *World) Owing(ctx context.Context) (*Owing, error) {
	s := w.begin(ctx, Options{})
	free, err := s.begin()
	if err == nil {
		err = s.ground(free)
	}
	if err == nil {
		err = s.askOwed()
	}
	if err != nil {
		return nil, err
	}
	o := &Owing{Owed: s.verdict.Owed, Warnings: s.verdict.Warnings}
	if _, o.Messages, err = s.roles(); err != nil {
		return nil, err
	}
	any := s.failures(func(string) bool { return true })
	possible, err := s.ask(circuit.True).Possible(ctx, []circuit.Lit{s.space.Circuit.And(s.question.pre(), any)})
	if err != nil {
		return nil, err
	}
	o.AfterFailure = possible[0]
	return o, nil
}

// failures says when some of the nodes has crashed, or was down.
func (s *search) failures(of func(node string) bool) circuit.Lit {
	var some []circuit.Lit
	for _, f := range s.options.Spec.Faults(s.options.Nodes) {
		if f.Kind.OfNode() && of(f.Node) {
			some = append(some, s.space.Circuit.Var(f))
		}
	}
	return s.space.Circuit.Or(some...)
}

// WhileOthersFail reports whether a relation has a tuple, at EOT of some admissible execution,
// that names no node that fails. The error is that of Verify.
func (w *World) WhileOthersFail(ctx context.Context, r datalog.RelID) (bool, error) {
	s := w.begin(ctx, Options{})
	free, err := s.begin()
	if err == nil {
		err = s.ground(free)
	}
	if err != nil {
		return false, err
	}
	var when []circuit.Lit
	for _, f := range s.space.At(r, s.options.Spec.EOT) {
		args := s.space.Args(f)
		named := s.failures(func(node string) bool { return slices.Contains(args, datalog.String(node)) })
		when = append(when, s.space.Circuit.And(s.space.Lit(f), named.Not()))
	}
	possible, err := s.ask(circuit.True).Possible(ctx, when)
	return slices.Contains(possible, true), err
}
