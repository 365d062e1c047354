package circuit

import (
	"testing"

	"molly/failure"
)

// The functions say of every admissible scenario what the scenario says.
func TestLosses(t *testing.T) {
	nodes := []string{"a", "b", "c"}
	for _, spec := range []failure.Spec{{EOT: 3, EFF: 2, Crashes: 1}, {EOT: 2, EFF: 2}, {EOT: 3, EFF: 0, Crashes: 2}} {
		c := New()
		l := NewLosses(c, spec)
		lost := map[failure.Fault]Lit{} // by the omission that would do it
		for time := spec.EOT; time >= 1; time-- {
			for _, from := range nodes {
				for _, to := range nodes {
					lost[failure.Omit(from, to, time)] = l.Lost(from, to, time)
				}
			}
		}
		for s := range spec.Each(nodes) {
			v := c.Evaluate(s)
			for m, lit := range lost {
				if v.Holds(lit) == s.Delivers(m.Node, m.To, m.Time) {
					t.Errorf("%v, %v: what %s sends %s at %d is lost: %v", spec, s, m.Node, m.To, m.Time, v.Holds(lit))
				}
			}
			for _, n := range nodes {
				for time := 1; time <= spec.EOT; time++ {
					if crash := l.Crash(n, time); crash != False && v.Holds(crash) != s.Has(failure.CrashAt(n, time)) || crash == False && spec.Crashes > 0 {
						t.Errorf("%v, %v: the crash of %s at %d", spec, s, n, time)
					}
				}
			}
		}
	}
}
