package main

import "context"

// within computes what does not look at a context. When that ends first, within returns its cause,
// and the computation goes on for nothing until the process ends.
func within[T any](ctx context.Context, compute func() T) (value T, err error) {
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
