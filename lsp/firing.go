package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"molly"
	"molly/datalog"
	"molly/eval"
	"molly/export/text"
	"molly/internal/numeral"
)

// A failureFree is the run of a program without faults, under its own directive, or why there is none.
type failureFree struct {
	run     *eval.Run
	firings map[int][]int // by rule: the time of each firing
	problem string
}

// brief is how long the run without faults may take where something is only explained.
const brief = 3 * time.Second

// failureFree runs a program without faults, once.
func (q *request) failureFree(p *program) *failureFree {
	p.ran.Do(func() {
		ctx, cancel := context.WithTimeout(q.Server.ctx, brief)
		defer cancel()
		p.free = runFree(ctx, p)
	})
	return p.free
}

func runFree(ctx context.Context, p *program) *failureFree {
	ask, err := p.Question(molly.Options{})
	if err != nil {
		first, _, _ := strings.Cut(text.SettingError(err), "\n")
		return &failureFree{problem: first}
	}
	x, err := ask.Run(ctx, nil)
	switch {
	case ctx.Err() != nil:
		return &failureFree{problem: "the run takes longer than " + brief.String()}
	case err != nil:
		first, _, _ := strings.Cut(err.Error(), "\n")
		return &failureFree{problem: first}
	}
	f := &failureFree{run: x.Run, firings: map[int][]int{}}
	for id := range x.Run.Firings() {
		firing := x.Run.Firing(eval.FiringID(id))
		f.firings[firing.Rule] = append(f.firings[firing.Rule], firing.Time)
	}
	return f
}

// fires says at which times a rule fires.
func (f *failureFree) fires(rule int) string {
	if f.run == nil {
		return "When it fires is not known: " + f.problem + "\n\n"
	}
	times := f.firings[rule]
	if len(times) == 0 {
		return fmt.Sprintf("Without faults it never fires (%v).\n\n", f.run.Spec)
	}
	return fmt.Sprintf("Without faults it fires %s, %s (%v).\n\n", numeral.Count(len(times), "time"), atTimes(times), f.run.Spec)
}

// holds says at which times a relation holds tuples.
func (f *failureFree) holds(r datalog.RelID) string {
	if f.run == nil {
		return ""
	}
	var times []int
	tuples := 0
	for _, h := range f.run.History(r, until(f.run.EOT())...) {
		tuples++
		times = append(times, h.Times...)
	}
	if tuples == 0 {
		return fmt.Sprintf("Without faults it never holds anything (%v).\n\n", f.run.Spec)
	}
	return fmt.Sprintf("Without faults it holds %s, %s (%v).\n\n", numeral.Count(tuples, "tuple"), atTimes(times), f.run.Spec)
}

// until are the times from 1 to the last.
func until(last int) []int {
	var times []int
	for t := 1; t <= last; t++ {
		times = append(times, t)
	}
	return times
}

// atTimes names times, each once.
func atTimes(times []int) string {
	times = slices.Compact(slices.Sorted(slices.Values(times)))
	if len(times) == 1 {
		return fmt.Sprintf("at time %d", times[0])
	}
	return "at times " + numeral.Ranges(times)
}
