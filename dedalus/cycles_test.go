package dedalus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// randomRules is a program of random rules, a premise a line.
func randomRules(r *rand.Rand) []string {
	lines := []string{`g("n", 1)@1;`}
	for range 2 + r.IntN(8) {
		head := fmt.Sprintf("r%d(N, X)", r.IntN(5))
		if r.IntN(6) == 0 {
			head = fmt.Sprintf("r%d(N, max<X>)", r.IntN(5))
		}
		lines = append(lines, head+" :- g(N, X)")
		for range 1 + r.IntN(3) {
			sign := ""
			if r.IntN(3) == 0 {
				sign = "notin "
			}
			lines = append(lines, fmt.Sprintf(", %sr%d(N, X)", sign, r.IntN(5)))
		}
		lines = append(lines, ";")
	}
	return lines
}

// Removing what the errors say is negated or aggregated gets no further error
// of this kind.
func TestCyclesAreReportedAtOnce(t *testing.T) {
	several := 0
	for seed := range uint64(600) {
		lines := randomRules(rand.New(rand.NewPCG(seed, 1)))
		_, found := ParseString("t", strings.Join(lines, "\n"))
		cycles := 0
		mended := slices.Clone(lines)
		for _, d := range found {
			if d.Code != "cycle" {
				continue
			}
			cycles++
			for _, n := range d.Notes {
				if !strings.Contains(n.Text, " needs r") {
					mended[n.Pos.Line-1] = ""
				}
			}
		}
		if cycles > 1 {
			several++
		}
		_, left := ParseString("t", strings.Join(mended, "\n"))
		for _, d := range left.Errors() {
			if d.Code == "cycle" {
				t.Fatalf("seed %d: this comes up only when %d cycles are mended:\n%s\n%v", seed, cycles, strings.Join(lines, "\n"), d)
			}
		}
	}
	if several < 60 {
		t.Errorf("only %d programs have several cycles", several)
	}
}
