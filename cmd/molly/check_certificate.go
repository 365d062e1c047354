package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"molly/certify"
	"molly/verify"
)

// readCertificate reads a certificate's file. It returns in words what is wrong with
// its form.
func readCertificate(name string) (c *certify.Certificate, wrong string, err error) {
	const most = 4 << 30
	info, err := os.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > most) {
		return nil, "", usageError("%s is no ordinary file, or a very large one", quote(name))
	}
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, "", usageError("%v", err)
	}
	c, err = certify.Parse(file)
	switch {
	case errors.Is(err, certify.ErrNoCertificate):
		return nil, "", usageError("%s is no certificate: %v", quote(name), err)
	case err != nil:
		return nil, err.Error(), nil
	}
	return c, "", nil
}

func (t *tool) checkCertificateCommand() *cobra.Command {
	var s sources
	c := &cobra.Command{
		Use:   "check-certificate CERTIFICATE FILE…",
		Short: "Check the certificate that verify --certificate wrote, without the engine that made it",
		Long: `Check that a certificate shows what it says about a program. All files together are
one program, and must be those of the certificate, byte by byte. The specification, the nodes
and what counts as a violation are in the certificate, and are printed.

A counterexample is run by the reference evaluator. For a certified program the question is derived
again from the program, in the plainest way; the certificate's clauses must be the same; and each
line of its proof that they have no model must follow by unit propagation. Nothing of the engine
that found the verdict takes part (docs/certificates.md).

Exit codes: 0 valid, 1 invalid, 2 the certificate or the program cannot be read, 3 the question is too
large to be asked plainly, 130 interrupted.`,
		Example: `  molly verify delivery/ack --certificate ack.cert
  molly check-certificate ack.cert delivery/ack
  molly check-certificate out.cert my.ded --json`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError("%s needs a certificate and a file: a path, a name such as delivery/ack, or - for standard input\nSee: %s --help", c.CommandPath(), c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return t.checkCertificate(c.Context(), s, args[0], args[1:])
		},
	}
	s.register(c)
	s.registerJSON(c)
	boundMemory(c)
	return c
}

func (t *tool) checkCertificate(ctx context.Context, s sources, name string, files []string) error {
	program, warnings, err := t.load(s, files)
	if err != nil {
		return err
	}
	t.show(warnings)
	c, wrong, err := readCertificate(name)
	if err != nil {
		return err
	}
	if c != nil {
		p := newProgress(t.stderr, verify.Options{})
		p.say("checking the certificate")
		err = certify.Check(ctx, program, c)
		p.end()
		var invalid *certify.InvalidError
		if errors.As(err, &invalid) {
			wrong = invalid.Text
		} else if err != nil {
			return err
		}
	}
	if s.json {
		if err := t.checkedJSON(c, wrong); err != nil {
			return err
		}
	} else {
		t.checkedText(c, wrong, files)
	}
	if wrong != "" {
		return ended(exitCounterexample)
	}
	return nil
}

// checkedText prints whether a certificate is valid, and what it says.
func (t *tool) checkedText(c *certify.Certificate, wrong string, files []string) {
	if wrong != "" {
		t.printf("%s: %s\n", t.style.paint(colourBad, "invalid"), wrong)
		return
	}
	t.printf("%s: ", t.style.paint(colourGood, "valid"))
	name := (&session{files: files}).name()
	if c.Verdict == certify.Counterexample {
		t.printf("%s violates its invariant under %v in this execution\n", name, c.Spec)
		t.printf("  faults: %s\n", listed(c.Faults))
		t.printf("  it lacks: %s\n", listed(c.Violated))
	} else {
		t.printf("no admissible faults violate the invariant of %s under %v\n", name, c.Spec)
	}
	t.printf("  nodes: %s\n", writtenAll(c.Nodes))
	if c.Outcomes == certify.FailureFree {
		t.printf("  owed: only what post has in the failure-free run\n")
	}
	if c.Vacuous {
		t.printf("  %s the failure-free run owes nothing; whether one with faults does, the certificate does not say\n", t.style.paint(colourDoubt, "mind:"))
	}
}

func listed(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

// checkedJSON is the JSON of check-certificate (docs/json.md).
type checkedJSON struct {
	Schema    int       `json:"schema"`
	Valid     bool      `json:"valid"`
	Reason    string    `json:"reason,omitempty"`
	Verdict   string    `json:"verdict,omitempty"`
	Spec      *specJSON `json:"spec,omitempty"`
	Outcomes  string    `json:"outcomes,omitempty"`
	Invariant string    `json:"invariant,omitempty"`
	// OwedFailureFree is there for a valid certificate: the failure-free run owes something.
	OwedFailureFree *bool    `json:"owed_failure_free,omitempty"`
	Faults          []string `json:"faults,omitempty"`
	Violated        []string `json:"violated,omitempty"`
}

func (t *tool) checkedJSON(c *certify.Certificate, wrong string) error {
	out := checkedJSON{Schema: schema, Valid: wrong == "", Reason: wrong}
	if out.Valid {
		spec := specificationJSON(c.Spec, c.Nodes)
		out.Spec, out.Verdict, out.Outcomes, out.Invariant = &spec, c.Verdict, c.Outcomes, c.Invariant
		owed := !c.Vacuous
		out.OwedFailureFree, out.Faults, out.Violated = &owed, c.Faults, c.Violated
	}
	return t.encode(out)
}
