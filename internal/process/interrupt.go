package process

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// Echo is how long further interrupts count as the first one: a shell and a wrapper such
// as timeout(1) may both pass it on.
const Echo = 100 * time.Millisecond

// Interruptible returns a context that the first interrupt ends. Another one ends the
// process.
func Interruptible(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer signal.Stop(signals)
		select {
		case <-signals:
			cancel()
			time.Sleep(Echo)
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// PatientReader reads from something that may never answer, such as a terminal, until
// its context ends.
type PatientReader struct {
	Context context.Context
	io.Reader
}

// Read implements io.Reader. The error is the context's where that ends first.
func (r PatientReader) Read(p []byte) (int, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		own := make([]byte, len(p)) // p is the caller's again when the context ends
		n, err := r.Reader.Read(own)
		done <- result{own[:n], err}
	}()
	select {
	case got := <-done:
		return copy(p, got.text), got.err
	case <-r.Context.Done():
		return 0, context.Cause(r.Context)
	}
}
