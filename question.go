package molly

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/export/text"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/nearest"
	"molly/verify"
)

// Options say under which specification a program is asked about. What is nil is taken from the program's directive
// ("// molly: eot=4 eff=2 crashes=0 nodes=a,b,c"); without a directive no node crashes, and the nodes
// are those that the facts begin with.
type Options struct {
	// EOT is the last time of a run; EFF is the first time at which messages are no longer lost;
	// so many nodes may crash.
	EOT, EFF, Crashes *int
	Nodes             []string

	// What else may go wrong, and its limits: the fields of Spec of these names. A set of links is
	// made by failure.ParseLinks, a set of nodes by failure.ParseNodeSet.
	Delay, Restarts, MaxFaults, CrashUntil *int
	NoLoss, Twice, FIFO                    *bool
	Lossy                                  *failure.Links
	Crashable                              *failure.NodeSet

	Outcomes verify.Outcomes // what a run must have: all of pre, or what post has in the failure-free run
	Solver   solver.Backend
	MaxFacts int // 0 is eval.DefaultMaxFacts
}

// Settings are what the options say of the setting: those of dedalus.Program.Setting.
func (o Options) Settings() dedalus.Settings {
	return dedalus.Settings{
		EOT: o.EOT, EFF: o.EFF, Crashes: o.Crashes, Nodes: o.Nodes,
		Delay: o.Delay, Restarts: o.Restarts, MaxFaults: o.MaxFaults, CrashUntil: o.CrashUntil,
		NoLoss: o.NoLoss, Twice: o.Twice, FIFO: o.FIFO, Lossy: o.Lossy, Crashable: o.Crashable,
	}
}

// With returns the options with what some settings say.
func (o Options) With(s dedalus.Settings) Options {
	or(&o.EOT, s.EOT)
	or(&o.EFF, s.EFF)
	or(&o.Crashes, s.Crashes)
	if s.Nodes != nil {
		o.Nodes = s.Nodes
	}
	or(&o.Delay, s.Delay)
	or(&o.Restarts, s.Restarts)
	or(&o.MaxFaults, s.MaxFaults)
	or(&o.CrashUntil, s.CrashUntil)
	or(&o.NoLoss, s.NoLoss)
	or(&o.Twice, s.Twice)
	or(&o.FIFO, s.FIFO)
	or(&o.Lossy, s.Lossy)
	or(&o.Crashable, s.Crashable)
	return o
}

// or sets an option where something sets it.
func or[T any](option **T, given *T) {
	if given != nil {
		*option = given
	}
}

// Question is a program under a failure specification. What its answers evaluate is evaluated once
// and shared: the failure-free run, the last other run, and the space of all executions.
//
// Its fields must not be changed. It is not safe for concurrent use; several questions are.
type Question struct {
	Program *Program
	dedalus.Setting
	Outcomes verify.Outcomes
	Solver   solver.Backend
	MaxFacts int

	// What was evaluated; nil until it is needed. A search leaves out of its runs, and of its
	// space, what only the invariant reads, before EOT; what shows a run at every time does not.
	searched, shown *verify.World
}

// Question asks about the program under a failure specification. The error is one of those of
// dedalus.Program.Setting.
func (p *Program) Question(o Options) (*Question, error) {
	s, err := p.Setting(o.Settings())
	if err != nil {
		return nil, err
	}
	return &Question{Program: p, Setting: s, Outcomes: o.Outcomes, Solver: o.Solver, MaxFacts: o.MaxFacts}, nil
}

// Under is the question of the same program, nodes and options under another specification. It
// shares nothing with q.
func (q *Question) Under(s Spec) (*Question, error) {
	if err := cmp.Or(s.Validate(len(q.Nodes)), s.CheckNames(q.Nodes)); err != nil {
		return nil, err
	}
	s.Inputs = q.Spec.Inputs
	other := *q
	other.Spec, other.searched, other.shown = s, nil, nil
	return &other, nil
}

// Datalog is the program that is run.
func (q *Question) Datalog() *datalog.Program { return q.Program.Datalog() }

