package expect

import (
	"context"
	"sync"
	"time"

	"molly/verify"
)

// Result is what came of an expectation.
//
// Invariant: Err is nil where Difference is not empty. It holds where both are empty, and it was
// reached and decided.
type Result struct {
	Expectation
	Found       Outcome
	Certificate Certificate // of what was found
	Difference  string
	Err         error // of the program, of the tool or of the context
	NotReached  bool  // the context ended before there was an answer, which Err says
	// Undecided is the file's Limit, where there was no answer within it; else 0.
	Undecided time.Duration
	Elapsed   time.Duration
}

// Holds reports whether the result is the expected one.
func (r Result) Holds() bool {
	return r.Difference == "" && r.Err == nil && r.Answered()
}

// Answered reports whether the search came to its end.
func (r Result) Answered() bool { return !r.NotReached && r.Undecided == 0 }

// Run checks the expectations of all files, several at a time. It gives what came of each file's to
// tell, in the order of the files and of their lines, as soon as that file and all before it are
// done, and returns it for all files. It ends early where the context ends, with its cause: then
// there are expectations that were not reached.
func Run(ctx context.Context, files []*File, jobs int, tell func(Tested)) ([]Tested, error) {
	type place struct{ file, line int }
	var places []place
	results := make([][]Result, len(files))
	pending := make([]sync.WaitGroup, len(files))
	for i, f := range files {
		results[i] = make([]Result, len(f.Expectations))
		pending[i].Add(len(f.Expectations))
		for j := range f.Expectations {
			places = append(places, place{i, j})
		}
	}
	queue := make(chan place)
	for range min(max(jobs, 1), len(places)) {
		go func() {
			for p := range queue {
				results[p.file][p.line] = one(ctx, files[p.file], p.line)
				pending[p.file].Done()
			}
		}()
	}
	go func() {
		for _, p := range places {
			queue <- p
		}
		close(queue)
	}()
	list := make([]Tested, len(files))
	for i, f := range files {
		pending[i].Wait()
		list[i] = Tested{f, results[i]}
		tell(list[i])
	}
	return list, context.Cause(ctx)
}

// one checks an expectation.
func one(ctx context.Context, f *File, line int) Result {
	r := Result{Expectation: f.Expectations[line]}
	if r.Err = context.Cause(ctx); r.Err != nil {
		r.NotReached = true
		return r
	}
	limited, cancel := ctx, func() {}
	if f.Limit > 0 {
		limited, cancel = context.WithTimeout(ctx, f.Limit)
	}
	defer cancel()
	start := time.Now()
	var v *verify.Verdict
	v, r.Found, r.Difference, r.Err = r.search(limited, f.Program.Datalog())
	if r.Err == nil {
		r.Certificate, r.Err = f.certify(limited, r.Expectation, v)
	}
	r.Elapsed = time.Since(start)
	switch {
	case r.Err == nil:
	case ctx.Err() != nil:
		r.NotReached = true
	case limited.Err() != nil:
		r.Undecided, r.Err = f.Limit, nil
	}
	if !r.Answered() {
		r.Found = Outcome{}
	}
	return r
}
