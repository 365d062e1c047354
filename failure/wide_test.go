package failure

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// wide draws a specification with everything that may go wrong, and few scenarios.
func wide(r *rand.Rand, nodes int, limit int64) Spec {
	for {
		s := Spec{EOT: 1 + r.IntN(4), Crashes: r.IntN(nodes + 1)}
		s.EFF = r.IntN(s.EOT + 1)
		some := func(n int) bool { return r.IntN(n) == 0 }
		if some(2) {
			s.Delay = r.IntN(4)
		}
		s.NoLoss, s.Twice, s.FIFO = some(3), some(3), some(3)
		if s.Crashes > 0 && some(2) {
			s.Restarts = 1 + r.IntN(s.Crashes)
		}
		if some(4) {
			s.MaxFaults = 1 + r.IntN(3)
		}
		if some(2) {
			s.Lossy = []Links{"a->b", "*->a", "a->b,b->*"}[r.IntN(3)]
		}
		if some(4) {
			s.Crashable = []NodeSet{"a", "a,b"}[r.IntN(2)]
		}
		if some(4) {
			s.CrashUntil = 1 + r.IntN(4)
		}
		if some(3) {
			s.Inputs = NewInputs([]Choice{{`p("a")`, []int{1, 2, 5}}, {`p("b")`, []int{3}}})
		}
		if s.Scenarios(abc[:nodes]).Cmp(big.NewInt(limit)) <= 0 {
			return s
		}
	}
}

// The numbers are those of enumeration, by faults and in all; every scenario is admissible, in
// normal form, and reads back from its texts.
func TestWideScenarios(t *testing.T) {
	cases := 400
	if testing.Short() {
		cases = 100
	}
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 7))
		nodes := abc[:1+r.IntN(3)]
		s := wide(r, len(nodes), 3000)
		if err := s.Validate(len(nodes)); err != nil {
			t.Fatalf("%v: %v", s, err)
		}
		byFaults := map[int]int64{}
		seen := map[string]bool{}
		for sc := range s.Each(nodes) {
			if err := sc.Admissible(s, nodes); err != nil {
				t.Fatalf("seed %d, %v, %v: %v", seed, s, sc, err)
			}
			if NewScenario(sc...).String() != sc.String() || seen[sc.String()] {
				t.Fatalf("seed %d, %v: %v is no normal form, or comes twice", seed, s, sc)
			}
			if back := sc.Faults().Scenario(); back.String() != sc.String() {
				t.Fatalf("%v comes back from JSON as %v", sc, back)
			}
			for _, f := range sc {
				back, err := f.Kind.Parse(f.Flag(), nodes)
				if err == nil && f.Kind == Input {
					back, err = s.Inputs.Find(back)
				}
				if err != nil || back != f {
					t.Fatalf("%v comes back from %q as %v, %v", f, f.Flag(), back, err)
				}
			}
			seen[sc.String()] = true
			byFaults[sc.Size()]++
		}
		if want := s.Scenarios(nodes); !want.IsInt64() || want.Int64() != int64(len(seen)) {
			t.Fatalf("seed %d, %v on %v: %d scenarios, counted %v", seed, s, nodes, len(seen), want)
		}
		counts, err := s.ScenariosByFaults(t.Context(), nodes)
		if err != nil {
			t.Fatal(err)
		}
		for k, n := range counts {
			if n.Int64() != byFaults[k] {
				t.Fatalf("seed %d, %v on %v: %d scenarios of %d faults, counted %v", seed, s, nodes, byFaults[k], k, n)
			}
			delete(byFaults, k)
		}
		if len(byFaults) > 0 {
			t.Fatalf("seed %d, %v: not counted: %v", seed, s, byFaults)
		}
		sampler := NewSampler(s, nodes, seed)
		for range 20 {
			if sc := sampler.Draw(); !seen[sc.String()] {
				t.Fatalf("seed %d, %v: the sampler draws %v", seed, s, sc)
			}
		}
	}
}

