package process

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"molly/internal/memlimit"
)

// defaultMemory is how much memory a command may use by default, where it is known how much
// there is.
const defaultMemory = "80%"

// MemoryFlag adds --max-memory, which Bound reads.
func MemoryFlag(c *cobra.Command) {
	c.Flags().String("max-memory", defaultMemory, "stop at this much `memory`: 500MB, 2GB, or a share of the machine's")
}

// TimeFlag adds --timeout, which Bound reads.
func TimeFlag(c *cobra.Command) {
	c.Flags().Duration("timeout", 0, "stop after this `time`, such as 30s or 5m, with the result so far")
}

// Bound bounds the time of a command that has --timeout, and the memory of one that has
// --max-memory. It changes the command's context; stop, which is never nil, ends the
// watch. The error is a *FlagError.
func Bound(c *cobra.Command) (stop func(), err error) {
	l, err := LimitsOf(c)
	if err != nil {
		return func() {}, err
	}
	ctx, stop := l.Bound(c.Context())
	c.SetContext(ctx)
	return stop, nil
}

// Limits bound a piece of work; 0 is no bound.
type Limits struct {
	Time   time.Duration
	Memory int64 // of the process, in bytes
}

// LimitsOf are what the flags of a command say: --timeout and --max-memory, where it has them. The error is
// a *FlagError.
func LimitsOf(c *cobra.Command) (l Limits, err error) {
	if f := c.Flags().Lookup("timeout"); f != nil && (f.Changed || f.DefValue != "0s") {
		if l.Time, err = time.ParseDuration(f.Value.String()); err != nil || l.Time <= 0 {
			return l, &FlagError{"timeout", f.Value.String(), errors.New("it must be more than 0")}
		}
	}
	if f := c.Flags().Lookup("max-memory"); f != nil {
		l.Memory, err = memlimit.ParseSize(f.Value.String(), memlimit.Available())
		if err != nil && f.Changed { // else the amount is unknown
			return l, &FlagError{"max-memory", f.Value.String(), err}
		}
	}
	return l, nil
}

// Bound returns a context that ends where a limit is reached. stop ends the watch.
func (l Limits) Bound(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := WithTimeout(ctx, l.Time)
	if l.Memory <= 0 {
		return ctx, cancel
	}
	ctx, end := memlimit.Watch(ctx, l.Memory)
	return ctx, func() { end(); cancel() }
}

// FlagError says what is wrong with the value of a flag.
type FlagError struct {
	Flag, Value string
	Err         error
}

func (e *FlagError) Error() string { return fmt.Sprintf("--%s %s: %v", e.Flag, e.Value, e.Err) }

// Unwrap is what is wrong.
func (e *FlagError) Unwrap() error { return e.Err }

// grace is how long it may take to show the result so far after a bound was met.
const grace = 400 * time.Millisecond

// Late is the context for what is shown although a bound may have been met: ctx while it lives,
// else one that ends soon, for the same reason.
func Late(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(context.WithoutCancel(ctx), grace, context.Cause(ctx))
}

// IsBound reports whether an error says that the time or the memory was used up, or that the
// user interrupted the command.
func IsBound(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || IsMemory(err)
}

// IsMemory reports whether an error says that the memory was used up.
func IsMemory(err error) bool {
	var exceeded *memlimit.Exceeded
	return errors.As(err, &exceeded)
}

// WithTimeout bounds a context where a bound is given: one of 0 is none.
func WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}
