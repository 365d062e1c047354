package verify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
)

// What was evaluated is kept: the failure-free run, the last other run, the space, and of a
// search the run that violates something.
func TestKept(t *testing.T) {
	p := parsed(t, strings.Replace(lossy, "TOO", "1", 1)).Datalog()
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}}
	w, err := NewSearchWorld(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if w.Known() != nil {
		t.Error("a space is known before anything was asked")
	}
	v, err := w.Verify(t.Context(), o)
	if err != nil || v.Kind != Counterexample {
		t.Fatalf("%+v, %v", v, err)
	}
	free, space := w.free, w.Known()
	if free == nil || space == nil || w.last == nil || !slices.Equal(w.last.Scenario, v.Findings[0].Scenario) {
		t.Fatalf("kept are %v, %v, %v", free, space, w.last)
	}
	found := w.last
	for _, sc := range []failure.Scenario{nil, v.Findings[0].Scenario} {
		run, err := w.Run(t.Context(), sc)
		if err != nil || run != free && run != found {
			t.Errorf("%v is run again: %v", sc, err)
		}
	}
	other := failure.NewScenario(failure.Omit("b", "c", 1))
	run, err := w.Run(t.Context(), other)
	if err != nil || run == found || run == free {
		t.Errorf("%v", err)
	}
	if again, err := w.Judge(t.Context(), other); err != nil || again.Run != run {
		t.Errorf("it is run again: %v", err)
	}
	if again, err := w.Space(t.Context()); again != space || err != nil {
		t.Errorf("the space is evaluated again: %v", err)
	}
}

// What is asked of a world has the answer that it has in a world of its own, whatever was asked
// before.
func TestAnswersDoNotDependOnOthers(t *testing.T) {
	programs := 30
	if testing.Short() {
		programs = 6
	}
	r := rand.New(rand.NewPCG(5, 24))
	for range programs {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 200)
		o := Options{Spec: task.Spec, Nodes: task.Nodes}
		answer := func(v *Verdict, err error) any {
			if err != nil {
				return err
			}
			v.Size = Size{} // what it cost is less
			return *v
		}
		ask := []func(w *World) any{
			func(w *World) any {
				v, err := w.Verify(t.Context(), o)
				return answer(v, err)
			},
			func(w *World) any {
				v, err := w.Verify(t.Context(), Options{Strategy: LDFI, All: true})
				return answer(v, err)
			},
			func(w *World) any {
				h, err := w.Hypotheses(t.Context(), o, provenance.Exact, 5)
				if err != nil {
					return err
				}
				return *h
			},
			func(w *World) any {
				c, err := w.Count(t.Context(), o, 0)
				if err != nil {
					return err
				}
				return []any{c.Violating, c.Scenarios, c.Owed, c.Warnings}
			},
		}
		shared, err := NewSearchWorld(task.Program, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range r.Perm(2 * len(ask)) {
			alone, err := NewSearchWorld(task.Program, o)
			if err != nil {
				t.Fatal(err)
			}
			one, other := ask[i%len(ask)](alone), ask[i%len(ask)](shared)
			if d := cmp.Diff(fmt.Sprintf("%+v", one), fmt.Sprintf("%+v", other)); d != "" {
				t.Fatalf("question %d of\n%v\n%s", i%len(ask), task, d)
			}
		}
	}
}

// A run owes something exactly where pre holds in it, whichever run it is judged by.
func TestOwes(t *testing.T) {
	p := parsed(t, strings.Replace(lossy, "TOO", "3", 1)).Datalog()
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3, Crashes: 1}, Nodes: []string{"a", "b", "c"}}
	one, err := NewWorld(p, o)
	if err != nil {
		t.Fatal(err)
	}
	for sc := range (failure.Spec{EOT: 3, EFF: 2, Crashes: 1}).Each(o.Nodes) {
		s, err := one.Judge(t.Context(), sc)
		if err != nil {
			t.Fatal(err)
		}
		if owes := len(s.Run.At(p.Pre, 3)) > 0; s.Vacuous == owes {
			t.Fatalf("%v: pre holds: %v; vacuous: %v", sc, owes, s.Vacuous)
		}
	}
	empty := parsed(t, `p("a")@1; p("b")@1; pre(N) :- p(N), crash(_, N, _); post(N) :- p(N), p("z");`).Datalog()
	w, err := NewWorld(empty, Options{Spec: failure.Spec{EOT: 1, Crashes: 1}, Nodes: []string{"a", "b"}})
	if err != nil {
		t.Fatal(err)
	}
	for sc, vacuous := range map[string]bool{"": true, "b": false} {
		var faults failure.Scenario
		if sc != "" {
			faults = failure.NewScenario(failure.CrashAt(sc, 1))
		}
		s, err := w.Judge(t.Context(), faults)
		if err != nil || s.Vacuous != vacuous {
			t.Errorf("crash of %q: vacuous %v, %v", sc, s.Vacuous, err)
		}
	}
}
