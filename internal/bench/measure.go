package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"time"

	"molly/eval"
	"molly/verify"
)

// enough is how long a question is repeated at most.
const enough = 3 * time.Second

// measure asks a question several times. Each time everything is done anew, from the text
// on; the memory of the time before is collected first.
func measure(ctx context.Context, t task, repeats int, timeout time.Duration) (measurement, error) {
	m := measurement{Question: t.name()}
	var samples []phases
	start := time.Now()
	for len(samples) < repeats && (len(samples) == 0 || time.Since(start) < enough) {
		runtime.GC()
		p, v, err := once(ctx, t, timeout)
		if v == nil {
			return m, err
		}
		if len(samples) == 0 {
			m.PeakMB = peak()
			m.take(v)
		}
		samples = append(samples, p)
		if err != nil {
			m.Ended = v.Reason
			break
		}
	}
	m.Repeats = len(samples)
	m.Min, m.Median = each(samples, smallest), each(samples, median)
	var err error
	m.Unswept, err = withoutSATSweeping(ctx, t, repeats, timeout)
	return m, err
}

func once(ctx context.Context, t task, timeout time.Duration) (phases, *verify.Verdict, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	w := startStopwatch()
	p, err := t.program.Parse()
	if err != nil {
		return w.phases, nil, err
	}
	w.next(&w.Run)
	v, err := verify.Verify(ctx, p, verify.Options{Spec: t.spec, Nodes: t.program.Nodes, Progress: w.tell})
	w.next(nil)
	if v != nil && v.Kind == verify.Certified { // no counterexample, so the time after the answer was for something else
		w.Fewest, w.Rest = 0, w.Fewest+w.Rest
	}
	w.Total = w.Run + w.Ground + w.Encode + w.Solve + w.Fewest + w.Rest
	return w.phases, v, err
}

// withoutSATSweeping builds the space of all executions several times, and does not ask which facts
// no scenario has. Time and memory have the bounds of the question.
func withoutSATSweeping(ctx context.Context, t task, repeats int, timeout time.Duration) (*unswept, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	p, err := t.program.Parse()
	if err != nil {
		return nil, err
	}
	e, err := eval.New(p, t.program.Nodes, eval.Options{SkipObservers: true})
	if err != nil {
		return nil, err
	}
	u := &unswept{}
	for begin, n := time.Now(), 0; n < repeats && (n == 0 || time.Since(begin) < enough); n++ {
		runtime.GC()
		start := time.Now()
		space, err := e.Space(ctx, t.spec)
		took := milliseconds(time.Since(start))
		if n == 0 || took < u.GroundMs {
			u.GroundMs = took
		}
		if err != nil {
			break // it is too large, which the table says
		}
		u.Firings = space.Firings()
	}
	return u, nil
}

// take notes the verdict.
func (m *measurement) take(v *verify.Verdict) {
	m.Verdict, m.Vacuous, m.Executions = string(v.Kind), v.Vacuous, v.Executions
	if len(v.Findings) > 0 {
		m.Faults = len(v.Findings[0].Scenario)
	}
	s := v.Size
	m.Facts, m.Firings, m.Nodes = s.Facts, s.Firings, s.Nodes
	m.Variables, m.Clauses, m.Calls = s.Question.Variables, s.Question.Clauses, s.Question.Calls
}

// peak is the most memory that this process ever had, in MB; 0 where the system does not tell.
func peak() float64 {
	f, err := os.Open("/proc/self/status")
	if err != nil {
		return 0
	}
	defer f.Close()
	kb := field(f, "VmHWM:")
	return kb / 1024
}

// field finds a line of a file of /proc that begins with a name and has a number.
func field(r io.Reader, name string) (value float64) {
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), name); ok {
			if _, err := fmt.Sscan(rest, &value); err != nil {
				return 0
			}
		}
	}
	return value
}