// Warnings are those of the checks, of what lies beyond the end of a run, and of what nodes that
// come back have forgotten.
func (q *Question) Warnings() dedalus.Diagnostics {
	list := append(dedalus.Diagnostics{}, q.Program.Warnings...)
	for _, d := range q.Program.Horizon(q.Spec.EOT) {
		// Where messages may be late or come twice, what holds once in the usual run may hold again.
		if d.Code != "dropped" || q.Spec.Delay == 0 && !q.Spec.Twice {
			list = append(list, d)
		}
	}
	return append(list, q.Program.Forgotten(q.Spec.Restarts)...)
}

// options are what a world depends on.
func (q *Question) options() verify.Options {
	return verify.Options{Spec: q.Spec, Nodes: q.Nodes, Outcomes: q.Outcomes, Solver: q.Solver, MaxFacts: q.MaxFacts}
}

// search is the world of searches.
func (q *Question) search() (*verify.World, error) {
	if q.searched == nil {
		w, err := verify.NewSearchWorld(q.Datalog(), q.options())
		if err != nil {
			return nil, err
		}
		q.searched = w
	}
	return q.searched, nil
}

// show is the world of complete runs.
func (q *Question) show() (*verify.World, error) {
	if q.shown == nil {
		w, err := verify.NewWorld(q.Datalog(), q.options())
		if err != nil {
			return nil, err
		}
		q.shown = w
	}
	return q.shown, nil
}

// Space is all executions at once, at every time. It is nil where they have more than MaxFacts
// facts. The error is the context's.
func (q *Question) Space(ctx context.Context) (*eval.Space, error) {
	w, err := q.show()
	if err != nil {
		return nil, err
	}
	return w.Space(ctx)
}

// SpaceAtEOT is a space that explains what is, or is not, at EOT: that of a search where there
// was one. It is nil where there are more than MaxFacts facts. The error is the context's.
func (q *Question) SpaceAtEOT(ctx context.Context) (*eval.Space, error) {
	if known := q.KnownSpace(); known != nil {
		return known, nil
	}
	if q.searched != nil {
		return q.searched.Space(ctx)
	}
	return q.Space(ctx)
}

// KnownSpace is what SpaceAtEOT returns where that needs no evaluation, else nil.
func (q *Question) KnownSpace() *eval.Space {
	for _, w := range []*verify.World{q.searched, q.shown} {
		if w != nil && w.Known() != nil {
			return w.Known()
		}
	}
	return nil
}

// Scenario is the scenario of some faults. The error says which of them is not admissible.
func (q *Question) Scenario(faults ...Fault) (Scenario, error) {
	if err := Scenario(faults).Admissible(q.Spec, q.Nodes); err != nil {
		return nil, fmt.Errorf("this scenario is not admissible under %v: %v", q.Spec, err)
	}
	return failure.NewScenario(faults...), nil
}

// View shows the relations of these names, or without a name all, at every time. The error is an
// *UnknownRelationError.
func (q *Question) View(names ...string) (eval.View, error) {
	var v eval.View
	for t := 1; t <= q.Spec.EOT; t++ {
		v.Times = append(v.Times, t)
	}
	var known []string
	for i, r := range q.Datalog().Relations {
		known = append(known, r.Name)
		if len(names) == 0 {
			v.Relations = append(v.Relations, datalog.RelID(i))
		}
	}
	for _, name := range names {
		r, ok := q.Datalog().Lookup(name)
		if !ok {
			return eval.View{}, &UnknownRelationError{name, nearest.Word(name, known)}
		}
		if !slices.Contains(v.Relations, r) {
			v.Relations = append(v.Relations, r)
		}
	}
	return v, nil
}

// UnknownRelationError says that the program has no relation of a name.
type UnknownRelationError struct {
	Name string
	Near string // what may be meant, or ""
}

func (e *UnknownRelationError) Error() string {
	return "the program has no relation " + text.Quote(e.Name) + nearest.Question(e.Near)
}
