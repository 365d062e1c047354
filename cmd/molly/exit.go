package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"molly/eval"
	"molly/export/text"
	"molly/internal/memlimit"
	"molly/sweep"
	"molly/verify"
	"molly/verify/certify"
)

// The exit codes. README.md has the same table.
const (
	exitOK             = 0   // certified; or the command succeeded
	exitCounterexample = 1   // a counterexample was found; the run violates the invariant; a file is not formatted
	exitUsage          = 2   // an error on the command line or in the program; a warning, with --werror
	exitInconclusive   = 3   // a bound was reached; vacuous with --strict
	exitInternal       = 70  // an error of the tool itself
	exitInterrupted    = 130 // Ctrl-C
)

// outcome is how a command ended, where it was not simply well. It is an error
// because that is how commands return.
type outcome struct {
	code int
	// text says on standard error what is wrong; it is empty where standard output
	// has said everything.
	text string
}

func (o *outcome) Error() string { return o.text }

// ended returns a code without a message.
func ended(code int) error {
	if code == exitOK {
		return nil
	}
	return &outcome{code: code}
}

// orNil is nil where the command was simply well.
func (o *outcome) orNil() error {
	if o.code == exitOK && o.text == "" {
		return nil
	}
	return o
}

// usageError is something that the user should write in another way.
func usageError(format string, args ...any) error {
	return &outcome{exitUsage, fmt.Sprintf(format, args...)}
}

// quote writes a word of the command line in a message.
func quote(word string) string { return text.Quote(word) }

// classify gives every error its code and its text.
func classify(err error) *outcome {
	var o *outcome
	var internal *verify.InternalError
	var limit *eval.LimitError
	var size *certify.SizeError
	var exceeded *memlimit.Exceeded
	var journal *sweep.WriteError
	switch {
	case err == nil:
		return &outcome{code: exitOK}
	case errors.As(err, &o):
		return o
	case errors.As(err, &internal):
		return &outcome{exitInternal, err.Error() + "\n" + howToReport}
	case errors.As(err, &journal):
		return &outcome{exitInternal, err.Error()}
	case errors.As(err, &exceeded):
		return &outcome{exitInconclusive, err.Error() + "\nTo raise the bound: --max-memory"}
	case errors.As(err, &limit):
		return &outcome{exitInconclusive, "the program grew too large: " + err.Error() + "\nTo raise the bound: --max-facts"}
	case errors.As(err, &size):
		return &outcome{exitInconclusive, err.Error()}
	case errors.Is(err, context.Canceled):
		return &outcome{exitInterrupted, "interrupted"}
	case errors.Is(err, context.DeadlineExceeded):
		return &outcome{exitInconclusive, "timed out"}
	}
	return &outcome{exitUsage, err.Error()}
}

const howToReport = `This is an error of molly itself, not of your program, so do not rely on what it printed.
Please report it with the command line, the files, and what molly version prints.`

// reportPanic turns a panic into a message and a code.
func reportPanic(w io.Writer, p any) int {
	fmt.Fprintf(w, "molly: internal error: %v\n%s\n\n%s", p, howToReport, debug.Stack())
	return exitInternal
}
