package process

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// A Backstop ends the process where a command does not end. Long computations
// check their context, and a command that timed out or is interrupted ends at once; but a phase
// that does not look, or a write that blocks, must not keep the user waiting.
type Backstop struct {
	overdue chan struct{} // closed when the command should have ended long ago
	once    sync.Once
	cause   error // why it should have ended; set before overdue is closed

	// The lock is held while the result is written.
	lock    sync.Mutex
	settled bool   // the command has a result that no bound takes away:
	text    []byte // what is to be written of it
	code    int
	// unfinished removes what has been begun on disk; nil where nothing has.
	unfinished func()
}

// overtime is how long a command may take to end after its context has.
const overtime = 750 * time.Millisecond

// NewBackstop waits for the end of no context yet.
func NewBackstop() *Backstop { return &Backstop{overdue: make(chan struct{})} }

// Watch begins to wait for a context's end.
func (b *Backstop) Watch(ctx context.Context) {
	context.AfterFunc(ctx, func() {
		time.AfterFunc(overtime, func() {
			b.once.Do(func() {
				b.cause = context.Cause(ctx)
				close(b.overdue)
			})
		})
	})
}

// Overdue is closed when a context has ended and the command has not.
func (b *Backstop) Overdue() <-chan struct{} { return b.overdue }

// Cause is why the command should have ended, when it is overdue.
func (b *Backstop) Cause() error { return b.cause }

// Settle notes a result and its exit code, which no bound takes away from now on. What is
// written later says it again, with more that is not as certain to end.
func (b *Backstop) Settle(text []byte, code int) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.settled, b.text, b.code = true, text, code
}

// Unfinished notes how to remove what is begun on disk, as long as it is not complete; nil says
// that it is complete, or gone.
func (b *Backstop) Unfinished(remove func()) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.unfinished = remove
}

// Write writes the result. What was settled before is part of it.
func (b *Backstop) Write(write func() error) error {
	b.lock.Lock() // a write may never end
	defer b.lock.Unlock()
	b.text = nil
	return write()
}

// Abandon removes what is unfinished, and writes what is settled, while the command is still
// running. It returns the exit code of the settled result, if there is one that an interrupt does
// not outweigh.
func (b *Backstop) Abandon(stdout io.Writer) (code int, settled bool) {
	if !b.lock.TryLock() { // the result is being written, and its reader is stuck
		return 0, false
	}
	if b.unfinished != nil {
		b.unfinished()
	}
	if !b.settled {
		return 0, false
	}
	written := make(chan struct{})
	go func() {
		_, _ = stdout.Write(b.text) // there is no time left to complain
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(Echo):
	}
	return b.code, !errors.Is(b.cause, context.Canceled)
}
