package mcp

import (
	"context"
	"fmt"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly/internal/numeral"
	"molly/verify"
)

// progress tells the client, once a second until the context ends, how far a search is; the search says so to
// the function. It is nil where the client does not want to know.
type progress func(context.Context) (tell func(verify.Event))

func progressOf(call *sdk.CallToolRequest) progress {
	token := call.Params.GetProgressToken()
	return func(ctx context.Context) func(verify.Event) {
		if token == nil {
			return nil
		}
		var lock sync.Mutex
		var last verify.Event
		go func() {
			ticks, begin := time.NewTicker(time.Second), time.Now()
			defer ticks.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-ticks.C:
				}
				lock.Lock()
				doing := words(last)
				lock.Unlock()
				seconds := time.Since(begin).Seconds()
				_ = call.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ // who does not listen misses nothing
					ProgressToken: token, Progress: seconds, Message: fmt.Sprintf("%s after %.0f s", doing, seconds),
				})
			}
		}()
		return func(e verify.Event) {
			lock.Lock()
			defer lock.Unlock()
			last = e
		}
	}
}

// words say how far a search is.
func words(e verify.Event) string {
	if e.Kind == verify.Grounding {
		return e.Growth.String()
	}
	return numeral.Count(e.Executions, "execution")
}
