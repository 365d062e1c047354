package failure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// lost lists the omissions of what each of some nodes sends each of others at some times.
func lost(from, to string, times ...int) (list []Fault) {
	for f := range strings.SplitSeq(from, ",") {
		for r := range strings.SplitSeq(to, ",") {
			for _, t := range times {
				list = append(list, Omit(f, r, t))
			}
		}
	}
	return list
}

func TestSummary(t *testing.T) {
	for name, c := range map[string]struct {
		faults []Fault
		want   []string
	}{
		"nothing":           {nil, nil},
		"two losses":        {lost("a", "b", 1, 2), []string{"what a sends to b at time 1 is lost", "what a sends to b at time 2 is lost"}},
		"a link":            {lost("a", "b", 2, 3, 4, 5), []string{"a → b lost at 2…5: 4 losses"}},
		"a flapping link":   {lost("a", "b", 2, 4, 6), []string{"a → b lost at 2, 4, 6: 3 losses"}},
		"one way":           {lost("c", "a,b", 3, 4, 5, 6), []string{"from 3 to 6, a and b do not hear c: 8 losses"}},
		"deaf":              {lost("a,b,c", "d", 3), []string{"at 3, d does not hear a, b and c: 3 losses"}},
		"both ways":         {append(lost("a", "b", 1, 2), lost("b", "a", 1, 2)...), []string{"from 1 to 2, a and b do not hear each other: 4 losses"}},
		"a partition":       {append(lost("a,b", "c", 2, 3, 4, 5), lost("c", "a,b", 2, 3, 4, 5)...), []string{"from 2 to 5, {a,b} and {c} do not hear each other: 16 losses"}},
		"three parts":       {slices.Concat(lost("a,b", "c,d", 1), lost("c,d", "a,b", 1), lost("c", "d", 1), lost("d", "c", 1)), []string{"at 1, {a,b}, {c} and {d} do not hear each other: 10 losses"}},
		"all alone":         {slices.Concat(lost("a", "b,c", 1), lost("b", "a,c", 1), lost("c", "a,b", 1)), []string{"at 1, a, b and c do not hear each other: 6 losses"}},
		"flapping":          {append(lost("a,b", "c", 2, 5), lost("c", "a,b", 2, 5)...), []string{"at 2, 5, {a,b} and {c} do not hear each other: 8 losses"}},
		"a cut and a crash": {append(lost("c", "a,b", 1, 2), CrashAt("a", 1)), []string{"from 1 to 2, a and b do not hear c: 4 losses", "a crashes at time 1: nothing that it sends from then on arrives"}},
		"a rest, before and after": {append(lost("b", "c", 1, 5), lost("a", "b,c", 2, 3)...),
			[]string{"what b sends to c at time 1 is lost", "from 2 to 3, b and c do not hear a: 4 losses", "what b sends to c at time 5 is lost"}},
		"late stays": {append(lost("a", "b", 1, 2, 3), LateBy("a", "c", 1, 2), LateBy("a", "c", 2, 2), LateBy("a", "c", 3, 2)),
			[]string{"what a sends to c at time 1 is 2 rounds late", "a → b lost at 1…3: 3 losses", "what a sends to c at time 2 is 2 rounds late", "what a sends to c at time 3 is 2 rounds late"}},
		"odd names": {lost("a b,c&d", "x", 1, 2), []string{`from 1 to 2, x does not hear "a b" and "c&d": 4 losses`}},
	} {
		if got := NewScenario(c.faults...).Summary(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Cuts have each omission once, or leave it over, and have nothing else; what is small is left
// over. That holds of what is too large to look at, too.
func TestCutsAreExact(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 4))
	grouped := 0
	for i := range 400 {
		nodes, times, share := 2+r.IntN(5), 1+r.IntN(6), r.Float64()
		if i%50 == 0 {
			nodes, times, share = 9, 12, 0.8 // more than are looked at
		}
		var faults []Fault
		for from := range nodes {
			for to := range nodes {
				for time := 1; time <= times; time++ {
					if from != to && r.Float64() < share {
						faults = append(faults, Omit(fmt.Sprint("n", from), fmt.Sprint("n", to), time))
					}
				}
			}
		}
		s := NewScenario(append(faults, CrashAt("n0", 1+r.IntN(times+1)))...)
		cuts, rest := s.Cuts()
		all := slices.Clone(rest)
		for _, c := range cuts {
			list := c.Omissions()
			if len(list) < fewestLosses {
				t.Errorf("%v: the cut %+v is small", s, c)
			}
			grouped += len(list)
			all = append(all, list...)
		}
		slices.SortFunc(all, Fault.Compare)
		if want := s.Omissions(); !slices.Equal(all, want) {
			t.Fatalf("%v is grouped as %+v and %v", s, cuts, rest)
		}
		again, _ := s.Cuts()
		if fmt.Sprint(again) != fmt.Sprint(cuts) {
			t.Errorf("%v: once %+v, once %+v", s, cuts, again)
		}
	}
	if grouped < 5000 {
		t.Errorf("only %d losses were grouped", grouped)
	}
}

// Among few nodes, and at two times, the first cut is the largest that there is: no two sets of
// nodes lose more in one direction or in both, at one of the times or at both.
func TestFirstCutIsTheLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 5))
	nodes := []string{"a", "b", "c", "d"}
	for range 300 {
		var faults []Fault
		for _, from := range nodes {
			for _, to := range nodes {
				for time := 1; time <= 2; time++ {
					if from != to && r.IntN(3) > 0 {
						faults = append(faults, Omit(from, to, time))
					}
				}
			}
		}
		s := NewScenario(faults...)
		most := 0
		for choice := range 81 { // each node is on one side, on the other, or on none
			var sides [2][]string
			for _, n := range nodes {
				if k := choice % 3; k < 2 {
					sides[k] = append(sides[k], n)
				}
				choice /= 3
			}
			if sides[0] == nil || sides[1] == nil {
				continue
			}
			for _, times := range [][]int{{1}, {2}, {1, 2}} {
				for _, mutual := range []bool{false, true} {
					list := Cut{Sides: sides[:], Mutual: mutual, Times: times}.Omissions()
					if !slices.ContainsFunc(list, func(f Fault) bool { return !s.Has(f) }) {
						most = max(most, len(list))
					}
				}
			}
		}
		first := 0
		if cuts, _ := s.Cuts(); len(cuts) > 0 {
			first = len(cuts[0].Omissions())
		}
		if most >= fewestLosses && first < most {
			t.Errorf("%v: the first cut has %d losses, another one has %d", s, first, most)
		}
	}
}

func BenchmarkCuts(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var faults []Fault
	for from := range 10 {
		for to := range 10 {
			for time := 1; time <= 11; time++ {
				if from != to && r.IntN(2) == 0 {
					faults = append(faults, Omit(fmt.Sprint(from), fmt.Sprint(to), time))
				}
			}
		}
	}
	s := NewScenario(faults[:mostCutLosses-10]...)
	for b.Loop() {
		s.Cuts()
	}
}
