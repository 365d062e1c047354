package lsp

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"molly"
	"molly/internal/numeral"
	"molly/verify"
	"molly/verify/expect"
)

const (
	// quiet is for how long nothing must have changed before a verification begins.
	quiet = 250 * time.Millisecond
	// patience is how long a verification in the background may take.
	patience = 30 * time.Second
)

// verifier verifies what directives and expectations of the open documents say, one after the other, in the
// background, and then finds out what takes an evaluation to be found. What is verified is known by its question: a
// change that does not change the question does not verify it again.
type verifier struct {
	*Server
	woken chan struct{}

	guard   sync.Mutex
	latest  *snapshot
	results map[string]outcome // by key of a question
}

// outcome is what a lens shows. While it is not known, it is missing.
type outcome struct {
	title string
	again bool // a verification without a bound may say more
}

func newVerifier(s *Server) *verifier {
	return &verifier{Server: s, woken: make(chan struct{}, 1), results: map[string]outcome{}}
}

// consider has a snapshot verified, and what was verified for an earlier one no more.
func (v *verifier) consider(n *snapshot) {
	v.guard.Lock()
	v.latest = n
	v.guard.Unlock()
	select {
	case v.woken <- struct{}{}:
	default:
	}
}

// stop forgets what is to be verified.
func (v *verifier) stop() { v.consider(newSnapshot(v.folders, nil)) }

// known returns what came of a question.
func (v *verifier) known(key string) (outcome, bool) {
	v.guard.Lock()
	defer v.guard.Unlock()
	o, ok := v.results[key]
	return o, ok
}

// run verifies until the session ends.
func (v *verifier) run() {
	for v.settled() {
		for {
			j, ok := v.next()
			if !ok {
				break
			}
			if !v.verify(j) {
				return
			}
		}
	}
}

// settled waits for a change, and then until nothing changes. It returns false at the end of the session.
func (v *verifier) settled() bool {
	select {
	case <-v.ctx.Done():
		return false
	case <-v.woken:
		return v.calm()
	}
}

// calm waits until nothing has changed for a while.
func (v *verifier) calm() bool {
	for {
		select {
		case <-v.ctx.Done():
			return false
		case <-v.woken:
		case <-time.After(quiet):
			return true
		}
	}
}

// jobs are the questions of the latest snapshot.
func (v *verifier) jobs() []job {
	v.guard.Lock()
	n := v.latest
	v.guard.Unlock()
	var list []job
	for _, path := range slices.Sorted(maps.Keys(n.docs)) {
		list = append(list, n.jobsOf(v.Server, path)...)
	}
	return list
}

// next returns the first question that has no answer, and forgets the answers to questions that nobody asks any
// more.
func (v *verifier) next() (job, bool) {
	jobs := v.jobs()
	v.guard.Lock()
	defer v.guard.Unlock()
	maps.DeleteFunc(v.results, func(key string, _ outcome) bool {
		return !slices.ContainsFunc(jobs, func(j job) bool { return j.key == key })
	})
	for _, j := range jobs {
		if _, done := v.results[j.key]; !done && (j.known == nil || !j.known()) {
			return j, true
		}
	}
	return job{}, false
}

// verify answers a question, unless nobody asks it any more before it is answered. It returns false at the end of the
// session.
func (v *verifier) verify(j job) bool {
	ctx, cancel := context.WithTimeoutCause(v.ctx, patience, errPatience)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		defer close(done)
		defer v.recovered("verifying "+j.name, nil)
		done <- j.answer(ctx)
	}()
	for {
		select {
		case o, ok := <-done:
			if v.ctx.Err() != nil {
				return false
			}
			if j.known != nil {
				return true
			}
			if !ok {
				o = outcome{title: "internal error: see the log"}
			}
			v.guard.Lock()
			v.results[j.key] = o
			v.guard.Unlock()
			v.refresh()
			return true
		case <-v.woken:
			if !v.calm() {
				cancel()
				<-done
				return false
			}
			if !slices.ContainsFunc(v.jobs(), j.same) {
				cancel()
				<-done
				return true
			}
		}
	}
}

