package wire

import (
	"molly/datalog"
	"molly/provenance"
	"molly/verify"
	"molly/verify/certify"
)

// CheckCertificate is the result of molly check-certificate. All but the reason is there for a
// valid certificate only.
type CheckCertificate struct {
	Schema int `json:"schema"`
	// Valid means that the certificate shows what it says.
	Valid     bool        `json:"valid"`
	Reason    string      `json:"reason,omitempty"` // why it is invalid
	Verdict   verify.Kind `json:"verdict,omitempty"`
	Spec      *Spec       `json:"spec,omitempty"`
	Outcomes  string      `json:"outcomes,omitempty"`  // all or failure-free
	Invariant string      `json:"invariant,omitempty"` // pre-post or persistent
	// OwedFailureFree means that the failure-free run owes something.
	OwedFailureFree *bool           `json:"owed_failure_free,omitempty"`
	Counterexample  *Counterexample `json:"counterexample,omitempty"`
	// CNF is the file with the clauses.
	CNF *Written `json:"cnf,omitempty"`
	// LRAT is the file with the proof.
	LRAT *Written `json:"lrat,omitempty"`
}

// Written is a file that a command wrote, or the reason why it did not.
type Written struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// NewWritten returns a file of so many bytes that was written; nil where it has no name.
func NewWritten(file string, bytes int) *Written {
	if file == "" {
		return nil
	}
	return &Written{File: file, Bytes: bytes}
}

// InvalidCertificate returns the result for a certificate that is wrong.
func InvalidCertificate(reason string) CheckCertificate {
	return CheckCertificate{Schema: Schema, Reason: reason}
}

// ValidCertificate returns the result for a certificate about p that is right.
func ValidCertificate(p *datalog.Program, c *certify.Certificate) (CheckCertificate, error) {
	spec, owed := NewSpec(c.Spec, c.Nodes), !c.Vacuous
	out := CheckCertificate{
		Schema: Schema, Valid: true, Verdict: verify.Kind(c.Verdict), Spec: &spec, Outcomes: c.Outcomes, Invariant: c.Invariant,
		OwedFailureFree: &owed,
	}
	if c.Verdict != certify.Counterexample {
		return out, nil
	}
	s, err := c.Scenario()
	if err != nil {
		return out, err
	}
	var violated []verify.Violation
	for _, text := range c.Violated {
		goal, err := provenance.ParseGoal(p, c.Spec.EOT, text)
		if err != nil {
			return out, err
		}
		violated = append(violated, verify.Violation{Fact: goal.Fact})
	}
	out.Counterexample = &Counterexample{s.Faults(), NewViolations(p, violated)}
	return out, nil
}
