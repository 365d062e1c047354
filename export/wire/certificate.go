package wire

import (
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
	OwedFailureFree *bool `json:"owed_failure_free,omitempty"`
	// Faults are those of the counterexample.
	Faults []string `json:"faults,omitempty"`
	// Violated are the tuples that the counterexample lacks.
	Violated []string `json:"violated,omitempty"`
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

// ValidCertificate returns the result for a certificate that is right.
func ValidCertificate(c *certify.Certificate) CheckCertificate {
	spec, owed := NewSpec(c.Spec, c.Nodes), !c.Vacuous
	return CheckCertificate{
		Schema: Schema, Valid: true, Verdict: verify.Kind(c.Verdict), Spec: &spec, Outcomes: c.Outcomes, Invariant: c.Invariant,
		OwedFailureFree: &owed, Faults: c.Faults, Violated: c.Violated,
	}
}
