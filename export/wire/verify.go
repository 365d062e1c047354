package wire

import (
	"math/big"

	"molly/datalog"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
)

// Verify is the result of molly verify. With --all, a [Listed] for each counterexample comes
// before it.
type Verify struct {
	Schema  int         `json:"schema"`
	Verdict verify.Kind `json:"verdict"` // the answer; never certified with --negation ignore
	// what ended a search that is not complete, or negation ignored
	Reason   string          `json:"reason,omitempty"`
	Spec     Spec            `json:"spec"`     // what was searched
	Strategy verify.Strategy `json:"strategy"` // how the scenarios were chosen
	// how negation was treated, where it was not exactly (--negation ignore)
	Negation provenance.Negation `json:"negation,omitempty"`
	Seed     *uint64             `json:"seed,omitempty"` // of the strategy random
	// the number of concrete runs of the search, the failure-free one included
	Executions int `json:"executions"`
	// the number of runs that only made a counterexample smaller
	MinimizationExecutions int `json:"minimization_executions"`
	// the number of admissible scenarios in normal form, exactly; but about 1.06e37, where the
	// time runs out before the digits of a very long one are there
	Scenarios string `json:"scenarios"`
	// the LDFI paper's count, in the same way
	Combinations string `json:"combinations"`
	// the counterexample, where one was found, unless with --all
	Counterexample *Counterexample `json:"counterexample,omitempty"`
	Listed         *int            `json:"listed,omitempty"` // with --all: the number of counterexamples
	Groups         *int            `json:"groups,omitempty"` // with --group: the number of lines before this one
	// with --all, where the search is not complete: all minimal counterexamples with fewer
	// faults than that are listed
	AllBelow *int `json:"all_below,omitempty"`
	// end: the invariant was read at EOT only; every time: never was read at every time; both: never
	// at every time, pre and post at EOT only
	JudgedAt string `json:"judged_at"`
	// what may have been violated, and have passed by EOT
	Unseen *Unseen `json:"unseen,omitempty"`
	Owed
	// no bound and no interrupt cut the search short; else a counterexample is real, but perhaps
	// not minimal
	Complete    bool         `json:"complete"`
	Certificate *Written     `json:"certificate,omitempty"` // with --certificate
	Warnings    []Diagnostic `json:"warnings"`              // about the program
	Elapsed     float64      `json:"elapsed_s"`             // the seconds that the search took
}

// Counterexample is a scenario and what it violates.
type Counterexample struct {
	failure.Faults
	Violations
}

// Listed is a line of molly verify --all: a minimal counterexample, as soon as it is known to be
// the next one in the order of preference.
type Listed struct {
	Schema         int                  `json:"schema"`
	Counterexample ListedCounterexample `json:"counterexample"` // the counterexample
}

// ListedCounterexample is a counterexample of a list.
type ListedCounterexample struct {
	Counterexample
	// with --group: the number of counterexamples that are the same up to a symmetry of the
	// program, this one included
	Alike int `json:"alike,omitempty"`
}

// Unseen is what a verdict may not see.
type Unseen struct {
	// relations that make violations and need not keep their tuples
	Forgotten []string `json:"forgotten,omitempty"`
	// relations whose tuples can end a violation
	TakenBack []string `json:"taken_back,omitempty"`
}

// NewVerify returns the result of a search of p with some options, without certificate, warnings and
// time. Where all counterexamples were asked for, it says how many there are: each has a line of its
// own, [NewListed]. digits writes the large numbers, as (*big.Int).String does.
func NewVerify(p *datalog.Program, v *verify.Verdict, o verify.Options, digits func(*big.Int) string) Verify {
	out := Verify{
		Schema: Schema, Verdict: v.Kind, Reason: v.Reason, Spec: NewSpec(v.Spec, v.Nodes), Strategy: v.Strategy,
		Executions: v.Executions, MinimizationExecutions: v.MinimizationExecutions,
		Scenarios: digits(v.Scenarios), Combinations: digits(v.Combinations),
		JudgedAt: judgedAt(p), Unseen: newUnseen(p, v.Unseen), Owed: newOwed(v.Vacuous, v.Owed.First), Complete: v.Complete,
		Warnings: []Diagnostic{},
	}
	if v.IgnoreNegation {
		out.Negation = provenance.Ignore
	}
	if o.Strategy == verify.Random {
		out.Seed = &o.Seed
	}
	if o.All {
		out.list(v, o.Group)
	} else if len(v.Findings) > 0 {
		c := NewCounterexample(p, v.Findings[0].Judged)
		out.Counterexample = &c
	}
	return out
}

// judgedAt says at which times the invariant is read.
func judgedAt(p *datalog.Program) string {
	switch {
	case p.Never == datalog.NoRelation:
		return "end"
	case p.HasInvariant():
		return "both"
	}
	return "every time"
}

// list says how many counterexamples there are.
func (out *Verify) list(v *verify.Verdict, grouped bool) {
	n, groups := 0, len(v.Findings)
	for _, f := range v.Findings {
		n += f.Alike
	}
	out.Listed = &n
	if grouped {
		out.Groups = &groups
	}
	if !v.Complete {
		below := v.AllBelow
		out.AllBelow = &below
	}
}

// NewCounterexample returns a counterexample to p's invariant.
func NewCounterexample(p *datalog.Program, j verify.Judged) Counterexample {
	return Counterexample{j.Scenario.Faults(), NewViolations(p, j.Violated)}
}

// NewListed returns the line of a list that shows a counterexample.
func NewListed(p *datalog.Program, f verify.Finding, grouped bool) Listed {
	out := Listed{Schema, ListedCounterexample{Counterexample: NewCounterexample(p, f.Judged)}}
	if grouped {
		out.Counterexample.Alike = f.Alike
	}
	return out
}

// newUnseen is nil where nothing is unseen.
func newUnseen(p *datalog.Program, u verify.Unseen) *Unseen {
	if u.Nothing() {
		return nil
	}
	return &Unseen{relationNames(p, u.Forgotten), relationNames(p, u.TakenBack)}
}
