package solver

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"
)

// A solver is right for any sequence of clauses and questions, also when what it knows
// has turned out unsatisfiable under assumptions. gini forgets such a conflict: with
// clauses added after it, it would end the process on a model that is none.
func TestSolversAgainstBruteForce(t *testing.T) {
	sequences := 1500
	if testing.Short() {
		sequences = 500
	}
	beyond := 0
	for _, b := range []Backend{Gini, Gophersat} {
		for seed := range uint64(sequences) {
			r := rand.New(rand.NewPCG(seed, 21))
			n := 2 + r.IntN(7)
			s := New(b)
			var vars []Literal
			for range n {
				vars = append(vars, s.NewVar())
			}
			models := make([]bool, 1<<n)
			for i := range models {
				models[i] = true
			}
			holds := func(m, l int) bool { return (m>>(max(l, -l)-1)&1 == 1) == (l > 0) }
			random := func(most int) []int {
				var list []int
				for _, v := range r.Perm(n)[:1+r.IntN(min(n, most))] {
					list = append(list, (v+1)*(1-2*r.IntN(2)))
				}
				return list
			}
			literals := func(list []int) []Literal {
				var out []Literal
				for _, l := range list {
					if l > 0 {
						out = append(out, vars[l-1])
					} else {
						out = append(out, -vars[-l-1])
					}
				}
				return out
			}
			for range 60 {
				if r.IntN(3) > 0 {
					clause := random(3)
					s.Add(literals(clause)...)
					for m := range models {
						some := false
						for _, l := range clause {
							some = some || holds(m, l)
						}
						models[m] = models[m] && some
					}
					continue
				}
				var assume []int
				if r.IntN(4) > 0 {
					assume = random(3)
				}
				want, any := false, false
				for m, is := range models {
					any = any || is
					for _, l := range assume {
						is = is && holds(m, l)
					}
					want = want || is
				}
				got, err := s.Solve(context.Background(), literals(assume)...)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Fatalf("%v, seed %d: %v under %v, want %v", b, seed, got, assume, want)
				}
				if got {
					m := 0
					for i, v := range vars {
						if s.Holds(v) {
							m |= 1 << i
						}
						if s.Holds(v) == s.Holds(-v) {
							t.Fatalf("%v, seed %d: %d and its negation have the same value", b, seed, v)
						}
					}
					if !models[m] {
						t.Fatalf("%v, seed %d: %b is no model", b, seed, m)
					}
				}
				if !any {
					beyond++
				}
			}
		}
	}
	if beyond < sequences {
		t.Errorf("only %d questions after the end", beyond)
	}
}

func TestBackendNames(t *testing.T) {
	for _, b := range []Backend{Gini, Gophersat} {
		if got, err := ParseBackend(b.String()); got != b || err != nil {
			t.Errorf("%v is read as %v, %v", b, got, err)
		}
	}
	if got := Backend(2).String(); got != "Backend(2)" {
		t.Errorf("no solver is called %s", got)
	}
	if got, err := ParseBackend("minisat"); got != 0 || err == nil || err.Error() != `"minisat" is not a solver: choose gini or gophersat` {
		t.Errorf("%v, %v", got, err)
	}
}

// Under a context that has ended nothing is found, and the next question is answered.
func TestEndedContext(t *testing.T) {
	for _, b := range []Backend{Gini, Gophersat} {
		s := New(b)
		s.Add(s.NewVar())
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if found, err := s.Solve(ctx); found || err != context.Canceled {
			t.Errorf("%v: %v, %v", b, found, err)
		}
		if found, err := s.Solve(t.Context()); !found || err != nil {
			t.Errorf("%v: %v, %v", b, found, err)
		}
	}
}

// A context that ends while gini works on a hard question ends it.
func TestContextEndsGini(t *testing.T) {
	const holes = 9 // pigeons are one more
	s := New(Gini)
	var in [holes + 1][holes]Literal
	for p := range in {
		for h := range in[p] {
			in[p][h] = s.NewVar()
			for q := range p {
				s.Add(-in[p][h], -in[q][h])
			}
		}
		s.Add(in[p][:]...)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if found, err := s.Solve(ctx); found || err != context.DeadlineExceeded {
		t.Errorf("%v, %v", found, err)
	}
}
