package verify

import (
	"context"
	"errors"
	"math/big"

	"molly/circuit"
	"molly/circuit/bdd"
	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/hazard"
	"molly/provenance"
)

// HazardReport is the backward half of the LDFI paper's loop, for the failure-free run
// alone: the formula of the faults that may break the invariant, as far as this run shows
// (§4.3), and what becomes of its minimal solutions.
type HazardReport struct {
	Spec     failure.Spec
	Nodes    []string
	Negation provenance.Negation

	// Outcomes are the tuples that the invariant rests on: those of post in the
	// failure-free run that may be in pre, or the persistent tuples. They are sorted.
	Outcomes []Outcome
	// Formula is true for the faults that may break the invariant.
	Formula string
	// Hypotheses are the minimal admissible scenarios that make Formula true, in the
	// order of failure.Scenario.Compare.
	Hypotheses []Hypothesis

	// Rules says what each rule does for the outcomes over all admissible executions, and
	// Messages what each message does; nil where a bound ended the search before.
	Rules    []RuleRole
	Messages []MessageRole

	// Executions counts the concrete runs, the failure-free one included.
	Executions int
	// Complete means that Hypotheses are all there are, and that all were run; else Reason
	// says why not.
	Complete bool
	Reason   string

	// Vacuous means that no admissible execution owes anything; Owed says which do. A bound
	// may have come first: then Vacuous is false.
	Vacuous  bool
	Owed     Owed
	Warnings []Warning
}

// Outcome is a tuple of the failure-free run at EOT.
type Outcome struct {
	datalog.Fact
	// Formula is true for the faults that cut every support that the failure-free run
	// shows. Hypothesis is the first admissible scenario that makes it true, if Breakable.
	Formula    string
	Breakable  bool
	Hypothesis failure.Scenario
	// Cut is the first admissible scenario in whose run the tuple is really absent, if
	// Cuttable: the least number of faults that cuts it is Cut.Size().
	Cuttable bool
	Cut      failure.Scenario
	// Cuts is the number of admissible scenarios in normal form with as many faults as Cut that
	// cut it; nil for more than MostCuts, where a diagram of them would be too large.
	Cuts *big.Int
}

// MostCuts is how many least cuts of an outcome are counted one by one. More are counted
// by a decision diagram of at most mostCutNodes.
const (
	MostCuts     = 1000
	mostCutNodes = 100_000
)

// Hypothesis is a scenario that may break the invariant (§4.3 of the paper).
type Hypothesis struct {
	Judged // Scenario alone, where it was not run
	Fate   Fate
}

// Fate is what became of a hypothesis.
type Fate string

// The fates.
const (
	FateNotRun    Fate = "not run"   // a bound ended the search
	FateConfirmed Fate = "confirmed" // its run violates the invariant
	FateRefuted   Fate = "refuted"   // its run does not
)

// MarshalText writes the fate as one word.
func (f Fate) MarshalText() ([]byte, error) { return []byte(word(string(f))), nil }

// Hypotheses asks in which ways the failure-free run of a program could break its invariant,
// as far as its lineage shows, and runs them. negation says how the formula treats what the
// lineage negates; Exact is the negation of the justification of the invariant. limit bounds
// the number of hypotheses; 0 is no limit. The strategy and width of o are not used.
//
// The error is as that of [Verify]; where a bound ended the search, the report says how
// far it came.
func Hypotheses(ctx context.Context, p *datalog.Program, o Options, negation provenance.Negation, limit int) (*HazardReport, error) {
	w, err := NewSearchWorld(p, o)
	if err != nil {
		return nil, err
	}
	return w.Hypotheses(ctx, o, negation, limit)
}

// Hypotheses is the function Hypotheses in this world. Of the options it reads MaxExecutions and
// Progress.
func (w *World) Hypotheses(ctx context.Context, o Options, negation provenance.Negation, limit int) (*HazardReport, error) {
	if negation != provenance.Exact {
		if err := w.fitsInexact(); err != nil {
			return nil, err
		}
	}
	s := w.begin(ctx, o)
	r := &HazardReport{Spec: s.options.Spec, Nodes: s.verdict.Nodes, Negation: negation}
	h := &hypothesizing{search: s, negation: negation, limit: limit, report: r}
	err := h.all()
	if err != nil {
		if fatal(err) {
			return nil, err
		}
		r.Complete, r.Reason = false, reason(err)
	}
	r.Executions, r.Owed, r.Warnings = s.verdict.Executions, s.verdict.Owed, s.verdict.Warnings
	return r, err
}

// hypothesizing is the making of a report.
type hypothesizing struct {
	*search
	negation provenance.Negation
	limit    int
	report   *HazardReport

	free Judged // the failure-free run
}

func (h *hypothesizing) all() (err error) {
	if h.free, err = h.begin(); err != nil {
		return err
	}
	if err := h.ground(h.free); err != nil {
		return err
	}
	if err := h.askOwed(); err != nil {
		return err
	}
	h.report.Vacuous = h.verdict.Owed.Nothing()
	outcomes := h.outcomes(h.free.Run)
	formulas := h.formulas(outcomes)
	for i, f := range outcomes {
		if err := h.outcome(f, formulas[i]); err != nil {
			return err
		}
	}
	joint := h.joint(formulas)
	h.report.Formula = h.space.Circuit.Format(joint)
	ended := h.solutions(joint)
	if ended != nil && !errors.Is(ended, errBound) {
		return ended
	}
	rules, messages, err := h.roles()
	if err != nil {
		h.report.Complete = false
		return err
	}
	h.report.Rules, h.report.Messages = rules, messages
	return ended
}

