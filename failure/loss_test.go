package failure

import "testing"

// An omission loses one message, a crash all that its node sends others from then on.
func TestLoses(t *testing.T) {
	for _, from := range abc {
		for _, to := range abc {
			for time := 1; time <= 4; time++ {
				if got, want := Omit("a", "b", 2).Loses(from, to, time), from == "a" && to == "b" && time == 2; got != want {
					t.Errorf("O(a,b,2) loses what %s sends %s at %d: %v", from, to, time, got)
				}
				if got, want := CrashAt("a", 2).Loses(from, to, time), from == "a" && to != "a" && time >= 2; got != want {
					t.Errorf("C(a,2) loses what %s sends %s at %d: %v", from, to, time, got)
				}
			}
		}
	}
}

// A scenario loses what one of its faults loses, and names it; of two, the crash, also where
// the scenario is not in normal form.
func TestLostBy(t *testing.T) {
	for s := range (Spec{EOT: 3, EFF: 3, Crashes: 1}).Each(abc[:2]) {
		for time := 1; time <= 3; time++ {
			some := false
			for _, f := range s {
				some = some || f.Loses("a", "b", time)
			}
			f, lost := s.LostBy("a", "b", time)
			if lost != some || s.Delivers("a", "b", time) == some || lost && !(s.Has(f) && f.Loses("a", "b", time)) {
				t.Errorf("%v at %d: lost %v by %v", s, time, lost, f)
			}
		}
	}
	if f, _ := (Scenario{Omit("a", "b", 2), CrashAt("a", 2)}).LostBy("a", "b", 2); f != CrashAt("a", 2) {
		t.Errorf("lost by %v", f)
	}
}
