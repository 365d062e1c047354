package wire

import (
	"molly/datalog"
	"molly/failure"
	"molly/provenance"
	"molly/verify"
)

// Hazard is the result of molly hazard: which faults the failure-free run suggests, and what
// became of them.
type Hazard struct {
	Schema   int                 `json:"schema"`
	Spec     Spec                `json:"spec"`
	Negation provenance.Negation `json:"negation"`
	Outcomes []Outcome           `json:"outcomes"`
	// Formula is true for the faults that may break the invariant.
	Formula    string      `json:"formula"`
	Candidates []Candidate `json:"candidates"`
	// Rules has the role of each rule; it is empty where a bound came first.
	Rules []RuleRole `json:"rules"`
	// Messages are those that may arrive and support no outcome; empty where a bound came
	// first.
	Messages   []MessageRole `json:"messages"`
	Executions int           `json:"executions"` // concrete runs
	Owed
	// Complete means that the candidates are all there are, and that all were run.
	Complete bool         `json:"complete"`
	Reason   string       `json:"reason,omitempty"` // why it is not complete
	Warnings []Diagnostic `json:"warnings"`
}

// Outcome is a tuple that the invariant rests on in the failure-free run.
type Outcome struct {
	Fact
	// Formula is true for the faults that cut every support that the failure-free run shows.
	Formula string `json:"formula"`
	// Hypothesis is the first admissible scenario that makes the formula true.
	Hypothesis *failure.Faults `json:"hypothesis,omitempty"`
	// Cut is the first admissible scenario in whose run the tuple is absent.
	Cut *failure.Faults `json:"cut,omitempty"`
	// Cuts is the number of admissible scenarios with as few faults that cut the tuple; left
	// out also where it is not known.
	Cuts string `json:"cuts,omitempty"`
}

// Candidate is a minimal admissible scenario that makes the formula true.
type Candidate struct {
	Counterexample
	Fate verify.Fate `json:"fate"`
}

// RuleRole is a rule with what it does for the outcomes.
type RuleRole struct {
	Rule
	Role verify.Role `json:"role"`
}

// MessageRole is what the messages of a relation from one place to another, sent at some
// times, do for the outcomes.
type MessageRole struct {
	Relation string        `json:"relation"`
	From     datalog.Value `json:"from"`
	To       datalog.Value `json:"to"`
	Times    []int         `json:"times"` // of sending
	Role     verify.Role   `json:"role"`
}

// NewHazard returns what a failure-free run of p suggests, without warnings.
func NewHazard(p *datalog.Program, r *verify.HazardReport) Hazard {
	out := Hazard{
		Schema: Schema, Spec: NewSpec(r.Spec, r.Nodes), Negation: r.Negation, Formula: r.Formula,
		Outcomes: []Outcome{}, Candidates: []Candidate{}, Rules: []RuleRole{}, Messages: []MessageRole{},
		Executions: r.Executions, Owed: newOwed(r.Vacuous, r.Owed.First), Complete: r.Complete, Reason: r.Reason, Warnings: []Diagnostic{},
	}
	for _, o := range r.Outcomes {
		out.Outcomes = append(out.Outcomes, newOutcome(p, o))
	}
	for _, c := range r.Candidates {
		out.Candidates = append(out.Candidates, Candidate{NewCounterexample(p, c.Judged), c.Fate})
	}
	for _, u := range r.Rules {
		out.Rules = append(out.Rules, RuleRole{newRule(p, &p.Rules[u.Rule]), u.Role})
	}
	for _, g := range verify.GroupMessages(r.Messages) {
		if g.Role != verify.RoleSupports {
			out.Messages = append(out.Messages, MessageRole{p.Relations[g.Relation].Name, g.From, g.To, g.Times, g.Role})
		}
	}
	return out
}

func newOutcome(p *datalog.Program, o verify.Outcome) Outcome {
	j := Outcome{Fact: Fact{p.Relations[o.Relation].Name, o.Args}, Formula: o.Formula}
	if o.Breakable {
		j.Hypothesis = faults(o.Hypothesis)
	}
	if o.Cuttable {
		j.Cut = faults(o.Cut)
	}
	if o.Cuts != nil {
		j.Cuts = o.Cuts.String()
	}
	return j
}
