package view

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/internal/scenes"
	"molly/provenance"
	"molly/verify"
	"molly/viz"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
)

var drawnPrograms = flag.Int("programs", 250, "TestFaultsAreDrawn: how many random programs to try")

// Every fault of a minimal counterexample is to be seen, in the reasons that verify prints, in the terminal's diagram, in the
// space-time diagram and in the lineage, also where there is little room: on random programs
// with negation and aggregates.
//
//	go test ./viz/view -run FaultsAreDrawn -programs 10000
func TestFaultsAreDrawn(t *testing.T) {
	programs := *drawnPrograms
	if testing.Short() {
		programs = 60
	}
	r := rand.New(rand.NewPCG(19, 5))
	drawn := 0
	for range programs {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		drawn += faultsAreDrawn(t, "random.ded", task.Program, verify.Options{Spec: task.Spec, Nodes: task.Nodes})
		if t.Failed() {
			t.Fatalf("%v", task)
		}
	}
	if drawn < programs/4 {
		t.Errorf("only %d faults of %d programs were looked for", drawn, programs)
	}
	t.Logf("%d faults were looked for", drawn)
}

// The same of the cases that trials found.
func TestFaultsOfCasesAreDrawn(t *testing.T) {
	for name, faults := range map[string]int{"abd-regular": 4, "explain_max_hides_fault": 1, "saga": 1, "seen-crash": 1} {
		text, err := os.ReadFile(filepath.Join("..", "..", "cmd", "molly", "testdata", "cases", name+".ded"))
		if err != nil {
			t.Fatal(err)
		}
		if name == "saga" {
			text = bytes.Replace(text, []byte("crashes=0"), []byte("crashes=1"), 1)
		}
		p, o := load(t, name+".ded", string(text))
		if got := faultsAreDrawn(t, name, p, o); got < faults {
			t.Errorf("%s: %d faults were looked for", name, got)
		}
	}
}

// faultsAreDrawn looks for the faults of the first counterexample of a program, and returns how
// many there are.
func faultsAreDrawn(t *testing.T, name string, p *datalog.Program, o verify.Options) int {
	t.Helper()
	w, err := verify.NewSearchWorld(p, o)
	if err != nil {
		t.Fatal(err)
	}
	v, err := w.Verify(t.Context(), o)
	if wrong := (*verify.ProgramError)(nil); err != nil && !errors.As(err, &wrong) {
		t.Fatalf("%v\n%v", err, o.Spec)
	}
	if err != nil || len(v.Findings) == 0 {
		return 0 // it overflows, or there is nothing to draw
	}
	scenario := v.Findings[0].Scenario
	judged, err := w.Judge(t.Context(), scenario)
	if err != nil {
		t.Fatal(err)
	}
	graph, err := Outcome(t.Context(), judged, w.Space)
	if err != nil {
		t.Fatal(err)
	}
	trace := Trace(name, judged, graph)
	for _, strong := range []bool{false, true} {
		o := lamport.Options{Strong: strong}
		if strong {
			o.Width = 240
		}
		s := lamport.Draw(trace, o)
		for _, fault := range scenes.Unreadable(s) {
			t.Errorf("%s: the space-time diagram (strong: %v): %s", name, strong, fault)
		}
		for _, f := range scenario {
			if !inDiagram(s, f) {
				t.Errorf("%s: the space-time diagram (strong: %v) does not show %v", name, strong, f)
			}
		}
	}
	for _, boxes := range []int{lineage.Readable, 5} {
		shown, _ := LineageWithin(boxes, name, judged.Run, graph)
		s := lineage.Draw(shown, lineage.Options{Fold: boxes, Style: scene.Style{Width: float64(300 * (boxes % 2))}})
		for _, fault := range scenes.Unreadable(s) {
			t.Errorf("%s: the lineage in %d boxes: %s", name, boxes, fault)
		}
		for _, f := range scenario {
			if !inLineage(s, f) {
				t.Errorf("%s: the lineage in %d boxes does not show %v", name, boxes, f)
			}
		}
	}
	reason := graph.Reason()
	for i := range judged.Violated {
		lines := reason.Because(reason.RootsOf(i, len(judged.Violated)))
		for _, f := range scenario {
			if (f.Kind == failure.Omission || f.Kind == failure.Crash) && !hasFault(lines, f) {
				t.Errorf("%s: the reasons of violation %d do not name %v:\n%s", name, i, f, lines)
			}
		}
	}
	seenInTerminal(t, judged.Run, reason)
	return len(scenario)
}

// hasFault reports whether a text names a fault.
func hasFault(text string, f failure.Fault) bool {
	if f.Kind == failure.Crash {
		return strings.Contains(text, f.String()) || strings.Contains(text, fmt.Sprintf("the crash of %s at %d:", f.Node, f.Time)) ||
			strings.Contains(text, fmt.Sprintf("%s crashes at time %d", f.Node, f.Time))
	}
	before, _, _ := strings.Cut(f.String(), fmt.Sprintf(",%d)", f.Time))
	for _, part := range strings.Split(text, before+",")[1:] {
		times, _, _ := strings.Cut(part, ")")
		for _, times := range strings.Split(times, ", ") {
			first, last, several := strings.Cut(times, "…")
			from, _ := strconv.Atoi(first)
			to, _ := strconv.Atoi(last)
			if from == f.Time || several && from <= f.Time && f.Time <= to {
				return true
			}
		}
	}
	return false
}

