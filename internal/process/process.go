package process

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Process is one call of a command: where it reads and writes, and how it ends.
type Process struct {
	Name   string // in front of what it says on standard error
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	// Out gathers the result. It is written at once, when it is complete, or by Flush.
	Out bytes.Buffer
	// Backstop knows what is settled and what is unfinished.
	Backstop *Backstop

	ctx        context.Context
	unwritable error // of Stdout
	atEnd      []func()
}

// New is a process that has not begun. Standard input that is a file is read until the context
// ends.
func New(name string, stdin io.Reader, stdout, stderr io.Writer) *Process {
	return &Process{
		Name: name, Stdin: stdin, Stdout: stdout, Stderr: stderr, Backstop: NewBackstop(), ctx: context.Background(),
	}
}

// Context ends at the first interrupt, and at the bounds of the command.
func (p *Process) Context() context.Context { return p.ctx }

// Run runs the command until it ends, or is overdue. It returns the exit code that either of the
// two returns.
func (p *Process) Run(command func(context.Context) (code int), abandoned func(cause error) (code int)) int {
	ctx, stop := Interruptible(p.ctx)
	defer stop()
	p.ctx = ctx
	if f, ok := p.Stdin.(*os.File); ok {
		p.Stdin = PatientReader{Context: ctx, Reader: f}
	}
	p.Backstop.Watch(ctx)
	ended := make(chan int, 1)
	go func() {
		defer func() {
			for _, f := range p.atEnd {
				f()
			}
		}()
		ended <- command(ctx)
	}()
	select {
	case code := <-ended:
		return code
	case <-p.Backstop.Overdue():
		return abandoned(p.Backstop.Cause())
	}
}

// Within is a part of the command, such as one of several rounds, with a context and a result of its own. It
// ends with the command.
func (p *Process) Within(ctx context.Context) *Process {
	return &Process{Name: p.Name, Stdin: p.Stdin, Stdout: p.Stdout, Stderr: p.Stderr, Backstop: p.Backstop, ctx: ctx}
}

// Bound bounds the time and the memory of a command that has flags for them. The error is a
// *FlagError.
func (p *Process) Bound(c *cobra.Command) error {
	stop, err := Bound(c)
	p.atEnd = append(p.atEnd, stop)
	p.ctx = c.Context()
	if in, ok := p.Stdin.(PatientReader); ok {
		p.Stdin = PatientReader{Context: p.ctx, Reader: in.Reader}
	}
	p.Backstop.Watch(p.ctx)
	return err
}

// Flush writes what there is of the result, where it is worth reading before the rest.
func (p *Process) Flush() error {
	return p.Backstop.Write(func() error {
		if p.unwritable == nil {
			_, p.unwritable = p.Stdout.Write(p.Out.Bytes())
		}
		p.Out.Reset()
		return p.unwritable
	})
}

// Settle notes what has been printed so far as a result with a code, and takes it back: what
// follows says it again, with more that is not as certain to end.
func (p *Process) Settle(code int) {
	p.Backstop.Settle(bytes.Clone(p.Out.Bytes()), code)
	p.Out.Reset()
}

// Complain writes an error for people.
func (p *Process) Complain(text string) {
	fmt.Fprintf(p.Stderr, "%s: %s\n", p.Name, strings.TrimRight(text, "\n"))
}

// Printf adds to the result.
func (p *Process) Printf(format string, args ...any) { fmt.Fprintf(&p.Out, format, args...) }

// ReadFile reads a file, or standard input where its name is -. The error is that of the file, or
// why the context ended.
func (p *Process) ReadFile(name string) ([]byte, error) {
	switch {
	case name != "-":
		return os.ReadFile(name)
	case p.Stdin == nil:
		return nil, nil
	}
	content, err := io.ReadAll(p.Stdin)
	if ended := context.Cause(p.ctx); err != nil && ended != nil {
		return nil, ended
	}
	return content, err
}
