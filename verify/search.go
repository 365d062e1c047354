package verify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/eval/satsweep"
	"molly/failure"
	"molly/hazard"
	"molly/internal/memlimit"
	"molly/verify/symmetry"
)

// errBound ends a search at Options.MaxExecutions.
var errBound = errors.New("the bound on executions was reached")

// search is what all strategies share.
type search struct {
	ctx     context.Context
	options Options
	world   *World
	eval    *eval.Evaluator // of the world
	judge   *judge
	verdict *Verdict
	bits    int // of the integers

	candidates int
	minimizing bool

	// Of the strategies that ask a solver.
	space    *eval.Space
	question *question

	// Of Symbolic, and of whoever groups.
	group    *symmetry.Group  // of the program; nil until it is needed
	asked    []*hazard.Search // questions about what may be lacking
	satSweep *hazard.Search   // what the evaluator asks while it sweeps, or nil
}

// Verify searches for counterexamples with the strategy that o chooses.
//
// The error is a *ProgramError, an *InternalError, or says that a bound ended the
// search, or is ErrNegationIgnored: then the verdict is not nil and says how far it came. A search whose
// context ends returns the context's cause as such an error.
func Verify(ctx context.Context, p *datalog.Program, o Options) (*Verdict, error) {
	w, err := NewSearchWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Verify(ctx, o)
}

// Verify is the function Verify in this world. Of the options it reads those of the search: Strategy,
// All, Group, Width, IgnoreNegation, Seed, MaxExecutions and Progress.
func (w *World) Verify(ctx context.Context, o Options) (*Verdict, error) {
	if err := o.fit(); err != nil {
		return nil, err
	}
	if o.Strategy == Random && o.MaxExecutions == 0 {
		o.MaxExecutions = DefaultMaxExecutions
	}
	s := w.begin(ctx, o)
	return s.ended(s.search())
}

// fit refuses options that contradict each other.
func (o Options) fit() error {
	if o.Group && (!o.All || o.Strategy == Random) {
		return errors.New("counterexamples are grouped where all are asked for, by a strategy that finds all")
	}
	if o.IgnoreNegation && (o.All || o.Strategy != LDFI) {
		return errors.New("only ldfi can ignore negation, and does not find all counterexamples then")
	}
	return nil
}

// ended makes the verdict of a search that ended with an error, or with none.
func (s *search) ended(err error) (*Verdict, error) {
	v, spec, nodes := s.verdict, s.options.Spec, len(s.options.Nodes)
	v.Scenarios, v.Combinations = spec.Scenarios(nodes), spec.Combinations(nodes)
	for _, q := range s.asked {
		size, stats := &v.Size.Question, q.Stats()
		size.Variables += stats.Variables
		size.Clauses += stats.Clauses
		size.Calls += stats.Calls
	}
	if err != nil {
		if fatal(err) {
			return nil, err
		}
		err = s.memory(err)
		v.Complete, v.Reason = false, reason(err)
	}
	if len(v.Findings) > 0 {
		v.Kind = Counterexample
	} else if v.Complete {
		v.Kind, v.Vacuous = Certified, v.Owed.Nothing()
	}
	return v, err
}

// memory says what was going on when the memory was used up. Other errors, and those that
// say it themselves, need no such words.
func (s *search) memory(err error) error {
	var evaluating *eval.MemoryError
	var exceeded *memlimit.Exceeded
	if !errors.As(err, &exceeded) || errors.As(err, &evaluating) || s.space == nil {
		return err
	}
	text := fmt.Sprintf("with a space of %d rule firings and %d circuit nodes", s.space.Firings(), s.space.Circuit.Len())
	if q := s.verdict.Size.Question; q.Clauses > 0 {
		text += fmt.Sprintf(" and a question of %d variables and %d clauses", q.Variables, q.Clauses)
	}
	return fmt.Errorf("%w, %s%s", err, text, eval.NameLargest(s.space.Largest()))
}

// newSearch makes a search ready that has not run anything, in a world of its own.
func newSearch(ctx context.Context, p *datalog.Program, o Options, how eval.Options) (*search, error) {
	w, err := newWorld(p, o, how)
	if err != nil {
		return nil, err
	}
	return w.begin(ctx, o), nil
}

