package host

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/pflag"

	"molly/explore/replay"
	"molly/export/junit"
	"molly/export/junit/traces"
	"molly/internal/shard"
)

// Replay is how saved traces are done again as regression tests.
type Replay struct {
	Jobs   int           // so many at a time
	Each   time.Duration // for each of them; 0 is no bound
	Shard  shard.Shard
	Accept bool   // traces that are not as expected are written again, so that they are
	JUnit  string // a file for the results as JUnit has them, or ""
	// Again is the command that does a trace again.
	Again func(*replay.Result) string
}

// Register registers the flags.
func (o *Replay) Register(f *pflag.FlagSet) {
	f.IntVarP(&o.Jobs, "jobs", "j", runtime.GOMAXPROCS(0), "do so many at a time; the output is the same")
	f.DurationVar(&o.Each, "timeout-each", 0, "give up a trace after this `time`, such as 30s, and go on with the others")
	f.Var(&o.Shard, "shard", "only the `K/N` part of the traces, such as 2/4, for several machines that share the work")
	f.BoolVar(&o.Accept, "accept", false, "write traces that are not as expected again, so that what happens now is expected")
	f.StringVar(&o.JUnit, "junit", "", "also write the results to `file`, as the XML of JUnit that CI systems read")
}

// Fits refuses flags that mean nothing, before any work is done.
func (o *Replay) Fits() error {
	switch {
	case o.Jobs < 1:
		return fmt.Errorf("--jobs %d: it must be at least 1", o.Jobs)
	case o.Each < 0:
		return fmt.Errorf("--timeout-each %v: it must be more than 0", o.Each)
	}
	return writable("junit", o.JUnit)
}

// Files are the traces that names lead to, as far as they are of the shard. It is an error that there are none.
func (o *Replay) Files(names []string) ([]replay.File, error) {
	found, err := replay.Find(names...)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("there is no trace: the names of trace files end with " + replay.Extension)
	}
	var mine []string
	for i, name := range found {
		if o.Shard.Has(i) {
			mine = append(mine, name)
		}
	}
	return replay.Read(mine), nil
}

// Run does traces again, tells of each in the order of the files, and writes what is to be written. The error is the
// context's, with which there are files that were not reached, or says what cannot be written.
func (o *Replay) Run(ctx context.Context, files []replay.File, open replay.Open, tell func(*replay.Result)) ([]*replay.Result, error) {
	var unwritten error
	list, err := replay.Run(ctx, files, open, replay.Options{Jobs: o.Jobs, Limit: o.Each}, func(r *replay.Result) {
		if o.Accept && r.Status.Failed() {
			if _, err := r.Accept(); err != nil && unwritten == nil {
				unwritten = fmt.Errorf("--accept: %w", err)
			}
		}
		tell(r)
	})
	if err == nil {
		err = unwritten
	}
	if err == nil && o.JUnit != "" {
		report := junit.Suites{Name: "molly replay"}
		report.Add(traces.Suites(list, o.Again)...)
		err = junit.WriteFile(o.JUnit, report)
	}
	return list, err
}
