package report

import (
	"context"

	"molly/viz/sample"
)

// Fill writes the page of a search: its executions, then the rest ([Writer.Close]). Where it fails,
// nothing is left behind ([Writer.Abandon]). runs are from a [sample.Log]; the first one is the
// failure-free run.
func (w *Writer) Fill(ctx context.Context, s Search, runs []sample.Run, o sample.Options) (sample.Result, error) {
	f := &filler{Search: s, ctx: ctx}
	written, err := sample.Write(ctx, runs, o, w.Bytes, func(run sample.Run) error {
		x, err := f.execution(run)
		if err != nil {
			return err
		}
		return w.Add(x)
	})
	if err == nil {
		err = w.Close(f.head(written.Without))
	}
	if err != nil {
		w.Abandon()
	}
	return written, err
}
