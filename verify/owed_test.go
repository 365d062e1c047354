package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
	"molly/verify/certify"
)

// owes says what a reference run owes, word by word.
func owes(p *datalog.Program, outcomes Outcomes, free, run *naive.Result) bool {
	switch {
	case !p.HasInvariant() && p.Never == datalog.NoRelation:
		return len(free.Outcomes(p)) > 0
	case !p.HasInvariant():
		return comesNear(p, run, p.Never, nil)
	}
	for _, t := range run.Outcomes(p) {
		if outcomes == AllRuns || free.Holds(p.Post, t.Time, t.Args) {
			return true
		}
	}
	return false
}

// comesNear reports whether a run has what never is about: by its definition, looking for a way
// down from never, through rules of observers, to relations that have tuples.
func comesNear(p *datalog.Program, run *naive.Result, r datalog.RelID, above []datalog.RelID) bool {
	for t := 1; t <= run.EOT; t++ {
		if len(run.At(r, t)) > 0 {
			return true
		}
	}
	if slices.Contains(above, r) || r != p.Never && readByState(p, r, nil) {
		return false
	}
	return slices.ContainsFunc(p.Rules, func(rule datalog.Rule) bool {
		return rule.Head.Relation == r && !slices.ContainsFunc(rule.Body, func(l datalog.Literal) bool {
			return l.Kind == datalog.Positive && !comesNear(p, run, l.Atom.Relation, append(above, r))
		})
	})
}

// readByState reports whether a rule that keeps or sends reads a relation, if only by what deductive
// rules conclude from it.
func readByState(p *datalog.Program, r datalog.RelID, below []datalog.RelID) bool {
	return !slices.Contains(below, r) && slices.ContainsFunc(p.Rules, func(rule datalog.Rule) bool {
		reads := slices.ContainsFunc(rule.Body, func(l datalog.Literal) bool {
			return l.Kind != datalog.Comparison && l.Atom.Relation == r
		})
		return reads && rule.Head.Relation != p.Never &&
			(rule.Timing != datalog.Deductive || readByState(p, rule.Head.Relation, append(below, r)))
	})
}

// owedByAll runs every scenario by the reference evaluator.
func owedByAll(t *testing.T, task randprog.Task, outcomes Outcomes) (o Owed, overflows bool) {
	t.Helper()
	run := func(sc failure.Scenario) *naive.Result {
		r, err := naive.Run(task.Program, task.Nodes, task.Spec, sc)
		if err != nil {
			t.Fatalf("%v\n%v", err, task)
		}
		return r
	}
	free := run(nil)
	for sc := range task.Spec.Each(task.Nodes) {
		r := run(sc)
		overflows = overflows || len(r.Overflows) > 0
		switch {
		case !owes(task.Program, outcomes, free, r):
		case len(sc) == 0:
			o.FailureFree = true
		default:
			if !o.UnderFaults || sc.Compare(o.First) < 0 {
				o.First = sc
			}
			o.UnderFaults = true
		}
	}
	if o.FailureFree {
		o.First = nil
	}
	return o, overflows
}

var preRule = regexp.MustCompile(`(?m)^(pre\(.*) :- (.*);`)

// Two relations of observers that conclude each other, and never of both: one of them has its way
// only through the other.
const nearLoop = `p("a")@1; q("b")@1;
	loop(N) :- p(N), q(N); loop(N) :- back(N); back(N) :- loop(N); never(N) :- loop(N), back(N);`

func TestOwedOfLoops(t *testing.T) {
	for _, src := range []string{nearLoop, strings.Replace(nearLoop, "loop(N), back(N);", "back(N), loop(N);", 1)} {
		p, found := dedalus.ParseString("near.ded", src)
		if found.HasErrors() {
			t.Fatal(found)
		}
		task := randprog.Task{Source: src, Program: p.Datalog(), Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 2}}
		want, _ := owedByAll(t, task, AllRuns)
		for _, s := range []Strategy{Exhaustive, Symbolic, LDFI} {
			v, err := Verify(t.Context(), task.Program, Options{Spec: task.Spec, Nodes: task.Nodes, Strategy: s})
			if err != nil || v.Owed.FailureFree != want.FailureFree || v.Vacuous || !want.FailureFree {
				t.Errorf("%v says %+v, vacuous %v, %v; the reference %+v\n%s", s, v.Owed, v.Vacuous, err, want, src)
			}
		}
	}
}

