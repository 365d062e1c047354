package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// backstop ends the process where a command does not end by itself. Whatever takes long
// looks at its context, and a command whose time is up or that is interrupted ends at once;
// but a phase that does not look, or a write that nobody reads, must not keep the user
// waiting.
type backstop struct {
	overdue chan struct{} // closed when the command should have ended long ago
	once    sync.Once
	cause   error // why it should have ended; set before overdue is closed

	// The lock is held while the result is written.
	sync.Mutex
	settled bool   // the command has a result that no bound takes away:
	text    []byte // what is to be written of it
	code    int
	// unfinished takes away what has been begun on disk; nil where nothing has.
	unfinished func()
}

// overtime is how long a command may take to end after its context has.
const overtime = 750 * time.Millisecond

// watch begins to wait for a context's end.
func (b *backstop) watch(ctx context.Context) {
	context.AfterFunc(ctx, func() {
		time.AfterFunc(overtime, func() {
			b.once.Do(func() {
				b.cause = context.Cause(ctx)
				close(b.overdue)
			})
		})
	})
}

// settle notes what has been printed so far as a result with a code, and takes it back:
// what follows says it again, with more that is not as certain to end. Standard output
// gets it if that does not end.
func (t *tool) settle(code int) {
	t.backstop.Lock()
	defer t.backstop.Unlock()
	t.backstop.settled, t.backstop.code = true, code
	t.backstop.text = bytes.Clone(t.out.Bytes())
	t.out.Reset()
}

// unfinished notes how to take away what is begun on disk, as long as it is not complete; nil says
// that it is complete, or gone.
func (t *tool) unfinished(remove func()) {
	t.backstop.Lock()
	defer t.backstop.Unlock()
	t.backstop.unfinished = remove
}

// abandon ends the process while the command is still running.
func (t *tool) abandon() int {
	ending := classify(t.backstop.cause)
	ending.text = fmt.Sprintf("%s, and the work in progress did not stop", ending.text)
	if t.backstop.TryLock() { // else it is being written, and nobody reads
		if t.backstop.unfinished != nil {
			t.backstop.unfinished()
		}
		if t.backstop.settled {
			written := make(chan struct{})
			go func() {
				_, _ = t.stdout.Write(t.backstop.text) // there is no time left to complain
				close(written)
			}()
			select {
			case <-written:
			case <-time.After(echo):
			}
			if !errors.Is(t.backstop.cause, context.Canceled) {
				ending.code = t.backstop.code
			}
		}
	}
	t.complain(ending.text)
	return ending.code
}
