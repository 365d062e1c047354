package provenance_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/eval"
	"molly/export/wire"
	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
	"molly/verify"
)

var tasks = flag.Int("tasks", 300, "how many random programs to search for counterexamples to explain")

// TestReasonNamesEveryFault holds the law of explanations: that of a minimal counterexample names
// every fault of it, for each tuple that is violated; in the graph and its JSON, in the text, whole
// or brief, and in the list of lost messages; with a space that is swept and one that is not.
//
//	go test ./provenance -run NamesEveryFault -tasks 10000 -seed 1000
func TestReasonNamesEveryFault(t *testing.T) {
	explained, several := 0, 0
	for i := range *tasks {
		n := *seed + uint64(i)
		task := randprog.NewTask(rand.New(rand.NewPCG(n, 3)), randprog.Options{}, 3000)
		ctx := context.Background()
		v, err := verify.Verify(ctx, task.Program, verify.Options{Spec: task.Spec, Nodes: task.Nodes, All: true})
		if program := (*verify.ProgramError)(nil); errors.As(err, &program) {
			continue
		} else if err != nil {
			t.Fatalf("seed %d: %v\n%v", n, err, task)
		}
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Findings) == 0 {
			continue
		}
		space, err := ev.Space(ctx, task.Spec)
		if err != nil {
			t.Fatalf("seed %d: %v\n%v", n, err, task)
		}
		spaces := []*eval.Space{space}
		w := &world{source: task.Source, program: task.Program, spec: task.Spec, eval: ev, space: space}
		if swept := w.sweptSpace(t); swept != nil {
			spaces = append(spaces, swept)
		}
		for _, f := range v.Findings[:min(4, len(v.Findings))] {
			run, err := ev.Run(ctx, task.Spec, f.Scenario)
			if err != nil {
				t.Fatal(err)
			}
			for _, tuple := range f.Violated[:min(3, len(f.Violated))] {
				for _, space := range spaces {
					g, err := provenance.Violations(ctx, run, space, provenance.Goal{Fact: tuple.Fact})
					if err != nil {
						t.Fatal(err)
					}
					if unnamed := namesAll(g, f.Scenario); unnamed != "" {
						t.Fatalf("seed %d, %v: %s\n%s\n%v", n, f.Scenario, unnamed, g.Reason().Text(provenance.TextOptions{}), task)
					}
				}
				explained++
				if len(f.Scenario) > 1 {
					several++
				}
			}
		}
	}
	t.Logf("%d explanations, %d of several faults", explained, several)
	if explained < *tasks/4 || several < *tasks/20 {
		t.Errorf("only %d counterexamples were explained, %d with several faults: the test has become dull", explained, several)
	}
}

// namesAll says where a fault of a minimal counterexample is not named, or another one is.
func namesAll(g *provenance.Graph, s failure.Scenario) string {
	reason := g.Reason()
	if err := reason.Check(); err != nil {
		return err.Error()
	}
	differs := func(where string, named []failure.Fault) string {
		for _, f := range s {
			if !slices.Contains(named, f) {
				return fmt.Sprintf("%s does not name %v", where, f)
			}
		}
		for _, f := range named {
			if !s.Has(f) {
				return fmt.Sprintf("%s names %v", where, f)
			}
		}
		return ""
	}
	brief, _ := reason.Brief(12, provenance.TextOptions{})
	for _, d := range []string{
		differs("the reason", reason.Named()),
		differs("the JSON", documentFaults(wire.NewGraph(g))),
		differs("the text", textFaults(reason.Text(provenance.TextOptions{}))),
		differs("the brief text", textFaults(brief)),
		differs("the lost supports", supportFaults(reason, 0)),
		differs("one lost support", supportFaults(reason, 1)),
	} {
		if d != "" {
			return d
		}
	}
	return ""
}

// supportFaults are those that the lost messages name, and the crashes that rules read.
func supportFaults(g *provenance.Graph, limit int) (list []failure.Fault) {
	for _, root := range g.Roots {
		lost, _, others := g.LostSupports(root, limit)
		for _, l := range lost {
			list = append(list, textFaults(l.String())...)
		}
		list = append(append(list, others...), g.SeenCrashes(root)...)
	}
	return list
}

func documentFaults(d wire.Graph) (list []failure.Fault) {
	for _, n := range d.Nodes {
		if f := n.Fault; !n.Reason {
			continue
		} else if f != nil && f.Kind == "crash" {
			list = append(list, failure.CrashAt(f.Node, f.Time))
		} else if f != nil {
			list = append(list, failure.Omit(f.From, f.To, f.Time))
		}
	}
	return list
}