// Both flags, and the first scenario that owes something, against trying all scenarios by the
// reference evaluator: all strategies, the count, the hazards and the shared space.
func TestOwed(t *testing.T) {
	ctx := context.Background()
	kinds := map[string]int{}
	for i := range uint64(*programs) / 16 {
		r := rand.New(rand.NewPCG(*seed+i, 11))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 300)
		outcomes := Outcomes(r.IntN(4) / 3)
		if guard := []string{"", "crash(_, _, _)", "crash(_, _, 2)"}[r.IntN(3)]; guard != "" {
			// Owed only when something fails, or never.
			source := preRule.ReplaceAllString(task.Source, "$1 :- $2, "+guard+";")
			if parsed, found := dedalus.ParseString("random.ded", source); !found.HasErrors() {
				task.Source, task.Program = source, parsed.Datalog()
			}
		}
		if i%3 == 2 {
			task = widen(r, task, 300)
			if r.IntN(2) == 0 && task.Program.Never != datalog.NoRelation {
				task.Program.Pre, task.Program.Post = datalog.NoRelation, datalog.NoRelation
			}
		}
		want, overflows := owedByAll(t, task, outcomes)
		if overflows {
			continue
		}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, Outcomes: outcomes, MaxFacts: 300_000}
		held := false
		for _, s := range []Strategy{Exhaustive, Symbolic, LDFI} {
			o.Strategy = s
			v, err := Verify(ctx, task.Program, o)
			var limit *eval.LimitError
			if errors.As(err, &limit) {
				continue
			}
			if err != nil {
				t.Fatalf("seed %d: %v\n%v", *seed+i, err, task)
			}
			if v.Kind != Certified {
				if v.Vacuous || v.Owed.First != nil {
					t.Fatalf("seed %d: %v is %s, and says %+v\n%v", *seed+i, s, v.Kind, v.Owed, task)
				}
				continue
			}
			held = true
			if fmt.Sprint(v.Owed) != fmt.Sprint(want) || v.Vacuous != want.Nothing() {
				t.Fatalf("seed %d: %v says %+v, vacuous %v; all runs show %+v\n%v", *seed+i, s, v.Owed, v.Vacuous, want, task)
			}
			if s == Symbolic && i%8 == 0 && task.Spec.Classic() {
				if err := hasCertificate(task, outcomes, v); err != nil && !errors.As(err, new(*certify.SizeError)) {
					t.Fatalf("seed %d: %v\n%v", *seed+i, err, task)
				}
			}
		}
		if h, err := Hypotheses(ctx, task.Program, o, provenance.Exact, 1); err == nil && fmt.Sprint(h.Owed) != fmt.Sprint(want) {
			t.Fatalf("seed %d: the hazards say %+v; all runs show %+v\n%v", *seed+i, h.Owed, want, task)
		}
		if tally, err := Count(ctx, task.Program, o, 0); err == nil && fmt.Sprint(tally.Owed) != fmt.Sprint(want) {
			t.Fatalf("seed %d: the count says %+v; all runs show %+v\n%v", *seed+i, tally.Owed, want, task)
		}
		switch {
		case !held:
			kinds["not certified"]++
		case want.Nothing():
			kinds["vacuous"]++
		case want.OnlyUnderFaults():
			kinds["only under faults"]++
		default:
			kinds["owed"]++
		}
		if held && !task.Program.HasInvariant() && task.Program.Never != datalog.NoRelation {
			kinds[fmt.Sprintf("never alone, owed %v", !want.Nothing())]++
		}
	}
	t.Log(kinds)
	for _, k := range []string{"vacuous", "only under faults", "owed"} {
		if n := *programs / 16; n >= 50 && 16*kinds[k] < n {
			t.Errorf("too few of one kind: %v", kinds)
		}
	}
}
