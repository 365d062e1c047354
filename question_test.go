package molly_test

import (
	"errors"
	"slices"
	"testing"

	"molly"
	"molly/failure"
)

// A question reads what is asked of a run: its faults, clingo's answer, and what is to be seen of it.
func TestAsked(t *testing.T) {
	p, err := molly.Load(t.Context(), "delivery/simple")
	if err != nil {
		t.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lost := failure.Omit("a", "b", 1)
	sc, err := q.Scenario(lost, lost)
	if err != nil || !slices.Equal(sc, failure.NewScenario(lost)) {
		t.Errorf("the scenario is %v (%v)", sc, err)
	}
	if sc, err := q.Scenario(failure.Omit("a", "b", q.Spec.EFF)); err == nil {
		t.Errorf("%v is admissible under %v", sc, q.Spec)
	}
	answer := func(atom string) []byte { return []byte("Answer: 1\n" + atom + "\nSATISFIABLE\n") }
	if sc, err := q.Answer(answer(`omit("a","b",1)`)); err != nil || !slices.Equal(sc, failure.NewScenario(lost)) {
		t.Errorf("clingo's answer is %v (%v)", sc, err)
	}
	for _, atom := range []string{`omit("a","b",99)`, `omit("a")`} {
		if sc, err := q.Answer(answer(atom)); err == nil {
			t.Errorf("%s is %v", atom, sc)
		}
	}
	all, err := q.View()
	if err != nil || len(all.Relations) != len(q.Datalog().Relations) || len(all.Times) != q.Spec.EOT {
		t.Errorf("everything is %v (%v)", all, err)
	}
	log, _ := q.Datalog().Lookup("log")
	some, err := q.View("log", "log")
	if err != nil || len(some.Relations) != 1 || some.Relations[0] != log {
		t.Errorf("log is %v (%v)", some, err)
	}
	var unknown *molly.UnknownRelationError
	if _, err := q.View("lgo"); !errors.As(err, &unknown) || unknown.Near != "log" {
		t.Errorf("lgo: %v", err)
	}
}
