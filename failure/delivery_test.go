package failure

import (
	"slices"
	"testing"
)

// What becomes of messages is said in words.
func TestDeliveries(t *testing.T) {
	spec := Spec{EOT: 7, EFF: 6, Crashes: 2, Delay: 3, Twice: true, FIFO: true, Restarts: 1}
	s := NewScenario(LateBy("a", "b", 1, 3), TwiceBy("a", "b", 2, 1), Omit("a", "c", 1), TwiceBy("a", "c", 2, 1), LateBy("a", "d", 5, 2), TwiceBy("a", "d", 4, 3), OutageOf("c", 3, 4), CrashAt("b", 3))
	for _, c := range []struct {
		from, to string
		sent     int
		want     []string
		faults   string
	}{
		{"a", "b", 1, []string{"arrived at 5, 3 rounds late"}, "L(a,b,1,3)"},
		{"a", "b", 2, []string{"arrived at 5, 2 rounds late, behind what was sent at 1", "a second copy arrived at 6"}, "L(a,b,1,3), T(a,b,2,1)"},
		{"a", "b", 4, []string{"arrived at 5"}, ""},
		{"a", "c", 1, []string{"lost: omission"}, "O(a,c,1)"},
		{"a", "c", 2, []string{"lost at 3: c is down", "a second copy arrived at 4"}, "D(c,3,4), T(a,c,2,1)"},
		{"a", "d", 4, []string{"arrived at 5", "a second copy would arrive after the end, at 8"}, "T(a,d,4,3)"},
		{"a", "d", 5, []string{"would arrive after the end, at 8, 2 rounds late"}, "L(a,d,5,2)"},
		{"b", "a", 3, []string{"lost: b crashed at 3"}, "C(b,3)"},
		{"b", "b", 3, []string{"arrived at 4"}, ""},
		{"c", "c", 2, []string{"lost at 3: c is down"}, "D(c,3,4)"},
	} {
		var got []string
		var faults []Fault
		for _, d := range s.Deliveries(spec, c.from, c.to, c.sent) {
			got = append(got, d.Describe(c.sent))
			faults = append(faults, d.Faults()...)
			if d.Arrived() != (!d.Lost && d.Time <= spec.EOT) {
				t.Errorf("%s → %s of %d: %+v", c.from, c.to, c.sent, d)
			}
		}
		if !slices.Equal(got, c.want) || Names(faults) != c.faults {
			t.Errorf("%s → %s of %d: %q by %s, want %q by %s", c.from, c.to, c.sent, got, Names(faults), c.want, c.faults)
		}
	}
}