var (
	omissionText = regexp.MustCompile(`O\((\w+),(\w+),([^)]*)\)`)
	omittedText  = regexp.MustCompile(`the messages from (\w+) to (\w+), sent at (\d[^a-z]*), are lost by omissions`)
	crashText    = regexp.MustCompile(`the crash of (\w+) at (\d+)|(\w+) crashes at (\d+)|C\((\w+),(\d+)\)`)
)

// textFaults reads the faults that a text names.
func textFaults(text string) (list []failure.Fault) {
	for _, re := range []*regexp.Regexp{omissionText, omittedText} {
		for _, m := range re.FindAllStringSubmatch(text, -1) {
			for _, part := range strings.Split(m[3], ", ") {
				first, last, _ := strings.Cut(part, "…")
				from, _ := strconv.Atoi(first)
				to, err := strconv.Atoi(last)
				if err != nil {
					to = from
				}
				for t := from; t <= to; t++ {
					list = append(list, failure.Omit(m[1], m[2], t))
				}
			}
		}
	}
	for _, m := range crashText.FindAllStringSubmatch(text, -1) {
		node, at := m[1]+m[3]+m[5], m[2]+m[4]+m[6]
		time, _ := strconv.Atoi(at)
		list = append(list, failure.CrashAt(node, time))
	}
	return list
}

// TestReasonSuffices checks that a reason is one: wherever the faults that it names happen, and those
// that it says do not happen do not, its roots are as they are.
func TestReasonSuffices(t *testing.T) {
	checked, changed := 0, 0
	for i := range *programs {
		n := *seed + uint64(i)
		r := rand.New(rand.NewPCG(n, 4))
		w := newWorld(t, r, randprog.Options{})
		if w == nil {
			continue
		}
		s := randprog.Scenario(r, w.spec, w.eval.Nodes())
		run := w.run(t, s)
		for _, goal := range w.goals(r, 10) {
			g, err := provenance.Explain(context.Background(), run, w.space, goal)
			if err != nil {
				t.Fatal(err)
			}
			reason := g.Reason()
			if err := reason.Check(); err != nil {
				t.Fatalf("seed %d: %v\n%s", n, err, w.source)
			}
			brief, _ := reason.Brief(5, provenance.TextOptions{})
			if bad := dangling(brief); len(bad) > 0 {
				t.Fatalf("seed %d: %q\n%s", n, bad, brief)
			}
			for range 6 {
				other := vary(r, w, reason, s)
				if other.Admissible(w.spec, w.eval.Nodes()) != nil {
					continue
				}
				again := w.run(t, other)
				for _, root := range reason.Roots {
					node := reason.Node(root)
					held := len(node.Goal.Matches(again)) > 0
					if held != (node.Kind == provenance.Holds) {
						t.Fatalf("seed %d: under %v it is no reason, only under %v\n%s\n%s", n, other, s, reason.Text(provenance.TextOptions{}), w.source)
					}
				}
				checked++
				if other.Compare(s) != 0 {
					changed++
				}
			}
		}
	}
	if changed < *programs {
		t.Errorf("only %d of %d scenarios were other ones: the test has become dull", changed, checked)
	}
}

// vary draws a scenario in which what a reason names is as in s.
func vary(r *rand.Rand, w *world, reason *provenance.Graph, s failure.Scenario) failure.Scenario {
	must := reason.Named()
	arrives := func(from, to string, time int) bool {
		for i := range reason.Nodes {
			n := reason.Node(provenance.NodeID(i))
			if n.Kind == provenance.Arrived && n.From.Text() == from && n.Time >= time && (to == "" || n.To.Text() == to && n.Time == time) {
				if n.From != n.To {
					return true
				}
			}
		}
		return false
	}
	unseen := func(f failure.Fault) bool { // no rule needs that there is no such crash
		for i := range reason.Nodes {
			n := reason.Node(provenance.NodeID(i))
			if n.Kind == provenance.Missing && n.Relation == w.program.Crash {
				return false
			}
		}
		return true
	}
	density := []float64{0.1, 0.5, 0.9}[r.IntN(3)]
	faults := slices.Clone(must)
	crashed := map[string]bool{}
	for _, f := range must {
		if f.Kind == failure.Crash {
			crashed[f.Node] = true
		}
	}
	all := w.spec.Faults(w.eval.Nodes())
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, f := range all {
		if r.Float64() >= density || slices.Contains(faults, f) {
			continue
		}
		switch {
		case f.Kind == failure.Omission && !arrives(f.Node, f.To, f.Time):
			faults = append(faults, f)
		case f.Kind == failure.Crash && !crashed[f.Node] && len(crashed) < w.spec.Crashes && !arrives(f.Node, "", f.Time) && unseen(f):
			crashed[f.Node] = true
			faults = append(faults, f)
		}
	}
	return failure.NewScenario(faults...)
}