// inDiagram reports whether a space-time diagram shows a fault: a message that an omission lost, or
// that is late or a second copy, not faint, the dagger of a crash, or the gap of an outage.
func inDiagram(s *scene.Scene, f failure.Fault) bool {
	return slices.ContainsFunc(s.Items, func(it scene.Item) bool {
		if f.Kind == failure.Crash {
			return it.Class == "crash" && attribute(it, "node") == f.Node && attribute(it, "time") == strconv.Itoa(f.Time)
		}
		switch f.Kind {
		case failure.Outage:
			return it.Class == "outage" && attribute(it, "node") == f.Node && attribute(it, "time") == strconv.Itoa(f.Time)
		case failure.Input:
			return it.Class == "input" && attribute(it, "time") == strconv.Itoa(f.Time) || strings.Contains(s.Title, f.String())
		}
		words := strings.Fields(it.Class)
		kind := map[failure.Kind]string{failure.Omission: "lost", failure.Late: "late", failure.Twice: "copy"}[f.Kind]
		if !slices.Contains(words, "message") || !slices.Contains(words, kind) || slices.Contains(words, "faint") {
			return false
		}
		if f.Kind == failure.Late && strings.Contains(it.Title, f.String()) {
			return true // it may hold up what is sent later
		}
		return attribute(it, "from") == f.Node && attribute(it, "to") == f.To && attribute(it, "sent") == strconv.Itoa(f.Time)
	})
}

// inLineage reports whether a lineage has a box that a fault took, or that is a crash.
func inLineage(s *scene.Scene, f failure.Fault) bool {
	return slices.ContainsFunc(s.Items, func(it scene.Item) bool {
		return strings.Contains(" "+attribute(it, "faults")+" ", " "+f.String()+" ")
	})
}

func attribute(it scene.Item, name string) string {
	for _, a := range it.Data {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// seenInTerminal looks for faults in the diagram of a terminal, with room and without.
func seenInTerminal(t *testing.T, run *eval.Run, reason *provenance.Graph) {
	t.Helper()
	for _, most := range []size{{24, 10}, {3, 10}, {3, 1}} {
		text, _ := terminal(run, reason, most)
		lines := strings.Split(text, "\n")
		heading := []rune(lines[0])
		column := func(line []rune, node string) rune {
			at := len([]rune(strings.SplitN(string(heading)+" ", " "+node+" ", 2)[0])) + 1
			if at >= len(line) {
				return ' '
			}
			return line[at]
		}
		for _, f := range run.Scenario {
			time, found := 0, false
			for _, text := range lines[1:] {
				if fields := strings.Fields(text); len(fields) > 0 {
					if n, err := strconv.Atoi(fields[0]); err == nil {
						time = n
					} else if fields[0] == "⋮" {
						time = 0
					}
				}
				line := []rune(text)
				if f.Kind == failure.Twice {
					found = found || strings.Contains(text, fmt.Sprintf("@%d again", f.Time))
				}
				if f.Kind == failure.Late && run.Spec.FIFO {
					found = found || column(line, f.Node) == '●' && strings.ContainsRune("↘↙", column(line, f.To))
				}
				if time != f.Time {
					continue
				}
				switch f.Kind {
				case failure.Crash:
					found = found || column(line, f.Node) == '†'
				case failure.Outage:
					found = found || column(line, f.Node) == '┴'
				case failure.Input:
					node, _, _ := About(run.Nodes(), run.Program().Inputs[f.D-1].Args)
					found = found || node == "" || column(line, node) == '◆'
				case failure.Late:
					found = found || column(line, f.Node) == '●' && strings.ContainsRune("↘↙", column(line, f.To))
				case failure.Omission:
					found = found || column(line, f.Node) == '●' && column(line, f.To) == '✗'
				}
			}
			if !found {
				t.Errorf("the terminal's diagram in %v does not show %v:\n%s", most, f, text)
			}
		}
	}
}

// What an omission took, or is late, is never faint, whether it matters or not; of what a crash
// took, the first is not where none of it matters.
func TestShowFaults(t *testing.T) {
	var faults [][]failure.Fault
	messages := func() (list []viz.Message) {
		faults = nil
		for _, m := range []struct {
			sent  int
			fault failure.Fault
		}{{1, failure.Fault{}}, {1, failure.Omit("a", "b", 1)}, {2, failure.CrashAt("a", 2)}, {2, failure.CrashAt("a", 2)}, {3, failure.CrashAt("a", 2)}, {1, failure.LateBy("a", "c", 1, 2)}} {
			list = append(list, viz.Message{Sent: m.sent, Faint: true})
			faults = append(faults, []failure.Fault{m.fault})
		}
		return list
	}
	faint := func(list []viz.Message) (text string) {
		for _, m := range list {
			text += map[bool]string{true: "faint ", false: "strong "}[m.Faint]
		}
		return text
	}
	scenario := failure.NewScenario(failure.Omit("a", "b", 1), failure.CrashAt("a", 2), failure.LateBy("a", "c", 1, 2))
	list := messages()
	showFaults(scenario, list, faults)
	if got := faint(list); got != "faint strong strong strong faint strong " {
		t.Errorf("of what does not matter, it is %s", got)
	}
	list = messages()
	list[4].Faint = false
	showFaults(scenario, list, faults)
	if got := faint(list); got != "faint strong faint faint strong strong " {
		t.Errorf("where something matters, it is %s", got)
	}
}
