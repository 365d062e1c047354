package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"molly"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/atomicfile"
	"molly/internal/flagvalue"
	"molly/internal/process"
	"molly/internal/terminal"
	"molly/verify"
	"molly/verify/certify"
)

// certificateCheck is a call of check-certificate.
type certificateCheck struct {
	sources   sources
	spec      flagvalue.Setting // what is asked, where it is given
	outcomes  verify.Outcomes
	asked     bool   // something of the question is given
	cnf, lrat string // files to write; "" where none is wanted
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
			given := k.spec.Settings()
			k.asked = len(given.Words()) > 0 || c.Flags().Changed("outcomes")
			return t.checkCertificate(c.Context(), &k, args[0], args[1:])
		},
	}
	k.sources.register(c)
	k.sources.registerJSON(c)
	k.spec.Register(c)
	chooseOutcomes(c, &k.outcomes)
	process.TimeFlag(c)
	process.MemoryFlag(c)
	c.Flags().StringVar(&k.cnf, "cnf", "", "write the clauses of a certified program to `FILE`, in DIMACS")
	c.Flags().StringVar(&k.lrat, "lrat", "", "write the proof of a certified program to `FILE`, in LRAT")
	c.ValidArgsFunction = func(c *cobra.Command, args []string, prefix string) ([]string, cobra.ShellCompDirective) {
		if len(args) == 0 {
			return []string{"cert"}, cobra.ShellCompDirectiveFilterFileExt
		}
		return flagvalue.CompleteFiles(c, args, prefix)
	}
	return c
}

func (t *tool) checkCertificate(ctx context.Context, k *certificateCheck, name string, files []string) error {
	if err := cmp.Or(canWrite("cnf", k.cnf), canWrite("lrat", k.lrat)); err != nil {
		return err
	}
	program, err := t.load(k.sources, files)
	if err != nil {
		return err
	}
	t.show(program.Warnings)
	p := terminal.NewProgress(t.Stderr, 0)
	p.Say("checking the certificate")
	var proof bytes.Buffer
	c, err := molly.ReadCertificate(name)
	if err != nil {
		p.End()
		return err
	}
	err = k.check(ctx, program, c, &proof)
	p.End()
	var invalid *certify.InvalidError
	switch {
	case errors.As(err, &invalid) && k.sources.json:
		return cmp.Or(wire.Encode(&t.Out, wire.InvalidCertificate(invalid.Text)), ended(exitCounterexample))
	case errors.As(err, &invalid):
		return cmp.Or(text.Invalid(&t.Out, t.style, invalid.Text), ended(exitCounterexample))
	case err != nil:
		return err
	}
	cnf, lrat := text.File{Name: k.cnf, Bytes: len(c.CNF)}, text.File{Name: k.lrat, Bytes: proof.Len()}
	for _, f := range []struct {
		name    string
		content []byte
	}{{k.cnf, []byte(c.CNF)}, {k.lrat, proof.Bytes()}} {
		if f.name == "" {
			continue
		}
		if err := atomicfile.Write(f.name, f.content); err != nil {
			return err
		}
	}
	if !k.sources.json {
		return text.Checked(&t.Out, t.style, program.Name(), c, cnf, lrat)
	}
	out, err := wire.ValidCertificate(program.Datalog(), c, wire.NewWritten(cnf.Name, cnf.Bytes), wire.NewWritten(lrat.Name, lrat.Bytes))
	if err != nil {
		return err
	}
	return wire.Encode(&t.Out, out)
}

// check holds a certificate against the program and what is asked, and keeps its proof in LRAT, if that
// is wanted.
func (k *certificateCheck) check(ctx context.Context, program *molly.Program, c *certify.Certificate, proof *bytes.Buffer) error {
	if c.Verdict != certify.Certified && (k.cnf != "" || k.lrat != "") {
		return usageError("--cnf and --lrat write a proof, but the certificate is of a counterexample, which needs none: molly run runs it")
	}
	if k.asked {
		if err := molly.CertificateAnswers(c, options(k.spec, verify.Options{Outcomes: k.outcomes})); err != nil {
			return err
		}
	}
	var lrat io.Writer // nil, and not a nil buffer, where no proof is wanted
	if k.lrat != "" {
		lrat = proof
	}
	return molly.CheckCertificate(ctx, program, c, lrat)
}
