package wire

import (
	"molly/datalog"
	"molly/provenance"
	"molly/verify"
	"molly/verify/certify"
)

// CheckCertificate is the result of molly check-certificate. An invalid certificate has a reason,
// and nothing else; a valid one has what it says.
type CheckCertificate struct {
	Schema          int             `json:"schema"`
	Valid           bool            `json:"valid"`                       // the certificate shows what it says
	Reason          string          `json:"reason,omitempty"`            // why it is invalid
	Verdict         verify.Kind     `json:"verdict,omitempty"`           // the verdict that it shows
	Spec            *Spec           `json:"spec,omitempty"`              // the specification that the verdict is about
	Outcomes        string          `json:"outcomes,omitempty"`          // which tuples are owed: all or failure-free
	Invariant       string          `json:"invariant,omitempty"`         // what judges: pre-post, never, both of them or persistent
	OwedFailureFree *bool           `json:"owed_failure_free,omitempty"` // the failure-free run owes something
	Counterexample  *Counterexample `json:"counterexample,omitempty"`    // the counterexample that it shows
	CNF             *Written        `json:"cnf,omitempty"`               // with --cnf: the file with the clauses
	LRAT            *Written        `json:"lrat,omitempty"`              // with --lrat: the file with the proof
}

// Written is a file that a command wrote, or the reason why it did not.
type Written struct {
	File   string `json:"file"`             // the file's name
	Bytes  int    `json:"bytes,omitempty"`  // its size
	Reason string `json:"reason,omitempty"` // why it was not written
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

// ValidCertificate returns the result for a certificate about p that is right. cnf and lrat are the
// files that were written, or nil.
func ValidCertificate(p *datalog.Program, c *certify.Certificate, cnf, lrat *Written) (CheckCertificate, error) {
	spec, owed := NewSpec(c.Spec, c.Nodes), !c.Vacuous
	out := CheckCertificate{
		Schema: Schema, Valid: true, Verdict: verify.Kind(c.Verdict), Spec: &spec, Outcomes: c.Outcomes, Invariant: c.Invariant,
		OwedFailureFree: &owed, CNF: cnf, LRAT: lrat,
	}
	if c.Verdict != certify.Counterexample {
		return out, nil
	}
	s, err := c.Scenario(p)
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
