package memlimit

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Exceeded is the cause of a context that ended because the memory was used up.
type Exceeded struct {
	Limit, Used int64 // bytes
}

func (e *Exceeded) Error() string {
	return fmt.Sprintf("the memory was used up: %s, of %s that were allowed", Format(e.Used), Format(e.Limit))
}

// interval is how often the use is measured.
const interval = 20 * time.Millisecond

// Watch returns a context that ends, with an *Exceeded as its cause, when the process uses
// more than limit bytes; 0 is no limit. The caller must call stop.
func Watch(parent context.Context, limit int64) (ctx context.Context, stop func()) {
	if limit <= 0 {
		return parent, func() {}
	}
	ctx, cancel := context.WithCancelCause(parent)
	// The collector must win the race against the bound while there is garbage.
	before := debug.SetMemoryLimit(limit - limit/8)
	done := make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if used := Used(); used > limit {
					cancel(&Exceeded{limit, used})
					return
				}
			}
		}
	}()
	return ctx, func() {
		cancel(context.Canceled)
		<-done
		debug.SetMemoryLimit(before)
	}
}

// Used is how much memory the process has from the system.
func Used() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(min(s[0].Value.Uint64()-s[1].Value.Uint64(), math.MaxInt64))
}
