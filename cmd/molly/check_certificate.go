package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/atomicfile"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/verify"
	"molly/verify/certify"
)

// certificateCheck is a call of check-certificate.
type certificateCheck struct {
	sources   sources
	spec      specification // what is asked, where it is given
	outcomes  verify.Outcomes
	asked     bool // something of the question is given
	cnf, lrat export
}

// export is a file that check-certificate writes.
type export struct {
	name    string // "" where none is wanted
	content []byte
}

func (t *tool) checkCertificateCommand() *cobra.Command {
	var k certificateCheck
	c := &cobra.Command{
		Use:   "check-certificate CERTIFICATE FILE…",
		Short: "Check the certificate that verify --certificate wrote, without the engine that made it",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usageError("%s needs a certificate and a file: a path, a name such as delivery/ack, or - for standard input\nSee: %s --help", c.CommandPath(), c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			if err := checkBounds(c); err != nil {
				return err
			}
			for _, flag := range []string{"eot", "eff", "crashes", "nodes", "outcomes"} {
				k.asked = k.asked || c.Flags().Changed(flag)
			}
			return t.checkCertificate(c.Context(), &k, args[0], args[1:])
		},
	}
	k.sources.register(c)
	k.sources.registerJSON(c)
	k.spec.register(c)
	chooseOutcomes(c, &k.outcomes)
	process.TimeFlag(c)
	process.MemoryFlag(c)
	c.Flags().StringVar(&k.cnf.name, "cnf", "", "write the clauses of a certified program to `FILE`, in DIMACS")
	c.Flags().StringVar(&k.lrat.name, "lrat", "", "write the proof of a certified program to `FILE`, in LRAT")
	c.ValidArgsFunction = func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return []string{"cert"}, cobra.ShellCompDirectiveFilterFileExt
		}
		return completeFiles(c, args, prefix)
	}
	return c
}

func (t *tool) checkCertificate(ctx context.Context, k *certificateCheck, name string, files []string) error {
	if err := cmp.Or(canWrite("cnf", k.cnf.name), canWrite("lrat", k.lrat.name)); err != nil {
		return err
	}
	program, err := t.load(k.sources, files)
	if err != nil {
		return err
	}
	t.show(program.Warnings)
	p := newProgress(t.stderr, verify.Options{})
	p.say("checking the certificate")
	c, err := readCertificate(name)
	if err == nil {
		err = k.check(ctx, program, c)
	}
	p.end()
	wrong := ""
	var invalid *certify.InvalidError
	if errors.As(err, &invalid) {
		wrong = invalid.Text
	} else if err != nil {
		return err
	}
	for _, w := range []export{k.cnf, k.lrat} {
		if w.name == "" || wrong != "" {
			continue
		}
		if err := atomicfile.Write(w.name, w.content); err != nil {
			return usageError("%v", err)
		}
	}
	if k.sources.json {
		if err := t.checkedJSON(k, program, c, wrong); err != nil {
			return err
		}
	} else {
		if err := t.checkedText(k, c, wrong, program.Name()); err != nil {
			return err
		}
	}
	if wrong != "" {
		return ended(exitCounterexample)
	}
	return nil
}

// readCertificate reads a certificate's file.
func readCertificate(name string) (*certify.Certificate, error) {
	const most = 4 << 30
	info, err := os.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > most) {
		return nil, usageError("%s is not a regular file, or is very large", quote(name))
	}
	file, err := os.ReadFile(name)
	if err != nil {
		return nil, usageError("%v", err)
	}
	c, err := certify.Parse(file)
	switch {
	case errors.Is(err, certify.ErrNoCertificate):
		return nil, usageError("%s is not a certificate: %v", quote(name), err)
	case err != nil:
		return nil, usageError("%s cannot be read as a certificate: %v", quote(name), err)
	}
	return c, nil
}

// check holds the certificate against the program and the question, and keeps what is to be
// written.
func (k *certificateCheck) check(ctx context.Context, program *molly.Program, c *certify.Certificate) error {
	exports := k.cnf.name != "" || k.lrat.name != ""
	if exports && c.Verdict != certify.Certified {
		return usageError("--cnf and --lrat write a proof, but the certificate is of a counterexample, which needs none: molly run runs it")
	}
	if k.asked {
		q, err := k.question(c)
		if err != nil {
			return err
		}
		if err := c.Answers(q); err != nil {
			return err
		}
	}
	var lrat io.Writer
	var proof bytes.Buffer
	if k.lrat.name != "" {
		lrat = &proof
	}
	if err := molly.CheckCertificate(ctx, program, c, lrat); err != nil {
		return err
	}
	k.cnf.content, k.lrat.content = []byte(c.CNF), proof.Bytes()
	return nil
}

// question is what is asked: the certificate's question, but for what is given.
func (k *certificateCheck) question(c *certify.Certificate) (*certify.Question, error) {
	q := c.Question
	for _, n := range []struct {
		flag  flagvalue.Number
		value *int
	}{{k.spec.eot, &q.Spec.EOT}, {k.spec.eff, &q.Spec.EFF}, {k.spec.crashes, &q.Spec.Crashes}} {
		if n.flag.Given {
			*n.value = n.flag.Value
		}
	}
	if k.spec.nodes.List != nil {
		q.Nodes = k.spec.nodes.List
	}
	q.Outcomes = certify.AllOutcomes
	if k.outcomes == verify.FailureFree {
		q.Outcomes = certify.FailureFree
	}
	if k.spec.eff.Given || k.spec.crashes.Given {
		if err := q.Spec.Validate(len(q.Nodes)); err != nil {
			return nil, usageError("%v", err)
		}
	}
	return &q, nil
}

// checkedText prints whether a certificate is valid, and what it says.
func (t *tool) checkedText(k *certificateCheck, c *certify.Certificate, wrong, name string) error {
	if wrong != "" {
		return text.Invalid(&t.out, t.style, wrong)
	}
	if err := text.Checked(&t.out, t.style, name, c); err != nil {
		return err
	}
	return text.Proof(&t.out, k.cnf.file(), k.lrat.file())
}

func (w export) file() text.File { return text.File{Name: w.name, Bytes: len(w.content)} }

func (t *tool) checkedJSON(k *certificateCheck, p *molly.Program, c *certify.Certificate, wrong string) error {
	if wrong != "" {
		return t.encode(wire.InvalidCertificate(wrong))
	}
	out, err := wire.ValidCertificate(p.Datalog(), c)
	if err != nil {
		return err
	}
	out.CNF, out.LRAT = wire.NewWritten(k.cnf.name, len(k.cnf.content)), wire.NewWritten(k.lrat.name, len(k.lrat.content))
	return t.encode(out)
}
