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
	Schema     int                 `json:"schema"`
	Spec       Spec                `json:"spec"`       // what was searched
	Negation   provenance.Negation `json:"negation"`   // how the formulas treat negation
	Outcomes   []Outcome           `json:"outcomes"`   // the tuples that the invariant rests on in the failure-free run
	Formula    string              `json:"formula"`    // true for the faults that may break the invariant; nK are shared parts
	Candidates []Candidate         `json:"candidates"` // the minimal admissible solutions of the formula, smallest first
	// each rule with its role over all admissible executions; empty where a bound came first
	Rules []RuleRole `json:"rules"`
	// the messages that may arrive and support no outcome; empty where a bound came first
	Messages   []MessageRole `json:"messages"`
	Executions int           `json:"executions"` // the number of concrete runs
	Owed
	Complete bool         `json:"complete"`         // these are all candidates, and all were run
	Reason   string       `json:"reason,omitempty"` // the bound that came first, where it is not complete
	Warnings []Diagnostic `json:"warnings"`         // about the program
}

// Outcome is a tuple that the invariant rests on in the failure-free run.
type Outcome struct {
	Fact
	// true for the faults that cut every support that the failure-free run shows
	Formula string `json:"formula"`
	// the smallest admissible solution of the formula, where there is one
	Hypothesis *failure.Faults `json:"hypothesis,omitempty"`
	// the fewest admissible faults that really cut the tuple, where any do
	Cut *failure.Faults `json:"cut,omitempty"`
	// the number of sets of so few faults that cut it; left out where they are too many to be
	// counted
	Cuts string `json:"cuts,omitempty"`
}

// Candidate is a minimal admissible solution of the formula.
type Candidate struct {
	Counterexample
	Fate verify.Fate `json:"fate"` // whether its run violates the invariant
}

// RuleRole is a rule with what it does for the outcomes.
type RuleRole struct {
	Rule
	Role verify.Role `json:"role"` // its role
}

// MessageRole is what the messages of a relation from one place to another do for the outcomes.
type MessageRole struct {
	Relation string        `json:"relation"` // the relation's name
	From     datalog.Value `json:"from"`     // the sender
	To       datalog.Value `json:"to"`       // the receiver
	Times    []int         `json:"times"`    // the times of sending
	Role     verify.Role   `json:"role"`     // their role
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
	for _, c := range r.Hypotheses {
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
