package replay

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"molly/node"
)

// Open makes the system that the header of a trace names: by its options, as on a command line. The function closes what it
// has opened. It is called once for each target, by one goroutine at a time.
type Open func(options []string) (s *node.System, closed func(), err error)

// Options are how traces are done again.
type Options struct {
	Jobs  int           // so many at a time
	Limit time.Duration // for each trace; 0 is none
}

// Run does traces again, several at a time; those of one target share its system. It gives what came of each file to tell, in
// the order of the files, as soon as that file and all before it are done, and returns it for all files. It ends early where
// the context ends, with its cause: then there are files that were not reached.
func Run(ctx context.Context, files []File, open Open, o Options, tell func(*Result)) ([]*Result, error) {
	all := newTargets(files, open)
	results := make([]*Result, len(files))
	done := make([]chan struct{}, len(files))
	for i := range done {
		done[i] = make(chan struct{})
	}
	queue := make(chan int)
	for range min(max(o.Jobs, 1), len(files)) {
		go func() {
			for i := range queue {
				results[i] = one(ctx, files[i], all, o.Limit)
				close(done[i])
			}
		}()
	}
	go func() {
		for i := range files {
			queue <- i
		}
		close(queue)
	}()
	for i := range files {
		<-done[i]
		tell(results[i])
	}
	return results, context.Cause(ctx)
}

// one does a trace again.
func one(ctx context.Context, f File, all *targets, limit time.Duration) *Result {
	r := &Result{File: f}
	if f.Trace == nil {
		r.Status, r.Err = Unreadable, f.Err
		return r
	}
	defer all.release(f)
	if ctx.Err() != nil {
		r.Status = NotReached
		return r
	}
	start := time.Now()
	s, err := all.system(f)
	if err != nil {
		if r.Status, r.Err = Unreadable, err; ctx.Err() != nil {
			r.Status, r.Err = NotReached, nil
		}
		return r
	}
	limited, cancel := ctx, func() {}
	if limit > 0 {
		limited, cancel = context.WithTimeout(ctx, limit)
	}
	defer cancel()
	err = r.follow(limited, s)
	r.Elapsed = time.Since(start)
	switch {
	case err == nil:
		r.Status = r.judge()
	case ctx.Err() != nil:
		r.Status = NotReached
	default:
		r.Status, r.Limit = Undecided, limit
	}
	return r
}

// targets are the systems that traces name.
type targets struct {
	open Open
	one  sync.Mutex // opens one at a time
	all  map[string]*opened
}

// opened is a system that some traces name.
type opened struct {
	once   sync.Once
	system *node.System
	closed func()
	err    error

	mu   sync.Mutex
	left int // traces that need it
}

// key is what traces of the same target have in common.
func key(f File) string { return strings.Join(f.Trace.Options, "\x00") }

func newTargets(files []File, open Open) *targets {
	t := &targets{open: open, all: map[string]*opened{}}
	for _, f := range files {
		if f.Trace == nil {
			continue
		}
		x := t.all[key(f)]
		if x == nil {
			x = &opened{closed: func() {}}
			t.all[key(f)] = x
		}
		x.left++
	}
	return t
}

// system is that of a trace.
func (t *targets) system(f File) (*node.System, error) {
	x := t.all[key(f)]
	x.once.Do(func() {
		if len(f.Trace.Options) == 0 && f.Trace.System == "" {
			x.err = errors.New("it does not say of what target it is")
			return
		}
		t.one.Lock()
		defer t.one.Unlock()
		s, closed, err := t.open(f.Trace.Options)
		if err != nil {
			x.err = fmt.Errorf("its target cannot be made: %w", err)
			return
		}
		x.system, x.closed = s, closed
	})
	return x.system, x.err
}

// release closes the system of a trace where no other one needs it.
func (t *targets) release(f File) {
	x := t.all[key(f)]
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.left--; x.left == 0 {
		x.closed()
	}
}
