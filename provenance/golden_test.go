package provenance_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden answers the questions that stand in the comments of testdata/*.ded.
//
//	// explain: eot=3 eff=2 crashes=1 omit=a:b:1 crash=a@2 nospace depth=1 goal
//	// reason: lines=10 …
//	// lost: …
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.ded")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs:", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, diagnostics := dedalus.ParseString(filepath.Base(file), string(src))
			if p == nil {
				t.Fatal(diagnostics)
			}
			var out bytes.Buffer
			for line := range strings.Lines(string(src)) {
				if q, ok := parseQuestion(t, line); ok {
					fmt.Fprintf(&out, "$ %s: %s\n----\n%s\n", q.command, q.text, q.answer(t, p.Datalog(), p.Settings().Nodes))
				}
			}
			golden := strings.TrimSuffix(file, ".ded") + ".golden"
			if *update {
				if err := os.WriteFile(golden, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Errorf("the answers are not those of %s (rewrite it with -update):\n%s", golden, out.Bytes())
			}
		})
	}
}

// question is a goal to explain, and in which run.
type question struct {
	command string // explain, reason or lost
	text    string
	spec    failure.Spec
	faults  []failure.Fault
	noSpace bool
	depth   int
	lines   int
	goal    string
}

func parseQuestion(t *testing.T, line string) (q question, ok bool) {
	t.Helper()
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "// ")
	if !ok {
		return q, false
	}
	q.command, q.text, ok = strings.Cut(rest, ": ")
	if !ok || q.command != "explain" && q.command != "lost" && q.command != "reason" {
		return q, false
	}
	rest = q.text
	for {
		word, after, _ := strings.Cut(rest, " ")
		key, value, _ := strings.Cut(word, "=")
		number, _ := strconv.Atoi(value)
		switch key {
		case "eot":
			q.spec.EOT = number
		case "eff":
			q.spec.EFF = number
		case "crashes":
			q.spec.Crashes = number
		case "lines":
			q.lines = number
		case "depth":
			q.depth = number
		case "nospace":
			q.noSpace = true
		case "omit", "crash":
			f, err := failure.ParseCrash(value)
			if key == "omit" {
				f, err = failure.ParseOmission(value, nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			q.faults = append(q.faults, f)
		default:
			q.goal = rest
			return q, true
		}
		rest = after
	}
}

func (q question) answer(t *testing.T, p *datalog.Program, nodes []string) string {
	t.Helper()
	ctx := context.Background()
	ev, err := eval.New(p, nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := ev.Run(ctx, q.spec, failure.NewScenario(q.faults...))
	if err != nil {
		t.Fatal(err)
	}
	var space *eval.Space
	if !q.noSpace {
		if space, err = ev.Space(ctx, q.spec); err != nil {
			t.Fatal(err)
		}
	}
	goal, err := provenance.ParseGoal(p, q.spec.EOT, q.goal)
	if err != nil {
		t.Fatal(err)
	}
	g, err := provenance.Explain(ctx, run, space, goal)
	if err != nil {
		t.Fatal(err)
	}
	if lies := (&truth{g, run, space}).lies(); len(lies) > 0 {
		t.Errorf("%s: %q", q.text, lies)
	}
	switch q.command {
	case "explain":
		return g.Text(provenance.TextOptions{Depth: q.depth})
	case "reason":
		text, _ := g.Reason().Brief(q.lines, provenance.TextOptions{})
		return text
	}
	list, more, unnamed := g.Reason().LostSupports(g.Roots[0], 3)
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintln(&b, l)
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more, by %v\n", more, unnamed)
	}
	return b.String()
}
