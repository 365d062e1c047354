package provenance

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/internal/randprog"
)

// parities finds by brute force what reach documents: walks through the rules, as long as
// they find something new, each edge even, odd, or both for aggregates.
func parities(p *datalog.Program, start datalog.RelID) (even, odd map[datalog.RelID]bool) {
	seen := [2]map[datalog.RelID]bool{{start: true}, {}}
	for again := true; again; {
		again = false
		for i := range p.Rules {
			r := &p.Rules[i]
			for parity := range 2 {
				if !seen[parity][r.Head.Relation] {
					continue
				}
				for _, l := range r.Body {
					var to []int
					switch {
					case l.Kind == datalog.Comparison:
					case r.Aggregates():
						to = []int{0, 1}
					case l.Kind == datalog.Negative:
						to = []int{1 - parity}
					default:
						to = []int{parity}
					}
					for _, q := range to {
						if !seen[q][l.Atom.Relation] {
							seen[q][l.Atom.Relation], again = true, true
						}
					}
				}
			}
		}
	}
	return seen[0], seen[1]
}

func TestReaches(t *testing.T) {
	both := 0
	for seed := range uint64(200) {
		src := randprog.Program(rand.New(rand.NewPCG(seed, 9)), randprog.Options{})
		parsed, _ := dedalus.ParseString("random.ded", src)
		p := parsed.Datalog()
		for r, got := range reaches(p) {
			even, odd := parities(p, datalog.RelID(r))
			for z := range p.Relations {
				id := datalog.RelID(z)
				if slices.Contains(got.even, id) != even[id] || slices.Contains(got.odd, id) != odd[id] {
					t.Fatalf("%s reaches %s: even %v, odd %v, want %v and %v\n%s", p.Relations[r].Name, p.Relations[z].Name,
						slices.Contains(got.even, id), slices.Contains(got.odd, id), even[id], odd[id], src)
				}
				if even[id] && odd[id] {
					both++
				}
			}
			if !slices.IsSorted(got.even) || !slices.IsSorted(got.odd) {
				t.Fatalf("%v is not in order", got)
			}
		}
	}
	if both < 200 {
		t.Errorf("only %d relations are reached in both ways", both)
	}
}

// By hand: what is negated is odd, what is negated twice even, what is counted both; time
// and comparisons do not matter.
func TestReachesByHand(t *testing.T) {
	parsed, diagnostics := dedalus.ParseString("reach.ded", `
		f("a", 1)@1;
		pos(N, X) :- f(N, X), X > 0;
		neg(N, X)@next :- pos(N, X), notin hid(N, X);
		hid(N, X)@async :- f(N, X), notin deep(N, X);
		deep(N, X) :- g(N, X);
		g(N, X)@next :- f(N, X), X == 1;
		cnt(N, count<X>) :- g(N, X), notin sub(N, X), X > 0;
		sub(N, X) :- h(N, X);
		h("a", 1)@2;`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	p := parsed.Datalog()
	names := func(list []datalog.RelID) string {
		var out []string
		for _, r := range list {
			out = append(out, p.Relations[r].Name)
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	all := reaches(p)
	for _, c := range []struct{ relation, even, odd string }{
		{"f", "f", ""},
		{"pos", "f pos", ""},
		{"hid", "f hid", "deep f g"},
		{"neg", "deep f g neg pos", "f hid"},
		{"cnt", "cnt f g h sub", "f g h sub"},
	} {
		r, _ := p.Lookup(c.relation)
		if even, odd := names(all[r].even), names(all[r].odd); even != c.even || odd != c.odd {
			t.Errorf("%s: even %q, odd %q, want %q and %q", c.relation, even, odd, c.even, c.odd)
		}
	}
	if got := names(nonmonotonic(p)); got != "deep g hid sub" {
		t.Errorf("nonmonotonic are %q", got)
	}
}
