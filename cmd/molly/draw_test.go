package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/failure"
	"molly/internal/randprog"
	"molly/protocols"
)

// A picture has exactly the messages of the run, from where and to where they go: on the
// protocols of the library and on random programs, whose messages also go to themselves and to
// places that are no nodes.
func TestPictureHasTheMessages(t *testing.T) {
	var lines [][]string
	for _, p := range protocols.All() {
		lines = append(lines, []string{p.Name})
	}
	lines = append(lines,
		[]string{"delivery/retry", "--omit", "a:b:1", "--crash", "a@2"},
		[]string{"delivery/ack", "--crash", "c@1"},
		[]string{"delivery/redun", "--omit", "a:b:1", "--omit", "c:b:2"},
	)
	folder := t.TempDir()
	stray := filepath.Join(folder, "stray.ded")
	if err := os.WriteFile(stray, []byte(`// molly: eot=4 eff=2 crashes=1 nodes=a,b
p("a", 5, "z")@1; p("a", 5, "b")@2; p("b", 7, "a\\\"<&")@2;
got(M, X)@async :- p(N, X, M), N != ""; number(K, "x")@async :- p(N, K, _), N != ""; bare(M)@async :- p(N, _, M), N != "";
back("a")@async :- got(M, _), M != "";
`), 0o666); err != nil {
		t.Fatal(err)
	}
	lines = append(lines, []string{stray}, []string{stray, "--crash", "a@2"})
	r := rand.New(rand.NewPCG(5, 5))
	for i := range 60 {
		task := randprog.NewTask(r, randprog.Options{}, 1000)
		file := filepath.Join(folder, fmt.Sprintf("%d.ded", i))
		if err := os.WriteFile(file, []byte(task.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		line := []string{file, "--eot", strconv.Itoa(task.Spec.EOT), "--eff", strconv.Itoa(task.Spec.EFF), "--crashes", strconv.Itoa(task.Spec.Crashes), "--nodes", failure.QuoteNodes(task.Nodes)}
		for _, f := range randprog.Scenario(r, task.Spec, task.Nodes) {
			line = append(line, "--"+f.Kind.Flag(), f.Flag())
		}
		lines = append(lines, line)
	}
	drawn, lost, outside := 0, 0, 0
	for _, line := range lines {
		var stdout, stderr bytes.Buffer
		if code := run(append([]string{"run", "--json"}, line...), nil, &stdout, &stderr); code == exitUsage {
			continue // it overflows
		}
		var ran struct {
			Spec     struct{ Nodes []string }
			Messages []struct {
				Relation string
				From, To any
				Sent     int
				Arrived  bool
				Tuple    []any
			}
		}
		decoder := json.NewDecoder(&stdout)
		decoder.UseNumber()
		if err := decoder.Decode(&ran); err != nil {
			t.Fatalf("%q: %v %s", line, err, stderr.String())
		}
		var want []string
		for _, m := range ran.Messages {
			arrives := "never"
			if m.Arrived {
				arrives = strconv.Itoa(m.Sent + 1)
			} else {
				lost++
			}
			var args []string
			for _, v := range m.Tuple[1:] {
				args = append(args, source(v))
			}
			text := m.Relation
			if args != nil {
				text += "(" + strings.Join(args, ", ") + ")"
			}
			end := func(v any) string {
				if name, ok := v.(string); ok && slices.Contains(ran.Spec.Nodes, name) {
					return name
				}
				outside++
				return source(v)
			}
			want = append(want, fmt.Sprintf("%s@%d → %s %s %s", end(m.From), m.Sent, end(m.To), arrives, text))
		}
		stdout.Reset()
		if code := run(append([]string{"draw", "-o", "-", "--format", "svg"}, line...), nil, &stdout, &stderr); code != exitOK {
			t.Fatalf("%q: %d %s", line, code, stderr.String())
		}
		got := messagesIn(t, stdout.Bytes())
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%q: the picture has\n%s\nthe run has\n%s", line, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		drawn += len(want)
	}
	if drawn < 500 || lost < 50 || outside < 5 {
		t.Errorf("only %d messages, of them %d lost, %d ends that are no nodes", drawn, lost, outside)
	}
}

// source is a JSON value as a program has it.
func source(v any) string {
	if text, ok := v.(string); ok {
		return strconv.Quote(text)
	}
	return fmt.Sprint(v)
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
	folder := t.TempDir()
	r := rand.New(rand.NewPCG(6, 6))
	drawn := 0
	for i := range 16 {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		file := filepath.Join(folder, fmt.Sprintf("%d.ded", i))
		if err := os.WriteFile(file, []byte(task.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		line := []string{"draw", file, "--eot", strconv.Itoa(task.Spec.EOT), "--eff", strconv.Itoa(task.Spec.EFF), "--crashes", strconv.Itoa(task.Spec.Crashes), "--nodes", failure.QuoteNodes(task.Nodes), "-o", "-", "--format", "svg"}
		faults := randprog.Scenario(r, task.Spec, task.Nodes)
		for _, f := range faults {
			line = append(line, "--"+f.Kind.Flag(), f.Flag())
		}
		goals := []string{violation}
		for _, relation := range task.Program.Relations {
			if relation.Name != "crash" {
				goals = append(goals, relation.Name+"("+strings.TrimSuffix(strings.Repeat("_,", relation.Arity()), ",")+")")
			}
		}
		for k, goal := range goals {
			more := []string{"--lineage", goal}
			if k%2 == 1 {
				more = append(more, "--lanes")
			}
			if k%3 == 1 && len(faults) > 0 {
				more = append(more, "--difference")
			}
			if k%4 == 2 {
				more = append(more, "--fold", "12")
			}
			var stdout, stderr bytes.Buffer
			code := run(append(slices.Clone(line), more...), nil, &stdout, &stderr)
			if code == exitOK {
				drawn++
				if !bytes.Contains(stdout.Bytes(), []byte("data-id=")) {
					t.Errorf("%q: no node", append(line, more...))
				}
			} else if code != exitUsage || goal != violation {
				t.Errorf("%q ends with %d: %s\n%s", append(line, more...), code, stderr.String(), task.Source)
			}
		}
	}
	if drawn < 80 {
		t.Errorf("only %d lineages", drawn)
	}
}
