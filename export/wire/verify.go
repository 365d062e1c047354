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
	Schema   int             `json:"schema"`
	Verdict  verify.Kind     `json:"verdict"`
	Reason   string          `json:"reason,omitempty"` // what ended a search that is not complete
	Spec     Spec            `json:"spec"`
	Strategy verify.Strategy `json:"strategy"`
	// Negation is ignore with --negation ignore, and else left out.
	Negation provenance.Negation `json:"negation,omitempty"`
	// Seed is there for the strategy random.
	Seed *uint64 `json:"seed,omitempty"`
	// Executions counts the concrete runs of the search, the failure-free one included.
	Executions int `json:"executions"`
	// MinimizationExecutions counts those that only made a counterexample smaller.
	MinimizationExecutions int `json:"minimization_executions"`
	// Scenarios is the number of admissible scenarios in normal form: all its digits, but
	// where the time was up before they were there.
	Scenarios string `json:"scenarios"`
	// Combinations is the LDFI paper's count.
	Combinations   string          `json:"combinations"`
	Counterexample *Counterexample `json:"counterexample,omitempty"`
	// Listed is, with --all, the number of counterexamples.
	Listed *int `json:"listed,omitempty"`
	// Groups is, with --group, the number of lines that list them.
	Groups *int `json:"groups,omitempty"`
	// AllBelow is there with --all where the search is not complete: all minimal
	// counterexamples with fewer faults are listed.
	AllBelow *int   `json:"all_below,omitempty"`
	JudgedAt string `json:"judged_at"` // end: the invariant is read at EOT only
	// Unseen is what the verdict may not see, as the invariant is read at EOT only.
	Unseen *Unseen `json:"unseen,omitempty"`
	Owed
	// Complete means that no bound cut the search short.
	Complete    bool         `json:"complete"`
	Certificate *Written     `json:"certificate,omitempty"`
	Warnings    []Diagnostic `json:"warnings"`
	Elapsed     float64      `json:"elapsed_s"`
}

// Counterexample is a scenario and what it violates.
type Counterexample struct {
	failure.Faults
	Violations
}

// Listed is a line of molly verify --all: a minimal counterexample.
type Listed struct {
	Schema         int                  `json:"schema"`
	Counterexample ListedCounterexample `json:"counterexample"`
}

// ListedCounterexample is a counterexample of a list.
type ListedCounterexample struct {
	Counterexample
	// Alike is, with --group, how many the counterexample stands for.
	Alike int `json:"alike,omitempty"`
}

// Unseen is what a verdict may not see.
type Unseen struct {
	// Forgotten names relations that make violations and need not keep their tuples.
	Forgotten []string `json:"forgotten,omitempty"`
	// TakenBack names relations whose tuples can end a violation.
	TakenBack []string `json:"taken_back,omitempty"`
}

// NewVerify returns the result of a search of p, without what the verdict does not know: seed,
// list, certificate, warnings and time. digits writes the large numbers, as
// (*big.Int).String does.
func NewVerify(p *datalog.Program, v *verify.Verdict, digits func(*big.Int) string) Verify {
	out := Verify{
		Schema: Schema, Verdict: v.Kind, Reason: v.Reason, Spec: NewSpec(v.Spec, v.Nodes), Strategy: v.Strategy,
		Executions: v.Executions, MinimizationExecutions: v.MinimizationExecutions,
		Scenarios: digits(v.Scenarios), Combinations: digits(v.Combinations),
		JudgedAt: "end", Unseen: newUnseen(p, v.Unseen), Owed: newOwed(v.Vacuous, v.Owed.First), Complete: v.Complete,
		Warnings: []Diagnostic{},
	}
	if v.IgnoreNegation {
		out.Negation = provenance.Ignore
	}
	if len(v.Findings) > 0 {
		c := NewCounterexample(p, v.Findings[0].Judged)
		out.Counterexample = &c
	}
	return out
}

// List puts, in the place of the counterexample, how many were listed before.
func (out *Verify) List(v *verify.Verdict, grouped bool) {
	n, groups := 0, len(v.Findings)
	for _, f := range v.Findings {
		n += f.Alike
	}
	out.Counterexample, out.Listed = nil, &n
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
