package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly/internal/process"
)

// Options say how a server works.
type Options struct {
	Version string
	// Time bounds each call that asks for no other time; Memory, in bytes, bounds all calls together. 0 is no
	// bound.
	Time   time.Duration
	Memory int64
}

// instructions tell an assistant what the server is for.
const instructions = `Molly finds the smallest set of faults that breaks a distributed protocol, or proves that none does.
A protocol is a program in Dedalus: Datalog in which every tuple has a place (its first column) and a time. Read the page
"language" (tool docs) before you write one; the page "cookbook" has idioms, and the tool protocols has complete examples.
A program is given as text, or as files. Its comment "// molly: eot=6 eff=3 crashes=1 nodes=a,b,c" says how long a run lasts and
what may go wrong; the argument spec overrides it.
Usual order: lint until there are no findings; format; verify; for a counterexample, run and explain with its faults.
"certified" is a proof for these nodes, this input and this bound, not for longer runs.`

// Serve answers a client until it closes its stream, and what it has asked until then. The error is the context's, or
// of the streams.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := sdk.NewServer(
		&sdk.Implementation{Name: "molly", Title: "Molly", Version: o.Version},
		&sdk.ServerOptions{Instructions: instructions, Capabilities: &sdk.ServerCapabilities{}},
	)
	w := &worker{options: o, free: make(chan struct{}, runtime.GOMAXPROCS(0))}
	addVerify(s, w)
	addRun(s, w)
	addExplain(s, w)
	addLint(s, w)
	addFormat(s, w)
	addLibrary(s, w)
	err := s.Run(ctx, patient{&sdk.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}}})
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == nil || errors.Is(err, io.EOF):
		return nil // the client has gone
	}
	return fmt.Errorf("the stream of the client has no message of the protocol: %w", err)
}

// unclosed is a writer that its user cannot close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// worker does what tools are asked for.
type worker struct {
	options Options
	free    chan struct{} // has room for so many calls at once
}

// answer is the result of a tool.
type answer struct {
	text     string // for people
	document any    // of package wire; nil where there is none
}

// largest is how many bytes a result may have, text and JSON each.
const largest = 200_000

// add adds a tool to a server. timeout reads what an input says of the time, in seconds.
func add[In any](s *sdk.Server, w *worker, name, title, description string, timeout func(In) float64, do func(context.Context, progress, In) (answer, error)) {
	tool := &sdk.Tool{
		Name: name, Title: title, Description: description, InputSchema: schemaOf[In](),
		Annotations: &sdk.ToolAnnotations{Title: title, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(false)},
	}
	sdk.AddTool(s, tool, func(ctx context.Context, call *sdk.CallToolRequest, in In) (_ *sdk.CallToolResult, _ any, err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("internal error of molly, not of your program: %v\n%s", p, debug.Stack())
			}
		}()
		select {
		case w.free <- struct{}{}:
			defer func() { <-w.free }()
		case <-ctx.Done():
			return nil, nil, context.Cause(ctx)
		}
		bounded, stop, err := w.bound(ctx, timeout(in))
		if err != nil {
			return nil, nil, err
		}
		defer stop()
		a, err := do(bounded, progressOf(call), in)
		if err != nil {
			return nil, nil, inWords(err)
		}
		return a.result(ctx)
	})
}

// bound bounds a call.
func (w *worker) bound(ctx context.Context, seconds float64) (context.Context, func(), error) {
	if seconds < 0 || seconds > 86_400 {
		return nil, nil, fmt.Errorf("timeout %v: it must be from 0 to 86400 seconds", seconds)
	}
	limits := process.Limits{Time: w.options.Time, Memory: w.options.Memory}
	if seconds > 0 {
		limits.Time = time.Duration(seconds * float64(time.Second))
	}
	ctx, stop := limits.Bound(ctx)
	return ctx, stop, nil
}
