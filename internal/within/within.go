// Package within gives a context to computations that do not check one.
package within

import "context"

// Context returns what compute returns. When the context ends first, it returns the cause of that;
// the computation continues, and its result is dropped. A panic of the computation is one of the
// caller.
func Context[T any](ctx context.Context, compute func() T) (value T, err error) {
	type result struct {
		value    T
		panicked any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover()
			done <- r
		}()
		r.value = compute()
	}()
	select {
	case r := <-done:
		if r.panicked != nil {
			panic(r.panicked)
		}
		return r.value, nil
	case <-ctx.Done():
		return value, context.Cause(ctx)
	}
}