// formulas says for each outcome which faults may break it.
func (h *hypothesizing) formulas(outcomes []eval.FactID) []circuit.Lit {
	if h.negation != provenance.Exact {
		return provenance.Clocks(h.free.Run, outcomes, h.options.Spec, h.negation, h.space.Circuit)
	}
	list := make([]circuit.Lit, len(outcomes))
	for i, f := range outcomes {
		list[i] = h.unjustified(h.literal(f))
	}
	return list
}

// literal says in which scenarios a fact of the failure-free run holds.
func (h *hypothesizing) literal(f eval.FactID) circuit.Lit {
	held := h.free.Run.Fact(f)
	may, ok := h.space.Find(held.Relation, held.Time, held.Args)
	if !ok {
		return circuit.False
	}
	return h.space.Lit(may)
}

// unjustified is the negation of why l holds in the failure-free run.
func (h *hypothesizing) unjustified(l circuit.Lit) circuit.Lit {
	c := h.space.Circuit
	v := c.Evaluate(nil)
	if !v.Holds(l) {
		return circuit.True
	}
	return hazard.Justify(c, v, l, 0).Not()
}

// joint says which faults may break the invariant.
func (h *hypothesizing) joint(formulas []circuit.Lit) circuit.Lit {
	switch {
	case len(h.free.Violated) > 0:
		return circuit.True
	case h.negation == provenance.Exact:
		return h.unjustified(h.question.any.Not())
	default:
		return h.space.Circuit.Or(formulas...)
	}
}

// outcome reports on one outcome.
func (h *hypothesizing) outcome(f eval.FactID, formula circuit.Lit) (err error) {
	o := Outcome{
		Fact:    h.free.Run.Fact(f),
		Formula: h.space.Circuit.Format(formula),
	}
	if o.Hypothesis, o.Breakable, err = h.ask(formula).Best(h.ctx); err != nil {
		return err
	}
	if o.Cut, o.Cuttable, err = h.ask(h.literal(f).Not()).Best(h.ctx); err != nil {
		return err
	}
	if o.Cuttable {
		if o.Cuts, err = h.cuts(h.literal(f).Not(), o.Cut.Size()); err != nil {
			return err
		}
	}
	h.report.Outcomes = append(h.report.Outcomes, o)
	return nil
}

// cuts counts the scenarios with the given number of faults, the least possible, in which l
// holds.
func (h *hypothesizing) cuts(l circuit.Lit, faults int) (*big.Int, error) {
	n, more, err := h.ask(l).CountFewest(h.ctx, MostCuts)
	if err != nil {
		return nil, err
	}
	if !more {
		return big.NewInt(int64(n)), nil
	}
	function, err := h.compile(l, mostCutNodes)
	if err == nil {
		var byFaults []*big.Int
		if byFaults, err = function.ByFaults(h.ctx); err == nil {
			return byFaults[faults], nil
		}
	}
	var large *bdd.TooLargeError
	if errors.As(err, &large) {
		return nil, nil
	}
	return nil, err
}

// solutions runs the minimal solutions of a formula.
func (h *hypothesizing) solutions(formula circuit.Lit) error {
	q := h.ask(formula)
	var ended error
	for {
		sc, found, err := q.Best(h.ctx)
		if err != nil {
			return err
		}
		if !found {
			h.report.Complete = ended == nil
			return ended
		}
		if h.limit > 0 && len(h.report.Hypotheses) == h.limit {
			h.report.Reason = "the limit on candidates was reached"
			return ended
		}
		h.search.candidates++
		h.tell(Event{Kind: Proposed, Scenario: sc})
		c := Hypothesis{Judged{Scenario: sc}, FateNotRun}
		if ended == nil {
			err = h.try(&c)
		}
		h.report.Hypotheses = append(h.report.Hypotheses, c)
		switch {
		case errors.Is(err, errBound):
			ended = err
		case err != nil:
			return err
		}
		q.Exclude(sc)
	}
}

// try runs a hypothesis. The failure-free run is there.
func (h *hypothesizing) try(c *Hypothesis) error {
	j := h.free
	if len(c.Scenario) > 0 {
		var err error
		if j, err = h.run(c.Scenario); err != nil {
			return err
		}
	}
	if err := h.agree(j, h.space.Circuit.Evaluate(c.Scenario)); err != nil {
		return err
	}
	c.Judged, c.Fate = j.dropRun(), FateRefuted
	if len(c.Violated) > 0 {
		c.Fate = FateConfirmed
	}
	return nil
}

// Number is the number of hypotheses with a fate.
func (r *HazardReport) Number(f Fate) int {
	n := 0
	for _, c := range r.Hypotheses {
		if c.Fate == f {
			n++
		}
	}
	return n
}
