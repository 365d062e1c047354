package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"molly/eval"
	"molly/internal/memlimit"
)

// checkBounds refuses bounds that mean nothing, where they were given.
func checkBounds(c *cobra.Command) error {
	for _, name := range []string{"max-executions", "max-facts", "limit", "depth", "steps", "max-nodes"} {
		f := c.Flags().Lookup(name)
		if f == nil || !f.Changed {
			continue
		}
		if n, err := strconv.Atoi(f.Value.String()); err != nil || n < 1 {
			return usageError("--%s %s: it must be at least 1", name, f.Value)
		}
	}
	return nil
}

// boundSize adds --max-facts and --max-memory.
func boundSize(c *cobra.Command, limit *int) {
	boundMemory(c)
	c.Flags().IntVar(limit, "max-facts", 0, fmt.Sprintf("give up beyond this many facts (%d)", eval.DefaultMaxFacts))
}

// defaultMemory is how much memory a command may use where nothing is said, if it is known
// how much there is.
const defaultMemory = "80%"

// boundMemory adds --max-memory, which watchMemory reads.
func boundMemory(c *cobra.Command) {
	c.Flags().String("max-memory", defaultMemory, "stop at this much `memory`: 500MB, 2GB, or a share of the machine's")
}

// boundTime adds --timeout, which bound reads.
func boundTime(c *cobra.Command) {
	c.Flags().Duration("timeout", 0, "stop after this `time`, such as 30s or 5m, with the result so far")
}

// bound bounds the time of a command that has --timeout, and the memory of one that has
// --max-memory. It changes the command's context.
func (t *tool) bound(c *cobra.Command, _ []string) error {
	ctx := c.Context()
	if f := c.Flags().Lookup("timeout"); f != nil && f.Changed {
		d, err := time.ParseDuration(f.Value.String())
		if err != nil || d <= 0 {
			return usageError("--timeout %s: it must be more than 0", f.Value)
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, d)
		t.atEnd = append(t.atEnd, cancel)
	}
	ctx, err := t.watchMemory(ctx, c)
	if err != nil {
		return err
	}
	t.ctx = ctx
	if in, ok := t.stdin.(patientReader); ok {
		t.stdin = patientReader{ctx, in.Reader}
	}
	c.SetContext(ctx)
	t.backstop.watch(ctx)
	return nil
}

// watchMemory bounds the memory of a command that has --max-memory.
func (t *tool) watchMemory(ctx context.Context, c *cobra.Command) (context.Context, error) {
	f := c.Flags().Lookup("max-memory")
	if f == nil {
		return ctx, nil
	}
	limit, err := memlimit.ParseSize(f.Value.String(), memlimit.Available())
	if err != nil {
		if !f.Changed {
			return ctx, nil // nobody knows how much there is
		}
		return nil, usageError("--max-memory %s: %v", quote(f.Value.String()), err)
	}
	ctx, stop := memlimit.Watch(ctx, limit)
	t.atEnd = append(t.atEnd, stop)
	return ctx, nil
}

// grace is how long it may take to show what there is after a bound was met.
const grace = 400 * time.Millisecond

// lateContext is for what is shown although a bound may have been met: the context, while it
// lives, else one that ends soon, for the same reason.
func lateContext(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(context.WithoutCancel(ctx), grace, context.Cause(ctx))
}

// isBound reports whether an error says that the time or the memory was used up, or that the
// user interrupted the command.
func isBound(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || isMemory(err)
}

// isMemory reports whether an error says that the memory was used up.
func isMemory(err error) bool {
	var exceeded *memlimit.Exceeded
	return errors.As(err, &exceeded)
}

// withTimeout bounds a context where a bound is given.
func withTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if d <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, d)
}
