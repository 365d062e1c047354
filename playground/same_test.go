package playground

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"molly/dedalus"
	"molly/failure"
	"molly/playground/engine"
	"molly/protocols"
	"molly/verify/expect"
)

// asked is a request with its name.
type asked struct {
	method string
	params any
}

func (a asked) MarshalJSON() ([]byte, error) { return json.Marshal([]any{a.method, a.params}) }

// expected are the searches of what the library's protocols expect, and a run of each
// counterexample. The longest runs are left out: they take most of the time, and do nothing else.
func expected(t *testing.T) []asked {
	t.Helper()
	var list []asked
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, p.File())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Expectations {
			if e.Spec.EOT > 12 {
				continue
			}
			project := engine.Project{Main: p.File(), Settings: settings(e)}
			list = append(list, asked{"verify", engine.Wanted{Project: project}})
			if len(e.Faults) > 0 {
				x := engine.Execution{Project: project, Scenario: e.Faults.Faults()}
				list = append(list, asked{"run", x})
			}
		}
	}
	simple := engine.Execution{Project: engine.Project{Main: "delivery/simple.ded"}, Scenario: failure.NewScenario(failure.Omit("a", "b", 1)).Faults()}
	return append(list,
		asked{"check", engine.Asked{Project: simple.Project, Show: "delivery/network.ded"}},
		asked{"check", engine.Asked{Project: engine.Project{Main: "x.ded", Files: map[string]string{"x.ded": "p(X) :- q(Y);\n\"🙂\" = notin"}}, Show: "x.ded"}},
		asked{"verify", engine.Wanted{Project: engine.Project{Main: "delivery/classic.ded"}, All: true}},
		asked{"why", engine.Why{Execution: simple, Goal: `log("b", _)@2`}},
		asked{"why", engine.Why{Execution: simple, Goal: `log("c", "hello")@4`, Full: true}},
		asked{"why", engine.Why{Execution: simple, Goal: `log("c"`}},
		asked{"lint", engine.Project{Main: "agreement/bully.ded"}},
		asked{"library", engine.Nothing{}},
	)
}

// settings says all of the setting of an expectation.
func settings(e expect.Expectation) engine.Settings {
	b := e.Spec.Bounds()
	nodes := failure.QuoteNodes(e.Nodes)
	s := engine.Settings{
		EOT: &b.EOT, EFF: &b.EFF, Crashes: &b.Crashes, Delay: &b.Delay, Restarts: &b.Restarts, MaxFaults: &b.MaxFaults,
		CrashUntil: &b.CrashUntil, NoLoss: &b.NoLoss, Twice: &b.Twice, FIFO: &b.FIFO, Nodes: &nodes,
	}
	if b.Lossy != "" {
		s.Lossy = &b.Lossy
	}
	if b.Crashable != "" {
		s.Crashable = &b.Crashable
	}
	return s
}

// timed is what differs from one time to the next.
var timed = regexp.MustCompile(`"elapsed_s":[-+.e0-9]+|\d+\.\d\d\d s\\n`)

// The engine answers the same in WebAssembly as it does natively: the verdicts that the library
// expects, the runs of their counterexamples, pictures, explanations, errors.
func TestSameInWebAssembly(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("NO NODE: the engine in WebAssembly is not compared with the native one. Debian has it: apt-get install nodejs")
	}
	m := module(t)
	list := expected(t)
	var input bytes.Buffer
	for _, a := range list {
		line, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(line, '\n'))
	}
	folder := t.TempDir()
	write := func(name string, content []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	c := exec.CommandContext(t.Context(), node, filepath.Join("testdata", "ask.js"), write("wasm_exec.js", []byte(m.Glue)), write("molly.wasm", unpacked(t, m)))
	var stderr bytes.Buffer
	c.Stdin, c.Stderr = &input, &stderr
	start := time.Now()
	output, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	there := time.Since(start)
	answers := bytes.Split(bytes.TrimSuffix(output, []byte("\n")), []byte("\n"))
	if len(answers) != len(list) {
		t.Fatalf("%d answers to %d requests\n%s", len(answers), len(list), stderr.String())
	}
	start = time.Now()
	var e engine.Engine
	for i, a := range list {
		params, err := json.Marshal(a.params)
		if err != nil {
			t.Fatal(err)
		}
		want := timed.ReplaceAll(e.Call(t.Context(), a.method, params, func(engine.Progress) {}), nil)
		if got := timed.ReplaceAll(answers[i], nil); !bytes.Equal(got, want) {
			t.Errorf("%s %s:\n%.2000s\nin WebAssembly, and natively\n%.2000s", a.method, params, got, want)
		}
	}
	t.Logf("%d requests: in node %.2f s from its start on, %.2f s of a processor; %.2f s natively",
		len(list), there.Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), time.Since(start).Seconds())
}

// unpacked is a module as it was compiled.
func unpacked(t *testing.T, m Module) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(m.Packed))
	if err != nil {
		t.Fatal(err)
	}
	module, err := io.ReadAll(r)
	if err != nil || len(module) != m.Size {
		t.Fatalf("%d bytes of %d, %v", len(module), m.Size, err)
	}
	return module
}
