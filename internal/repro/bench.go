package repro

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"time"

	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// Options of a measurement.
type Options struct {
	Library fs.FS         // the protocols
	For     time.Duration // the bound on each search and each sweep
	Seeds   int           // of random search; 0 is 25, as in the paper
	// Progress, where set, is told what is measured next.
	Progress func(string)
}

func (o Options) tell(format string, args ...any) {
	if o.Progress != nil {
		o.Progress(fmt.Sprintf(format, args...))
	}
}

// bench measures searches of one program.
type bench struct {
	options Options
	program *dedalus.Program
	nodes   []string
}

func (o Options) load(name string) (*bench, error) {
	p, found := dedalus.Loader{Library: o.Library}.Load(name)
	if p == nil {
		return nil, fmt.Errorf("%s: %v", name, found.Errors())
	}
	nodes := p.Settings().Nodes
	if nodes == nil {
		nodes = p.Datalog().Places()
	}
	return &bench{o, p, nodes}, nil
}

// rules is the number of rules of a program: the closest that we have to the paper's
// lines of code.
func (b *bench) rules() int { return len(b.program.Datalog().Rules) }

func (b *bench) combinations(s failure.Spec) *big.Int { return s.Combinations(len(b.nodes)) }

// Search is what a search took.
type Search struct {
	Kind       verify.Kind
	Executions int
	Seconds    float64
	Scenario   failure.Scenario // of a counterexample
	Stopped    string           // why it is not complete
	NoneFound  bool             // with negation ignored, no candidate was left
}

// search runs one search with the strategy of o. The error is the context's own or an internal
// one; a timeout is no error.
func (b *bench) search(ctx context.Context, spec failure.Spec, o verify.Options) (Search, error) {
	limited, cancel := context.WithTimeout(ctx, b.options.For)
	defer cancel()
	start := time.Now()
	o.Spec, o.Nodes = spec, b.nodes
	v, err := verify.Verify(limited, b.program.Datalog(), o)
	s := Search{Seconds: time.Since(start).Seconds()}
	if v == nil {
		return s, err
	}
	if ctx.Err() != nil {
		return s, context.Cause(ctx)
	}
	s.Kind, s.Executions, s.Stopped = v.Kind, v.Executions, v.Reason
	if errors.Is(err, verify.ErrNegationIgnored) {
		s.NoneFound, s.Stopped = true, ""
	}
	if len(v.Findings) > 0 {
		s.Scenario = v.Findings[0].Scenario
	}
	return s, nil
}

// Sample is what random search took, for several seeds.
type Sample struct {
	Seeds      int   // asked for
	Executions []int // up to the first violation, for each seed that found one in time
	Seconds    float64
}

// Mean returns the mean number of executions, the least and the most.
func (s Sample) Mean() (mean float64, least, most int) {
	for i, n := range s.Executions {
		mean += float64(n) / float64(len(s.Executions))
		if i == 0 || n < least {
			least = n
		}
		most = max(most, n)
	}
	return mean, least, most
}

// errSeen ends a random search when it has seen a violation: it need not be minimal.
var errSeen = errors.New("seen")

// random runs random search with each seed until it sees a violation. All seeds together
// have Options.For.
func (b *bench) random(ctx context.Context, spec failure.Spec) (Sample, error) {
	s := Sample{Seeds: b.options.Seeds}
	if s.Seeds == 0 {
		s.Seeds = 25
	}
	limited, cancel := context.WithTimeout(ctx, b.options.For)
	defer cancel()
	start := time.Now()
	for seed := range uint64(s.Seeds) {
		one, stop := context.WithCancelCause(limited)
		seen := 0
		o := verify.Options{Spec: spec, Nodes: b.nodes, Strategy: verify.Random, Seed: seed + 1, MaxExecutions: 100_000_000}
		o.Progress = func(e verify.Event) {
			if e.Kind == verify.Executed && e.Violated && seen == 0 {
				seen = e.Executions
				stop(errSeen)
			}
		}
		v, err := verify.Verify(one, b.program.Datalog(), o)
		stop(nil)
		if ctx.Err() != nil {
			return s, context.Cause(ctx)
		}
		if v == nil {
			return s, err
		}
		if seen == 0 {
			break // a timeout
		}
		s.Executions = append(s.Executions, seen)
		s.Seconds = time.Since(start).Seconds() / float64(len(s.Executions))
	}
	return s, nil
}
