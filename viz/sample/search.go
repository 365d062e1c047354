package sample

import (
	"context"
	"errors"
	"time"

	"molly/verify"
)

// Watch has a search tell the log what it does, and then whom it tells already.
func (l *Log) Watch(o *verify.Options) {
	tell := o.Progress
	o.Progress = func(e verify.Event) {
		l.tell(e)
		if tell != nil {
			tell(e)
		}
	}
}

// errEnough ends a search that has found enough counterexamples.
var errEnough = errors.New("there are enough counterexamples")

// Search asks for all minimal counterexamples, until there are more of them than anyone needs to
// choose from. It leaves a quarter of the context's time to what shows them. The error, if any, says
// why the search ended early otherwise.
func (l *Log) Search(ctx context.Context, o verify.Options, search func(context.Context, verify.Options) (*verify.Verdict, error)) (*verify.Verdict, error) {
	if end, bounded := ctx.Deadline(); bounded {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)/4))
		defer cancel()
	}
	ctx, enough := context.WithCancelCause(ctx)
	defer enough(nil)
	l.enough = func() { enough(errEnough) }
	o.All = true
	l.Watch(&o)
	v, err := search(ctx, o)
	if errors.Is(err, errEnough) {
		err = nil
	}
	return v, err
}
