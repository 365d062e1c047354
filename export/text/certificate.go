package text

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"molly/failure"
	"molly/internal/numeral"
	"molly/verify/certify"
)

// File is a file that was written.
type File struct {
	Name  string
	Bytes int
}

// Certificate writes where the certificate of a verdict is, and how to check it; or, where there
// is an error, why there is none.
func Certificate(w io.Writer, style Style, s Subject, f File, missing error) error {
	p := &printer{Style: style, w: w}
	if missing != nil {
		p.printf("\n%s %s. %s was not written.\n", p.Paint(Doubt, "No certificate:"), NoCertificate(missing), f.Name)
	} else {
		p.printf("\nCertificate in %s, %s. To check it: %s\n", f.Name, numeral.Count(f.Bytes, "byte"), s.CheckCommand(f.Name))
	}
	return p.err
}

// NoCertificate says why there is no certificate.
func NoCertificate(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "interrupted"
	case errors.Is(err, context.DeadlineExceeded):
		return "timed out"
	}
	return err.Error()
}

// Checked writes that a certificate is valid, and what it says about a program; and where its clauses
// and its proof are, if they were written: if the files have names.
func Checked(w io.Writer, style Style, program string, c *certify.Certificate, clauses, proof File) error {
	p := &printer{Style: style, w: w}
	p.printf("%s: ", p.Paint(Good, "valid"))
	if c.Verdict == certify.Counterexample {
		p.printf("%s violates its invariant under %v in this execution\n", program, c.Spec)
		p.printf("  faults: %s\n", listed(c.Faults))
		if len(c.Inputs) > 0 {
			p.printf("  inputs: %s\n", listed(c.Inputs))
		}
		lacks, never := c.Broken()
		if len(lacks) > 0 {
			p.printf("  it lacks: %s\n", listed(lacks))
		}
		if len(never) > 0 {
			p.printf("  what must never hold: %s\n", listed(never))
		}
	} else {
		p.printf("no admissible faults violate the invariant of %s under %v\n", program, c.Spec)
	}
	switch {
	case c.Verdict == certify.Counterexample:
	case c.Invariant == certify.Never:
		p.printf("  looked at: every time; never is empty at all of them\n")
	case c.Invariant == certify.PrePostNever:
		p.printf("  looked at: every time for never; pre and post at time %d only\n", c.Spec.EOT)
	}
	p.printf("  nodes: %s\n", failure.QuoteNodes(c.Nodes))
	if len(c.Constants) > 0 {
		p.printf("  constants: %s\n", listed(c.Constants))
	}
	if c.Outcomes == certify.FailureFree {
		p.printf("  owed: only what post has in the failure-free run\n")
	}
	if c.Vacuous {
		p.printf("  %s the failure-free run owes nothing; whether one with faults does, the certificate does not say\n", p.Paint(Doubt, "mind:"))
	}
	if clauses.Name != "" {
		p.printf("Clauses in %s, %s.\n", clauses.Name, numeral.Count(clauses.Bytes, "byte"))
	}
	if proof.Name != "" {
		p.printf("Proof in %s, %s.\n", proof.Name, numeral.Count(proof.Bytes, "byte"))
	}
	return p.err
}

// Invalid writes that a certificate is not valid, and why.
func Invalid(w io.Writer, style Style, why string) error {
	_, err := fmt.Fprintf(w, "%s: %s\n", style.Paint(Bad, "invalid"), why)
	return err
}

func listed(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}
