package molly_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly"
	"molly/failure"
	"molly/internal/scenes"
	"molly/verify/expect"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
)

// Pictures of the whole library, without faults and of the counterexamples that its texts name, can be read:
// as wide as they have to be, and laid out for a column and for a page of print. No text leaves the paper,
// covers other text or is smaller than 7 points; no boxes meet; every fault has a mark that is not faint.
func TestPicturesOfTheLibrary(t *testing.T) {
	list, err := molly.Protocols()
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, protocol := range list {
		for k, e := range spread(protocol.Expected) {
			p, err := molly.Load(ctx, protocol.Name)
			if err != nil {
				t.Fatal(err)
			}
			q, err := p.Question(options(e))
			if err != nil {
				t.Fatal(err)
			}
			for i, width := range []float64{0, 84 * 72 / 25.4, 178 * 72 / 25.4} {
				if testing.Short() && (k+i)%2 == 1 {
					continue
				}
				style := scene.Style{Width: width}
				name := fmt.Sprintf("%s %v %v, %.0f points", protocol.Name, e.Spec, e.Faults, width)
				how := molly.Picture{
					Diagram: lamport.Options{Style: style, Details: k%2 == 1}, Lineage: lineage.Options{Style: style, Fold: lineage.Readable}, Difference: len(e.Faults) > 0 && i == 2,
				}
				s, err := q.Draw(ctx, e.Faults, how)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				readable(t, name, s, width)
				faultsShown(t, name, s, e.Faults)
				drawn++
				if len(e.Faults) == 0 {
					continue
				}
				if s, err = q.DrawLineage(ctx, e.Faults, how); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				readable(t, name+", lineage", s, width)
				faultsNamed(t, name+", lineage", s, e.Faults)
				drawn++
			}
		}
	}
	if drawn < 100 {
		t.Errorf("only %d pictures were drawn", drawn)
	}
}

// spread chooses some expectations: the first one, and those with faults of different kinds.
func spread(all []expect.Expectation) (list []expect.Expectation) {
	known := map[string]bool{}
	for i, e := range all {
		var kinds []string
		for _, f := range e.Faults {
			if kind := fmt.Sprint(f.Kind); !slices.Contains(kinds, kind) {
				kinds = append(kinds, kind)
			}
		}
		key := strings.Join(kinds, " ")
		if i > 0 && (key == "" || known[key]) {
			continue
		}
		known[key] = true
		list = append(list, e)
	}
	return list
}

func options(e expect.Expectation) molly.Options {
	s := e.Spec
	return molly.Options{
		EOT: &s.EOT, EFF: &s.EFF, Crashes: &s.Crashes, Nodes: e.Nodes, Delay: &s.Delay, Restarts: &s.Restarts, MaxFaults: &s.MaxFaults,
		CrashUntil: &s.CrashUntil, NoLoss: &s.NoLoss, Twice: &s.Twice, FIFO: &s.FIFO, Lossy: &s.Lossy, Crashable: &s.Crashable,
	}
}

// readable fails where a picture cannot be read, or has another width than it should.
func readable(t *testing.T, name string, s *scene.Scene, width float64) {
	t.Helper()
	if width > 0 && (s.W < width-0.01 || s.W > width+0.01) {
		t.Errorf("%s: it is %.1f points wide", name, s.W)
	}
	for _, fault := range scenes.Unreadable(s) {
		t.Errorf("%s: %s", name, fault)
	}
}

// faultsShown fails where a fault of a run has no mark in its diagram, or a faint one.
func faultsShown(t *testing.T, name string, s *scene.Scene, faults failure.Scenario) {
	t.Helper()
	for _, f := range faults {
		shown := slices.ContainsFunc(s.Items, func(it scene.Item) bool {
			switch f.Kind {
			case failure.Crash:
				return it.Class == "crash" && it.Title == fmt.Sprintf("† %s@%d", f.Node, f.Time)
			case failure.Outage:
				return it.Class == "outage" && strings.HasPrefix(it.Title, fmt.Sprintf("%s is down from %d,", f.Node, f.Time))
			case failure.Input:
				return it.Class == "input" && strings.HasSuffix(it.Title, fmt.Sprintf("@%d", f.Time))
			}
			return strings.HasPrefix(it.Class, "message") && strings.Contains(it.Title, f.String()) && !strings.Contains(it.Class, "faint")
		})
		if !shown {
			t.Errorf("%s: %v has no mark", name, f)
		}
	}
}

// faultsNamed fails where no box of a lineage names a fault of the run.
func faultsNamed(t *testing.T, name string, s *scene.Scene, faults failure.Scenario) {
	t.Helper()
	named := map[string]bool{}
	for _, it := range s.Items {
		for _, a := range it.Data {
			if a.Name == "faults" {
				for _, f := range strings.Fields(a.Value) {
					named[f] = true
				}
			}
		}
	}
	for _, f := range faults {
		if f.Kind != failure.Input && !named[f.String()] {
			t.Errorf("%s: no box names %v", name, f)
		}
	}
}
