package watch

import (
	"context"
	"errors"
)

// ErrChanged is why a round ends early.
var ErrChanged = errors.New("a file has changed")

// Rounds calls round at once, and again after each change of what w watches by then. changed has the
// names of the files that have changed, and is empty in the first round. The context of a round that is
// still at work when a file changes ends, with [ErrChanged] as its cause. Rounds returns when a round
// fails for another reason, or when ctx ends, with the cause.
func Rounds(ctx context.Context, w *Watcher, round func(ctx context.Context, changed []string) error) error {
	var changed []string
	for {
		type next struct {
			changed []string
			err     error
		}
		working, end := context.WithCancelCause(ctx)
		waiting := make(chan next, 1)
		go func() {
			list, err := w.Next(working)
			if err == nil {
				end(ErrChanged)
			}
			waiting <- next{list, err}
		}()
		err := round(working, changed)
		if err != nil && !errors.Is(err, ErrChanged) {
			end(err)
			return err
		}
		n := <-waiting
		end(nil)
		if n.err != nil {
			return n.err
		}
		changed = n.changed
	}
}
