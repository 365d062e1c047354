package view

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/randprog"
	"molly/internal/scenes"
	"molly/protocols"
	"molly/provenance"
	"molly/verify"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
	"molly/viz/svg"
)

// stray sends messages from and to places that are no nodes, and from a node to itself.
const stray = `// molly: eot=4 eff=2 crashes=1 nodes=a,b
p("a", 5, "z")@1; p("a", 5, "b")@2; p("b", 7, "a\\\"<&")@2;
got(M, X)@async :- p(N, X, M), N != ""; number(K, "x")@async :- p(N, K, _), N != ""; bare(M)@async :- p(N, _, M), N != "";
back("a")@async :- got(M, _), M != "";
`

// A picture has exactly the messages of the run, from where and to where they go: on the
// protocols of the library and on random programs, whose messages also go to themselves and to
// places that are no nodes.
func TestPictureHasTheMessages(t *testing.T) {
	drawn, lost, outside := 0, 0, 0
	check := func(name string, p *datalog.Program, o verify.Options, sc failure.Scenario) {
		t.Helper()
		w, err := verify.NewWorld(p, o)
		if err != nil {
			t.Fatal(err)
		}
		run, err := w.Judge(t.Context(), sc)
		var wrong *verify.ProgramError
		if errors.As(err, &wrong) {
			return // it overflows
		}
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, m := range run.Run.Messages() {
			arrives := "never"
			if m.Arrived {
				arrives = strconv.Itoa(m.Sent + 1)
			} else {
				lost++
			}
			text := p.Relations[m.Relation].Name
			if args := m.Args[1:]; len(args) > 0 {
				text += "(" + datalog.FormatArgs(args) + ")"
			}
			end := func(v datalog.Value) string {
				if v.Type() == datalog.Text && slices.Contains(o.Nodes, v.Text()) {
					return v.Text()
				}
				outside++
				return v.String()
			}
			want = append(want, fmt.Sprintf("%s@%d → %s %s %s", end(m.From), m.Sent, end(m.To), arrives, text))
		}
		slices.Sort(want)
		for _, width := range []float64{0, 240} {
			picture, err := Subject{Run: run, Space: w.Space}.SpaceTime(t.Context(), lamport.Options{Style: scene.Style{Width: width}})
			if err != nil {
				t.Fatal(err)
			}
			got := messagesIn(t, svg.Write(picture))
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%s under %v: the picture has\n%s\nthe run has\n%s", name, sc, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			for _, fault := range scenes.Unreadable(picture) {
				t.Errorf("%s under %v in %v points: %s", name, sc, width, fault)
			}
		}
		drawn += len(want)
	}
	faults := map[string][]failure.Scenario{
		"delivery/retry": {{failure.Omit("a", "b", 1), failure.CrashAt("a", 2)}},
		"delivery/ack":   {{failure.CrashAt("c", 1)}},
		"delivery/redun": {{failure.Omit("a", "b", 1), failure.Omit("c", "b", 2)}},
	}
	for _, listed := range protocols.All() {
		p, found := dedalus.Loader{Context: t.Context(), Library: protocols.Library()}.Load(listed.Name)
		if p == nil {
			t.Fatal(found)
		}
		for _, sc := range append([]failure.Scenario{nil}, faults[listed.Name]...) {
			check(listed.Name, p.Datalog(), options(t, p), sc)
		}
	}
	p, o := load(t, "stray.ded", stray)
	check("stray", p, o, nil)
	check("stray", p, o, failure.Scenario{failure.CrashAt("a", 2)})
	r := rand.New(rand.NewPCG(5, 5))
	for range 60 {
		task := randprog.NewTask(r, randprog.Options{}, 1000)
		sc := randprog.Scenario(r, task.Spec, task.Nodes)
		check(task.String(), task.Program, verify.Options{Spec: task.Spec, Nodes: task.Nodes}, sc)
	}
	if drawn < 500 || lost < 50 || outside < 5 {
		t.Errorf("only %d messages, of them %d lost, %d ends that are no nodes", drawn, lost, outside)
	}
}

// messagesIn reads the messages in an SVG.
func messagesIn(t *testing.T, picture []byte) []string {
	t.Helper()
	var list []string
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		data := map[string]string{}
		for _, a := range start.Attr {
			data[a.Name.Local] = a.Value
		}
		var texts []string
		if data["data-messages"] == "" {
			continue
		}
		if err := json.Unmarshal([]byte(data["data-messages"]), &texts); err != nil {
			t.Fatal(err)
		}
		for _, text := range texts {
			list = append(list, fmt.Sprintf("%s@%s → %s %s %s", data["data-from"], data["data-sent"], data["data-to"], data["data-arrives"], text))
		}
	}
}

// Lineages of all that random programs hold and lack can be drawn, in all ways.
func TestLineagesOfRandomPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	drawn := 0
	for range 16 {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		w, err := verify.NewWorld(task.Program, verify.Options{Spec: task.Spec, Nodes: task.Nodes})
		if err != nil {
			t.Fatal(err)
		}
		free, err := w.Judge(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		run, err := w.Judge(t.Context(), randprog.Scenario(r, task.Spec, task.Nodes))
		if err != nil {
			t.Fatal(err)
		}
		goals := [][]provenance.Goal{nil}
		for i, relation := range task.Program.Relations {
			if datalog.RelID(i) != task.Program.Crash {
				goals = append(goals, []provenance.Goal{{Fact: datalog.Fact{Relation: datalog.RelID(i), Args: make([]datalog.Value, relation.Arity()), Time: task.Spec.EOT}}})
			}
		}
		for k, goal := range goals {
			s := Subject{Run: run, Space: w.Space}
			o := lineage.Options{Fold: lineage.Readable, Lanes: k%2 == 1}
			if k%3 == 1 && len(run.Run.Scenario) > 0 {
				s.Free = free
			}
			if k%4 == 2 {
				o.Fold = 12
			}
			picture, err := s.Lineage(t.Context(), goal, o)
			switch {
			case err == nil:
				drawn++
				if !bytes.Contains(svg.Write(picture), []byte("data-id=")) {
					t.Errorf("%v: no node for goal %d", task, k)
				}
			case goal != nil || !errors.Is(err, ErrNothingViolated):
				t.Errorf("%v: goal %d: %v", task, k, err)
			}
		}
	}
	if drawn < 80 {
		t.Errorf("only %d lineages", drawn)
	}
}
