package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"molly/export/text"
	"molly/export/wire"
	"molly/internal/atomicfile"
	"molly/internal/terminal"
	"molly/verify"
)

// certificate is what became of --certificate.
type certificate struct {
	file  string // "" where none is wanted
	bytes int
	err   error // why there is none
}

// register adds --certificate.
func (c *certificate) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.file, "certificate", "", "write a certificate of the verdict to `FILE`; molly check-certificate checks it")
}

// fits refuses, before any work is done, a file that cannot be written.
func (c *certificate) fits() error { return canWrite("certificate", c.file) }

// canWrite refuses a file that cannot be written. It may be "", where none is wanted.
func canWrite(flag, file string) error {
	if file == "" {
		return nil
	}
	if err := atomicfile.Writable(file); err != nil {
		return usageError("--%s %s: %v", flag, quote(file), err)
	}
	return nil
}

// make makes the certificate of a verdict and writes it. Only an internal error is
// returned: it leaves no verdict.
func (c *certificate) make(ctx context.Context, e *session, v *verify.Verdict) error {
	if c.file == "" {
		return nil
	}
	if v.Kind == verify.Unknown {
		c.err = errors.New("there is no verdict")
		return nil
	}
	p := terminal.NewProgress(e.Stderr, 0)
	p.Say("making the certificate")
	made, err := e.Certify(ctx, v)
	p.End()
	var internal *verify.InternalError
	if errors.As(err, &internal) {
		return err
	}
	if err == nil {
		file := made.Bytes()
		c.bytes = len(file)
		err = atomicfile.Write(c.file, file)
	}
	c.err = err
	return nil
}

// json is what became of --certificate, for the JSON of verify.
func (c *certificate) json() *wire.Written {
	if c.file != "" && c.err != nil {
		return &wire.Written{File: c.file, Reason: text.NoCertificate(c.err)}
	}
	return wire.NewWritten(c.file, c.bytes)
}
