package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"molly/explore/replay"
	"molly/export/sarif"
	"molly/export/text"
	"molly/export/wire"
	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/internal/process"
	"molly/node"
	"molly/node/host"
)

func (t *tool) replayCommand() *cobra.Command {
	f := host.Replay{Again: text.ReplayCommand}
	var json bool
	c := &cobra.Command{
		Use:   "replay DIR…|FILE…",
		Short: "Do saved traces again, as regression tests",
		Args:  flagvalue.Some("traces: files, or folders with them"),
		RunE:  func(c *cobra.Command, names []string) error { return t.replay(c.Context(), &f, names) },
	}
	f.Register(c.Flags())
	t.registerFormat(c, &json)
	process.MemoryFlag(c)
	process.TimeFlag(c)
	flagvalue.Complete(c, "timeout-each")
	flagvalue.Complete(c, "shard")
	return c
}

func (t *tool) replay(ctx context.Context, f *host.Replay, names []string) error {
	if err := f.Fits(); err != nil {
		return usageError("%v", err)
	}
	files, err := f.Files(names)
	if err != nil {
		return usageError("%v", err)
	}
	table := text.Traces(&t.Out, t.style, files)
	list, err := f.Run(ctx, files, t.openTrace, func(r *replay.Result) {
		t.findTrace(r)
		if t.output.words() {
			_ = table.Add(r) // a buffer takes everything
			_ = t.Flush()    // the end of the command says what went wrong
		}
	})
	if err != nil && ctx.Err() == nil {
		return err
	}
	end := tracesEnd(list, f, err)
	switch {
	case t.output.form == asJSON && end.code != exitInterrupted:
		if err := wire.Encode(&t.Out, wire.NewReplay(list)); err != nil {
			return err
		}
	case t.output.words():
		t.Printf("\n%v\n", replay.Sum(list))
	}
	return end.orNil()
}

// openTrace makes the system of a trace by the words with which its header names it.
func (t *tool) openTrace(words []string) (*node.System, func(), error) {
	var f targetFlags
	args, err := f.reopen(words)
	if err != nil {
		return nil, nil, err
	}
	target, err := f.find(t, args)
	if err != nil {
		return nil, nil, err
	}
	return target.System, target.Close, nil
}

// findTrace shows a trace that is not as expected to machines.
func (t *tool) findTrace(r *replay.Result) {
	if t.output.form < asSARIF {
		return
	}
	if d, ok := text.Replayed(r); ok {
		t.find(sarif.OfReplay(d, r))
	}
}

// tracesEnd is how a command ends that has done traces again; why is nil where it has reached all.
func tracesEnd(list []*replay.Result, f *host.Replay, why error) *outcome {
	sum, end := replay.Sum(list), &outcome{}
	if why != nil {
		end = after(why, sum.All()-sum[replay.NotReached], numeral.Count(sum.All(), "trace"))
	}
	failed := 0
	for _, r := range list {
		if r.Status.Failed() && !r.Accepted {
			failed++
		}
	}
	switch {
	case end.code == exitInterrupted:
	case sum[replay.Unreadable] > 0:
		return &outcome{code: exitUsage}
	case failed > 0:
		end.code = exitCounterexample // known, although not all was reached
	case sum[replay.Undecided] > 0 && why == nil:
		return &outcome{exitInconclusive, fmt.Sprintf("%d of %s not done in %v", sum[replay.Undecided], numeral.Count(sum.All(), "trace"), f.Each)}
	}
	return end
}