// growth passes on how large a space becomes.
func (o Options) growth() func(eval.Growth) {
	if o.Progress == nil {
		return nil
	}
	return func(g eval.Growth) { o.Progress(Event{Kind: Grounding, Executions: 1, Growth: g}) }
}

// satSweep lets the solver tell eval which facts no admissible scenario has. Each space has a
// search of its own, which begun gets.
func (o Options) satSweep(begun func(*hazard.Search)) satsweep.Options {
	return satsweep.Options{Always: o.satSweepAlways, Ask: func(c *circuit.Circuit, spec failure.Spec, nodes []string) satsweep.Question {
		q := hazard.NewSearch(c, spec, nodes, o.Solver)
		begun(q)
		return q.Some
	}}
}

func startSearch(ctx context.Context, w *World, o Options) *search {
	return &search{ctx: ctx, options: o, world: w, eval: w.eval, bits: 64, verdict: &Verdict{
		Kind: Unknown, Spec: o.Spec, Nodes: slices.Clone(o.Nodes), Strategy: o.Strategy, IgnoreNegation: o.IgnoreNegation,
		Unseen: unseen(w.program),
	}}
}

// fatal reports whether an error leaves no verdict at all, rather than end the search
// at a bound.
func fatal(err error) bool {
	var program *ProgramError
	var internal *InternalError
	return errors.As(err, &program) || errors.As(err, &internal)
}

// reason says in words what ended a search.
func reason(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "the time was up"
	}
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	if limit, ok := err.(*eval.LimitError); ok {
		return "the program grew too large: " + limit.Error()
	}
	return err.Error()
}

// begin runs and judges the failure-free execution.
func (s *search) begin() (Judged, error) {
	free, err := s.world.Free(s.ctx)
	if err != nil {
		return Judged{}, err
	}
	s.judge = newJudge(free, s.options.Spec.EOT, s.options.Outcomes)
	return s.judged(free)
}

func (s *search) search() error {
	free, err := s.begin()
	if err != nil {
		return err
	}
	switch s.options.Strategy {
	case Exhaustive:
		return s.exhaustive(free)
	case Random:
		return s.random(free)
	case LDFI:
		if s.options.IgnoreNegation {
			return s.inexact(free)
		}
		return s.ldfi(free)
	default:
		return s.symbolic(free)
	}
}

// run runs one scenario, unless the bound on executions is reached, and judges it.
func (s *search) run(sc failure.Scenario) (Judged, error) {
	if limit := s.options.MaxExecutions; limit > 0 && s.verdict.Executions >= limit && !s.minimizing {
		return Judged{}, errBound
	}
	if err := sc.Admissible(s.options.Spec, s.options.Nodes); err != nil {
		return Judged{}, &InternalError{fmt.Sprintf("the scenario %v, which was proposed, is not admissible: %v", sc, err)}
	}
	run, err := s.world.run(s.ctx, sc)
	if err != nil {
		return Judged{}, err
	}
	j, err := s.judged(run)
	if len(j.Violated) > 0 {
		s.world.last = run
	}
	return j, err
}

// runAgreed is run, where the circuits must say the same of the scenario.
func (s *search) runAgreed(sc failure.Scenario) (Judged, error) {
	j, err := s.run(sc)
	if err != nil {
		return Judged{}, err
	}
	return j, s.agree(j, s.space.Circuit.Evaluate(sc))
}

// judged counts a run, and judges it.
func (s *search) judged(run *eval.Run) (Judged, error) {
	if s.minimizing {
		s.verdict.MinimizationExecutions++
	} else {
		s.verdict.Executions++
	}
	if o := run.Overflows(); len(o) > 0 && s.space == nil {
		// A strategy with a space has looked for overflow in all scenarios at once.
		return Judged{}, s.overflowAt(reached{run.Scenario, o[0]})
	}
	j := s.judge.judge(run)
	if len(run.Scenario) == 0 {
		s.verdict.Owed.FailureFree = !j.Vacuous
	} else if !j.Vacuous {
		s.verdict.Owed.UnderFaults = true
	}
	s.tell(Event{Kind: Executed, Scenario: run.Scenario, Violated: len(j.Violated) > 0})
	return j, nil
}

func (s *search) overflowAt(r reached) error {
	return overflowError(s.eval.Program(), r, s.bits)
}

