package dedalus_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/datalog/naive"
	"molly/dedalus"
	"molly/internal/randprog"
)

// droppedAt returns what a program of a few lines loses up to a time: where it is needed,
// and the message.
func droppedAt(t *testing.T, src string, eot int) []string {
	t.Helper()
	p, ds := dedalus.ParseString("t.ded", src)
	if p == nil {
		t.Fatal(ds)
	}
	list := []string{}
	for _, d := range p.Horizon(eot) {
		if d.Code == "dropped" {
			list = append(list, fmt.Sprintf("%d:%d %s", d.Pos.Line, d.Pos.Column, d.Message))
		}
	}
	return list
}

func TestDropped(t *testing.T) {
	const end = "pre(N) :- p(N)@1;\n"
	for name, c := range map[string]struct {
		src  string
		eot  int
		want string
	}{
		"a fact at the end": {end + `p("a")@1; post(N) :- p(N);`, 3,
			"2:22 p is needed at time 3, the end of the run, but it holds at time 1 only: nothing keeps it"},
		"a fact at the end of a short run": {end + `p("a")@1; post(N) :- p(N);`, 1, ""},
		"what is read at its time":         {end + `p("a")@1; post(N) :- p(N)@1;`, 3, ""},
		"what is kept":                     {end + `p("a")@1; p(N)@next :- p(N); post(N) :- p(N);`, 3, ""},
		"what is kept under a condition":   {end + `p("a")@1; q("a")@2; p(N)@next :- p(N), notin q(N); post(N) :- p(N);`, 9, ""},
		"what is kept for a while":         {end + `p("a")@1; q("a")@2; p(N)@next :- p(N), q(N); post(N) :- p(N), q(N);`, 9, ""},
		"what is said again and again":     {end + `p("a")@1; p(N)@next :- p(N); m(N)@async :- p(N), p(M), N == M; post(N) :- m(N);`, 9, ""},
		"a message behind a deductive rule": {end + `p("a")@1; m(M)@async :- p(N), M == "b"; d(N) :- m(N); post(N) :- d(N);`, 4,
			"2:49 m is needed at time 4, the end of the run, but it holds at time 2 only: nothing keeps it"},
		"a conclusion for the next time": {end + `p("a")@1; m(N)@next :- p(N); post(N) :- m(N);`, 4,
			"2:41 m is needed at time 4, the end of the run, but it holds at time 2 only: nothing keeps it"},
		"a promise": {`p("a")@1; p("a")@3; pre(N) :- p(N); post(N) :- q(N); q("a")@1; q(N)@next :- q(N);`, 4,
			"1:31 p is needed at time 4, the end of the run, but it holds not after time 3: nothing keeps it"},
		"another way to hold": {end + `p("a")@1; post(N) :- p(N); post(N) :- q(N); q("a")@3;`, 3, ""},
		"two that never meet": {end + `p("a")@1; free("a")@1; m(N)@next :- p(N); got(N) :- m(N), free(N); post(N) :- p(N)@1, notin got(N);`, 4,
			"2:59 free is needed at time 2, but it holds at time 1 only: nothing keeps it"},
		"two that meet once":  {end + `p("a")@1; free("a")@2; m(N)@next :- p(N); got(N) :- m(N), free(N); post(N) :- p(N)@1, notin got(N);`, 4, ""},
		"before what is read": {end + `p("a")@1; free("a")@1; got(N) :- p(N)@2, free(N); post(N) :- p(N)@1, notin got(N);`, 4, ""},
		"before what is there": {end + `p("a")@1; p("a")@3; free("a")@1; got(N) :- p(N)@3, free(N); post(N) :- p(N)@1, notin got(N);`, 4,
			"2:52 free is needed at time 3, but it holds at time 1 only: nothing keeps it"},
		"what comes from elsewhere": {end + `p("a")@1; got(N) :- p(N), other(N); post(N) :- got(N);`, 4,
			"2:21 p is needed at time 4, the end of the run, but it holds at time 1 only: nothing keeps it"},
		"under a negation": {end + `p("a")@1; q(N) :- p(N), notin z(N); z(N)@next :- z(N); post(N) :- q(N);`, 3,
			"2:19 p is needed at time 3, the end of the run, but it holds at time 1 only: nothing keeps it"},
		"once for each": {end + `p("a")@1; post(N) :- p(N); post(N) :- p(N), p(N);`, 3,
			"2:22 p is needed at time 3, the end of the run, but it holds at time 1 only: nothing keeps it"},
		"not what is read at its time": {end + `p("a")@1; free("a")@1; m(N)@next :- p(N); got(N) :- p(N)@1, free(N), m(N); post(N) :- p(N)@1, notin got(N);`, 4,
			"2:61 free is needed at time 2, but it holds at time 1 only: nothing keeps it"},
		"nor at the end": {end + `p("a")@1; q("a")@1; post(N) :- p(N)@1, q(N);`, 4,
			"2:40 q is needed at time 4, the end of the run, but it holds at time 1 only: nothing keeps it"},
		"what was never there": {end + `p("a")@1; e(N)@next :- e(N), f(N); f(N)@async :- e(N); post(N) :- p(N); post(N) :- f(N);`, 4,
			"2:67 p is needed at time 4, the end of the run, but it holds at time 1 only: nothing keeps it"},
		"what comes later only": {end + `p("a")@1; x("a")@1; y("a")@5; m("a")@3; d(N) :- x(N); d(N) :- y(N), x(N); got(N) :- d(N), m(N); post(N) :- p(N)@1, notin got(N);`, 6,
			"2:69 x is needed at time 5, but it holds at time 1 only: nothing keeps it"},
		"a rule that never fires for another reason": {end + `p("a")@1; z(N)@next :- z(N); m("a")@3; got(N) :- z(N), p(N), m(N); post(N) :- p(N)@1, notin got(N);`, 4, ""},
		"a time beyond the end":                      {end + `p("a")@1; p(N)@next :- p(N); q("a")@1; got(N) :- p(N)@9, q(N); post(N) :- p(N)@1, notin got(N);`, 4, ""},
		"a fact after a long time":                   {end + `p("a")@1; p(N)@next :- p(N); q("a")@7; post(N) :- p(N), q(N);`, 7, ""},
		"a rule that does not carry on": {end + `p("a")@1; m(N)@next :- p(N), notin m(N); m(N) :- m(N), p(N); post(N) :- m(N);`, 4,
			"2:73 m is needed at time 4, the end of the run, but it holds at time 2 only: nothing keeps it\n" +
				"2:56 p is needed at time 2, but it holds at time 1 only: nothing keeps it"},
		"post that is said once": {end + `p("a")@1; post(N)@next :- p(N);`, 4,
			"2:11 post is needed at time 4, the end of the run, but it holds at time 2 only: nothing keeps it"},
		"what holds in turns": {end + `p("a")@1; q(N)@next :- p(N); p(N)@next :- q(N); r(N) :- p(N), q(N); post(N) :- p(N)@1, notin r(N);`, 9, ""},
	} {
		if got := strings.Join(droppedAt(t, c.src, c.eot), "\n"); got != c.want {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		}
	}
}

// What is said to hold no more holds in no run.
func TestDroppedIsTrue(t *testing.T) {
	warned := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 2))
		src := randprog.Program(r, randprog.Options{})
		p, ds := dedalus.ParseString("t.ded", src)
		if p == nil {
			t.Fatal(ds)
		}
		nodes := p.Datalog().Places()
		spec := randprog.Spec(r, len(nodes), 1000)
		for _, d := range p.Horizon(spec.EOT) {
			if d.Code != "dropped" {
				continue
			}
			warned++
			var name string
			var time int
			if _, err := fmt.Sscanf(d.Message, "%s is needed at time %d", &name, &time); err != nil {
				t.Fatal(d, err)
			}
			relation, _ := p.Datalog().Lookup(name)
			for range 3 {
				run, err := naive.Run(p.Datalog(), nodes, spec, randprog.Scenario(r, spec, nodes))
				if err != nil {
					continue // too large
				}
				if at := run.At(relation, time); len(at) > 0 {
					t.Fatalf("seed %d: %s\nbut there is %v\n%s", seed, d.Message, at, src)
				}
			}
		}
	}
	if warned < 20 {
		t.Errorf("only %d warnings", warned)
	}
	t.Log(warned, "warnings")
}