var errPatience = errors.New("it takes longer than " + patience.String())

// refresh has the client ask for lenses.
func (v *verifier) refresh() {
	if v.client.Workspace.CodeLens.RefreshSupport {
		v.ask("workspace/codeLens/refresh", nil)
	}
}

// job is a question that a line of a document asks; or, of a program, what evaluation finds in it: then line is 0, and
// the program knows whether it has been done.
type job struct {
	key   string
	line  int // of the language, from 1
	name  string
	ask   func(context.Context) (outcome, error)
	of    *program // in whose place no other one is
	known func() bool
}

// same reports whether two jobs are one.
func (j job) same(other job) bool { return j.key == other.key && j.of == other.of }

// answer answers the question, or says why there is no answer.
func (j job) answer(ctx context.Context) outcome {
	o, err := j.ask(ctx)
	switch {
	case err == nil:
		return o
	case ctx.Err() != nil:
		return outcome{title: "no verdict yet: " + context.Cause(ctx).Error() + " (click to verify without a bound)", again: true}
	default:
		first, _, _ := strings.Cut(err.Error(), "\n")
		return outcome{title: "no verdict: " + first}
	}
}

// jobsOf are the questions that the directive and the expectations of a document ask; none where its program has
// errors.
func (n *snapshot) jobsOf(s *Server, path string) []job {
	if o := n.outline(path); o == nil || !o.program {
		return nil
	}
	p := n.program(s.ctx, path)
	if p.Program == nil {
		return nil
	}
	var list []job
	text := p.canonical()
	if at := p.Settings().Pos; at.IsValid() {
		list = append(list, job{key: text, line: at.Line, name: path, ask: func(ctx context.Context) (outcome, error) {
			q, err := p.Question(molly.Options{})
			if err != nil {
				return outcome{}, err
			}
			v, err := q.Verify(ctx, molly.Search{})
			if err != nil {
				return outcome{}, err
			}
			return outcome{title: titleOf(v)}, nil
		}})
	}
	for _, e := range p.expected {
		list = append(list, job{key: text + "\x00" + e.String() + "\x00" + strings.Join(e.Nodes, ","), line: e.Pos.Line, name: e.Place(),
			ask: func(ctx context.Context) (outcome, error) {
				_, difference, err := e.Check(ctx, p.Datalog())
				switch {
				case err != nil:
					return outcome{}, err
				case difference != "":
					return outcome{title: "✗ " + difference}, nil
				}
				return outcome{title: "✓ " + string(e.Verdict)}, nil
			}})
	}
	return append(list, job{key: "lint", name: path, of: p, known: func() bool { return p.linted.Load() != nil },
		ask: func(ctx context.Context) (outcome, error) {
			found, err := p.Lint(ctx)
			if ctx.Err() == nil || context.Cause(ctx) == errPatience { // what was found in time is true
				p.linted.Store(&found)
				s.publish.wake()
			}
			return outcome{}, err
		}})
}

// canonical is the program without its layout and its comments.
func (p *program) canonical() string {
	p.written.Do(func() { p.text = p.Program.Program.String() })
	return p.text
}

// titleOf says a verdict in a line.
func titleOf(v *molly.Verdict) string {
	switch {
	case v.Kind == verify.Counterexample && len(v.Findings[0].Scenario) == 0:
		return "✗ counterexample without any fault"
	case v.Kind == verify.Counterexample:
		return "✗ counterexample: " + expect.Written(v.Findings[0].Scenario)
	case v.Kind == verify.Certified && v.Vacuous:
		return "vacuous: nothing is promised under " + v.Spec.String()
	case v.Kind == verify.Certified:
		return "✓ certified under " + v.Spec.String() + ": " + numeral.CountBig(v.Scenarios, "scenario")
	}
	return "unknown: " + v.Reason
}