func overflowError(p *datalog.Program, r reached, bits int) error {
	return &ProgramError{
		Text:     fmt.Sprintf("a number does not fit %d bits in this rule at time %d", bits, r.overflow.Time),
		Pos:      p.Rules[r.overflow.Rule].Pos,
		Scenario: r.scenario,
	}
}

func (s *search) tell(e Event) {
	if s.options.Progress != nil {
		e.Executions = s.verdict.Executions + s.verdict.MinimizationExecutions
		e.Candidates = s.candidates
		s.options.Progress(e)
	}
}

// ground builds the space of all executions and takes it up.
func (s *search) ground(free Judged) error {
	space, swept, err := s.world.spaceOf(s.ctx)
	if err != nil {
		return tooLarge(err)
	}
	s.satSweep = swept
	if err := s.take(space, free); err != nil {
		return err
	}
	s.warn()
	return nil
}

// tooLarge says of a space that grew too large what else there is.
func tooLarge(err error) error {
	var limit *eval.LimitError
	var memory *eval.MemoryError
	if errors.As(err, &limit) || errors.As(err, &memory) {
		return fmt.Errorf("all executions together are too large (exhaustive and random look at one at a time): %w", err)
	}
	return err
}

// take makes a space the one of the search, and checks it against the failure-free run.
// An overflow that some admissible scenario reaches is an error of the program.
func (s *search) take(space *eval.Space, free Judged) error {
	s.space = space
	s.question = s.judge.question(space)
	s.verdict.Size = Size{Facts: space.Facts(), Firings: space.Firings(), Nodes: space.Circuit.Len()}
	s.tell(Event{Kind: Grounded})
	if err := s.askOverflow(); err != nil {
		return err
	}
	return s.agree(free, space.Circuit.Evaluate(nil))
}

// overflows returns those of the space that a run to EOT may reach. The space may go on
// after EOT, where a run does not take the step to the next time.
func (s *search) overflows() []eval.Overflow {
	var out []eval.Overflow
	for _, o := range s.space.Overflows() {
		last := s.options.Spec.EOT
		if s.eval.Program().Rules[o.Rule].Timing != datalog.Deductive {
			last--
		}
		if o.Time <= last {
			out = append(out, o)
		}
	}
	return out
}

// askOverflow asks for the first scenario that reaches an overflow.
func (s *search) askOverflow() error {
	overflows := s.overflows()
	if len(overflows) == 0 {
		return nil
	}
	lits := make([]circuit.Lit, len(overflows))
	for i, o := range overflows {
		lits[i] = o.Lit
	}
	q := s.ask(s.space.Circuit.Or(lits...))
	sc, found, err := q.Best(s.ctx)
	if err != nil || !found {
		return err
	}
	v := s.space.Circuit.Evaluate(sc)
	for _, o := range overflows {
		if v.Holds(o.Lit) {
			return s.overflowAt(reached{sc, o})
		}
	}
	return &InternalError{fmt.Sprintf("no overflow under %v, which the solver proposed for one", sc)}
}

// ask starts a question to the solver.
func (s *search) ask(l circuit.Lit) *hazard.Search {
	q := hazard.NewSearch(s.space.Circuit, s.options.Spec, s.options.Nodes, s.options.Solver).Within(s.ctx)
	q.Require(l)
	return q
}

// agree compares what a run lacks with what the circuits say.
func (s *search) agree(j Judged, v *circuit.Valuation) error {
	predicted := s.question.predicted(v)
	same := slices.EqualFunc(j.Violated, predicted, func(v Violation, f datalog.Fact) bool { return v.Equal(f) })
	if same {
		return nil
	}
	return &InternalError{fmt.Sprintf("under %v the run lacks %d tuples, its circuits say %d", j.Scenario, len(j.Violated), len(predicted))}
}

// found adds a counterexample, which stands for so many.
func (s *search) found(j Judged, alike int) {
	f := Finding{j.dropRun(), alike}
	s.verdict.Findings = append(s.verdict.Findings, f)
	s.tell(Event{Kind: Confirmed, Scenario: f.Scenario, Violated: true, Finding: f})
}

// done marks the search as complete, and asks what a certificate should tell.
func (s *search) done() error {
	if len(s.verdict.Findings) == 0 && s.space != nil {
		if err := s.askOwed(); err != nil {
			return err
		}
	}
	s.verdict.Complete = true
	return nil
}
