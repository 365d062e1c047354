package within

import (
	"context"
	"errors"
	"testing"
)

// What is computed within a context is returned, or why it ended; a panic is that of the caller.
func TestContext(t *testing.T) {
	if n, err := Context(t.Context(), func() int { return 7 }); n != 7 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	why := errors.New("why")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	never := make(chan int)
	defer close(never)
	if n, err := Context(ctx, func() int { return <-never + 1 }); n != 0 || !errors.Is(err, why) {
		t.Errorf("%d, %v", n, err)
	}
	defer func() {
		if p := recover(); p != "so" {
			t.Errorf("it panics with %v", p)
		}
	}()
	_, _ = Context(t.Context(), func() int { panic("so") })
	t.Error("it does not panic")
}
