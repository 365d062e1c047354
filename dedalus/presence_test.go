package dedalus

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/datalog"
)

// randomTimes is a program of random facts and rules in which times matter.
func randomTimes(r *rand.Rand) string {
	var b strings.Builder
	name := func() string { return fmt.Sprintf("r%d", r.IntN(6)) }
	for range 1 + r.IntN(3) {
		fmt.Fprintf(&b, "%s(\"n\")@%d;\n", name(), 1+r.IntN(9))
	}
	for range 1 + r.IntN(7) {
		fmt.Fprintf(&b, "%s(N)%s :- ", name(), []string{"", "@next", "@async"}[r.IntN(3)])
		for i := range 1 + r.IntN(3) {
			if i > 0 {
				b.WriteString(", ")
			}
			switch r.IntN(6) {
			case 0:
				fmt.Fprintf(&b, "%s(N)@%d", name(), 1+r.IntN(9))
			case 1:
				if i > 0 {
					b.WriteString("notin ")
				}
				fallthrough
			default:
				fmt.Fprintf(&b, "%s(N)", name())
			}
		}
		b.WriteString(";\n")
	}
	return b.String()
}

// everPresent is the definition of presence, without any thought of speed: what can hold
// at a time, by relation and time.
func everPresent(p *datalog.Program, end int) map[[2]int]bool {
	can := map[[2]int]bool{}
	defined := map[datalog.RelID]bool{}
	for _, f := range p.Facts {
		defined[f.Relation] = true
		if f.Time <= end {
			can[[2]int{int(f.Relation), f.Time}] = true
		}
	}
	for _, r := range p.Rules {
		defined[r.Head.Relation] = true
	}
	for again := true; again; {
		again = false
		for _, r := range p.Rules {
			for t := 1; t <= end; t++ {
				all := true
				for _, l := range r.Body {
					if l.Kind != datalog.Positive {
						continue
					}
					at := t
					if l.Atom.At > 0 {
						at = l.Atom.At
					}
					all = all && at <= t && (!defined[l.Atom.Relation] || can[[2]int{int(l.Atom.Relation), at}])
				}
				head := [2]int{int(r.Head.Relation), t}
				if r.Timing != datalog.Deductive {
					head[1]++
				}
				if all && head[1] <= end && !can[head] {
					can[head], again = true, true
				}
			}
		}
	}
	for r := range p.Relations {
		for t := 1; t <= end; t++ {
			if !defined[datalog.RelID(r)] {
				can[[2]int{r, t}] = true
			}
		}
	}
	return can
}

func TestPresence(t *testing.T) {
	for seed := range uint64(1000) {
		src := randomTimes(rand.New(rand.NewPCG(seed, 3)))
		p, found := ParseString("t", src)
		if p == nil {
			if found.Errors()[0].Code == "cycle" {
				continue
			}
			t.Fatal(src, found)
		}
		const end = 14
		want := everPresent(p.program, end)
		x := presenceOf(p.program, end)
		for r := range p.program.Relations {
			for time := 1; time <= end; time++ {
				if got := x.holds(datalog.RelID(r), time); got != want[[2]int{r, time}] {
					t.Fatalf("seed %d: %s at %d: %v\n%s", seed, p.program.Relations[r].Name, time, got, src)
				}
			}
		}
	}
}
