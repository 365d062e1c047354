package reduce

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Table 5 of the DEMi paper: eight external events, of which e3 and e6 fail together. The paper lists the first seven tests.
func TestTable5(t *testing.T) {
	var tests []string
	found := DDMin(8, func(events []int) bool {
		text := ""
		for _, e := range events {
			text += fmt.Sprint(e + 1)
		}
		tests = append(tests, text)
		return slices.Contains(events, 2) && slices.Contains(events, 5)
	})
	want := []string{"1234", "5678", "125678", "345678", "35678", "123456", "12345", "12346"}
	if !slices.Equal(tests, want) || !slices.Equal(found, []int{2, 5}) {
		t.Errorf("tests %v, found %v", tests, found)
	}
}

// Where failing is monotone Narrow finds a minimal set, and never tests what is no part of the last set that failed; DDMin finds
// the cause where there is one.
func TestMinimal(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := 1 + r.IntN(12)
		causes := make([][]int, 1+r.IntN(3)) // each alone is enough
		for i := range causes {
			for e := range n {
				if r.IntN(3) == 0 {
					causes[i] = append(causes[i], e)
				}
			}
			if len(causes[i]) == 0 {
				causes[i] = []int{r.IntN(n)}
			}
		}
		fails := func(events []int) bool {
			return slices.ContainsFunc(causes, func(cause []int) bool {
				return !slices.ContainsFunc(cause, func(e int) bool { return !slices.Contains(events, e) })
			})
		}
		last := upTo(n)
		nested := func(events []int) bool {
			for _, e := range events {
				if !slices.Contains(last, e) {
					t.Fatalf("%v is tested after %v", events, last)
				}
			}
			if fails(events) {
				last = slices.Clone(events)
				return true
			}
			return false
		}
		if len(causes) == 1 && n > 1 && !slices.Equal(DDMin(n, fails), causes[0]) {
			t.Fatalf("DDMin: %v of %v", DDMin(n, fails), causes)
		}
		if found := Narrow(n, nested); n > 1 {
			if !fails(found) {
				t.Fatalf("Narrow: %v of causes %v does not fail", found, causes)
			}
			for i := range found {
				if fails(slices.Delete(slices.Clone(found), i, i+1)) {
					t.Fatalf("Narrow: %v of causes %v is not minimal", found, causes)
				}
			}
		}
	}
}