// ≤ is a partial order, Compare a total one, and what is smaller comes first. ≤ is also what the
// variables say, but for crashes and outages.
func TestWideOrder(t *testing.T) {
	cases := 300
	if testing.Short() {
		cases = 60
	}
	below := 0
	for seed := range uint64(cases) {
		r := rand.New(rand.NewPCG(seed, 8))
		nodes := abc[:1+r.IntN(3)]
		s := wide(r, len(nodes), 60)
		var list []Scenario
		for sc := range s.Each(nodes) {
			list = append(list, sc)
		}
		for _, a := range list {
			for _, b := range list {
				same := a.String() == b.String()
				if same != (a.Compare(b) == 0) || a.Compare(b) != -b.Compare(a) {
					t.Fatalf("%v and %v compare as %d and %d", a, b, a.Compare(b), b.Compare(a))
				}
				if !a.AtMost(b) {
					continue
				}
				if !same && (a.Compare(b) >= 0 || b.AtMost(a)) {
					t.Fatalf("%v ≤ %v, but does not come first", a, b)
				}
				below++
				for _, c := range list {
					if b.AtMost(c) && !a.AtMost(c) {
						t.Fatalf("%v ≤ %v ≤ %v is not passed on", a, b, c)
					}
				}
			}
		}
	}
	if below < 1000 {
		t.Errorf("only %d pairs", below)
	}
}

// Sets of links and of nodes read back, and hold what they name.
func TestLimits(t *testing.T) {
	for _, c := range []struct{ text, want, problem string }{
		{"a->b", "a->b", ""},
		{" b -> * , a->b,a->b", "a->b,b->*", ""},
		{`"a->b"->"c,d"`, `"a->b"->"c,d"`, ""},
		{"a->b,*->*", "", ""},
		{"a", "", "write a->b"},
		{"a->", "", "empty"},
		{"->b", "", "empty"},
		{`"a"b->c`, "", "write a->b"},
	} {
		got, err := ParseLinks(c.text)
		if (err == nil) != (c.problem == "") || string(got) != c.want {
			t.Errorf("%q: %q, %v", c.text, got, err)
			continue
		}
		if again, err := ParseLinks(string(got)); got != "" && (err != nil || again != got) {
			t.Errorf("%q reads back as %q, %v", got, again, err)
		}
	}
	l, _ := ParseLinks("a->b,c->*")
	if !l.Has("a", "b") || l.Has("b", "a") || !l.Has("c", "x") || len(l.Names()) != 3 {
		t.Errorf("%q: %v", l, l.Names())
	}
	n, err := ParseNodeSet("b, a")
	if err != nil || n != "a,b" || !n.Has("a") || n.Has("c") {
		t.Errorf("%q %v", n, err)
	}
}

// Nothing else happens to what is lost, of several latenesses the largest counts, and nothing
// happens to what a node would send while it is down or after it has crashed.
func TestWideNormalForm(t *testing.T) {
	for _, c := range []struct {
		faults []Fault
		want   string
	}{
		{[]Fault{Omit("a", "b", 1), TwiceBy("a", "b", 1, 1)}, "{O(a,b,1)}"},
		{[]Fault{Omit("a", "b", 1), LateBy("a", "b", 1, 1)}, "{O(a,b,1)}"},
		{[]Fault{Omit("a", "b", 2), TwiceBy("a", "b", 1, 1), LateBy("b", "a", 2, 1)}, "{T(a,b,1,1), L(b,a,2,1), O(a,b,2)}"},
		{[]Fault{LateBy("a", "b", 1, 2), LateBy("a", "b", 1, 1), TwiceBy("a", "b", 1, 3), TwiceBy("a", "b", 1, 1)}, "{L(a,b,1,2), T(a,b,1,3)}"},
		{[]Fault{OutageOf("a", 2, 4), LateBy("a", "b", 1, 1), Omit("a", "b", 2), TwiceBy("a", "b", 3, 1), LateBy("a", "b", 4, 1)}, "{L(a,b,1,1), D(a,2,4), L(a,b,4,1)}"},
		{[]Fault{CrashAt("a", 2), LateBy("a", "b", 1, 1), Omit("a", "b", 2), LateBy("a", "b", 3, 1), LateBy("b", "a", 2, 1)}, "{L(a,b,1,1), L(b,a,2,1), C(a,2)}"},
	} {
		if got := NewScenario(c.faults...).String(); got != c.want {
			t.Errorf("%v: %s, want %s", Scenario(c.faults), got, c.want)
		}
	}
}

// An input is no fault: what needs inputs alone comes before what needs a fault.
func TestInputsComeFirst(t *testing.T) {
	chosen := NewScenario(Choose(`p("a")`, 1, 1), Choose(`p("b")`, 2, 3))
	lost := NewScenario(Omit("a", "b", 1))
	if chosen.Compare(lost) >= 0 || lost.Compare(chosen) <= 0 || chosen.Measure().Faults != 0 {
		t.Errorf("%v has %d faults, and compares with %v as %d", chosen, chosen.Measure().Faults, lost, chosen.Compare(lost))
	}
}
