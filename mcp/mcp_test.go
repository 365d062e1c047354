package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"molly/docs"
	"molly/protocols"
)

const ping = `// molly: eot=4 eff=2 crashes=0 nodes=a,b
ask("a", "b", "ping")@1;
question(M, N, Q)@async :- ask(N, M, Q);
answer(N, M, Q)@async   :- question(M, N, Q);
answer(N, M, Q)@next    :- answer(N, M, Q);
pre(N, Q)  :- ask(N, _, Q)@1;
post(N, Q) :- answer(N, _, Q);
`

const patientPing = ping + "ask(N, M, Q)@next :- ask(N, M, Q);\n"

// An assistant writes a program, mends it, and verifies, runs and explains it.
func TestSession(t *testing.T) {
	s := session(t, bounded, nil)
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools.Tools {
		names = append(names, tool.Name)
		if schema, err := json.Marshal(tool.InputSchema); err != nil || strings.Contains(string(schema), "null") || tool.Description == "" {
			t.Errorf("%s: %s, %v", tool.Name, schema, err)
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "docs explain format lint protocols run verify" {
		t.Errorf("the tools: %s", got)
	}

	text, document, wrong := call(t, s, "lint", map[string]any{"program": strings.Replace(ping, "N, M, Q)@next ", "N, M, R)@next ", 1)})
	valid(t, "check", document)
	if wrong || !strings.Contains(text, "program.ded:5:14: error: nothing binds the variable R") || !strings.Contains(string(document), `"ok":false`) {
		t.Errorf("lint: %v\n%s\n%s", wrong, text, document)
	}
	text, document, wrong = call(t, s, "lint", map[string]any{"program": ping})
	valid(t, "check", document)
	if wrong || !strings.Contains(text, "ok: ") || !strings.Contains(string(document), `"ok":true`) {
		t.Errorf("lint: %v\n%s\n%s", wrong, text, document)
	}

	if text, _, wrong = call(t, s, "format", map[string]any{"program": "p( N,X ) :- q(N,X);"}); wrong || text != "p(N, X) :- q(N, X);\n" {
		t.Errorf("format: %v %s", wrong, text)
	}
	text, document, wrong = call(t, s, "verify", map[string]any{"program": ping})
	valid(t, "verify", document)
	if wrong || !strings.Contains(text, "what a sends to b at time 1 is lost") || !strings.Contains(string(document), `"omissions":[{"from":"a","time":1,"to":"b"}]`) {
		t.Errorf("verify: %v\n%s\n%s", wrong, text, document)
	}
	faults := map[string]any{"program": ping, "faults": []string{"omit=a:b:1"}}
	text, document, wrong = call(t, s, "run", faults)
	valid(t, "run", document)
	if wrong || !strings.Contains(text, "violated: ") || !strings.Contains(string(document), `"verdict":"violated"`) {
		t.Errorf("run: %v\n%s\n%s", wrong, text, document)
	}
	text, document, wrong = call(t, s, "explain", faults)
	valid(t, "explain", document)
	if wrong || !strings.Contains(text, "the message from a to b, sent at 1, is lost by the omission O(a,b,1)") {
		t.Errorf("explain: %v\n%s\n%s", wrong, text, document)
	}
	faults["tuples"] = []string{`answer("a", _, _)@3`}
	if text, document, wrong = call(t, s, "explain", faults); wrong || !strings.Contains(text, "answer") {
		t.Errorf("explain a tuple: %v\n%s", wrong, text)
	}
	valid(t, "explain", document)

	text, document, wrong = call(t, s, "verify", map[string]any{"program": patientPing})
	valid(t, "verify", document)
	if wrong || !strings.HasPrefix(text, "certified: ") || !strings.Contains(string(document), `"verdict":"certified"`) {
		t.Errorf("verify: %v\n%s\n%s", wrong, text, document)
	}
	text, document, wrong = call(t, s, "verify", map[string]any{"program": patientPing, "spec": map[string]any{"crashes": 1, "eot": 5}, "all": true})
	var all struct {
		Listed          int
		Counterexamples []struct{ Crashes []any }
	}
	if err := json.Unmarshal(document, &all); err != nil || wrong || all.Listed == 0 || all.Listed != len(all.Counterexamples) || len(all.Counterexamples[0].Crashes) != 1 {
		t.Errorf("verify all: %v\n%s\n%s", err, text, document)
	}
}

// Programs come from files and from the library too.
func TestFiles(t *testing.T) {
	s := session(t, bounded, nil)
	folder := t.TempDir()
	for name, text := range map[string]string{"ping.ded": ping, "more.ded": "include \"ping.ded\";\nconst Who = \"b\";\nask(\"a\", Who, \"pong\")@1;\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	more := filepath.Join(folder, "more.ded")
	spec := map[string]any{"eot": 4, "eff": 2, "nodes": []string{"a", "b"}}
	if text, _, wrong := call(t, s, "verify", map[string]any{"files": []string{more}, "spec": spec}); wrong || !strings.Contains(text, `pre("a", "pong")`) {
		t.Errorf("a file: %s", text)
	}
	if text, _, wrong := call(t, s, "run", map[string]any{"files": []string{more}, "spec": spec, "define": []string{"Who=a"}, "relations": []string{"question"}}); wrong || !strings.Contains(text, `"a", "a", "pong"`) {
		t.Errorf("a file with a constant: %s", text)
	}
	if text, _, wrong := call(t, s, "verify", map[string]any{"files": []string{"delivery/ack"}}); wrong || !strings.HasPrefix(text, "certified: ") {
		t.Errorf("the library: %s", text)
	}
	wide := map[string]any{"delay": 2, "loss": false, "fifo": true, "twice": false, "lossy": "a->*", "crashable": "b", "restarts": 0, "faults": 3, "crash_until": 2}
	if text, _, wrong := call(t, s, "verify", map[string]any{"files": []string{"delivery/ack"}, "spec": wide}); wrong || !strings.Contains(text, "; no loss, delay 2, fifo, ") {
		t.Errorf("a wide specification: %s", text)
	}
}

// What is wrong is the result of a tool, in words that say what to do.
func TestMistakes(t *testing.T) {
	s := session(t, bounded, nil)
	type m = map[string]any
	overflow := `// molly: eot=3 eff=0 nodes=a
p("a", 9223372036854775807)@1; q(N, X + 1) :- p(N, X); pre(X) :- q(_, X); post(X) :- q(_, X);`
	for _, c := range []struct {
		tool      string
		arguments m
		want      string
	}{
		{"verify", m{}, "no program is given"},
		{"verify", m{"program": ping, "files": []string{"delivery/ack"}}, "not both"},
		{"verify", m{"program": "p(\"a\"@1;"}, "program.ded:1:"},
		{"verify", m{"program": `p("a")@1; p(N)@next :- p(N);`}, "EOT and EFF are not set"},
		{"verify", m{"program": ping, "spec": m{"eff": 9}}, "EFF"},
		{"verify", m{"program": ping, "spec": m{"eotx": 9}}, "eotx"},
		{"verify", m{"program": ping, "spec": m{"lossy": "a-b"}}, "lossy: "},
		{"verify", m{"program": ping, "spec": m{"crashable": "a,,"}}, "crashable: "},
		{"verify", m{"program": ping, "timeout": -1}, "timeout -1"},
		{"verify", m{"files": []string{"nothing.ded"}}, "no such file"},
		{"verify", m{"files": []string{"-"}}, "no standard input"},
		{"verify", m{"program": ping, "define": []string{"K=1"}}, "define is for files"},
		{"verify", m{"program": overflow}, "the program has no result under"},
		{"run", m{"program": overflow}, "error: "},
		{"format", m{"program": "p(\"a\"@1;"}, "program.ded:1:6: error: "},
		{"format", m{}, "program"},
		{"run", m{"program": ping, "faults": []string{"lose=a:b:1"}}, `"lose=a:b:1" is no fault: give one of omit=`},
		{"run", m{"program": ping, "faults": []string{"omit=a:b"}}, "omit=a:b: "},
		{"run", m{"program": ping, "faults": []string{"omit=a:b:3"}}, "not admissible"},
		{"run", m{"program": ping, "relations": []string{"answr"}}, "did you mean answer?"},
		{"explain", m{"program": ping, "tuples": []string{"answer(1"}}, "tuple answer(1: "},
		{"run", m{"program": patientPing, "spec": m{"eot": 4000}}, "too large to be read"},
		{"protocols", m{"name": "delivery/akc"}, "did you mean delivery/ack?"},
		{"docs", m{"page": "languag"}, "did you mean language?"},
	} {
		text, document, wrong := call(t, s, c.tool, c.arguments)
		if !wrong || !strings.Contains(strings.ToLower(text), strings.ToLower(c.want)) || document != nil {
			t.Errorf("%s %v: %v %s", c.tool, c.arguments, wrong, text)
		}
	}
}

// The library and the pages are there as tools and as resources.
func TestLibrary(t *testing.T) {
	s := session(t, bounded, nil)
	text, document, _ := call(t, s, "protocols", map[string]any{})
	valid(t, "protocols", document)
	if !strings.Contains(text, "agreement/paxos") {
		t.Errorf("protocols: %s", text)
	}
	if text, _, _ := call(t, s, "protocols", map[string]any{"name": "delivery/ack"}); !strings.Contains(text, "// molly: ") {
		t.Errorf("delivery/ack: %s", text)
	}
	if text, _, _ := call(t, s, "protocols", map[string]any{"name": "delivery"}); !strings.Contains(text, "delivery/ack") || strings.Contains(text, "paxos") {
		t.Errorf("delivery: %s", text)
	}
	if text, _, _ := call(t, s, "docs", map[string]any{}); !strings.Contains(text, "language: The language") {
		t.Errorf("docs: %s", text)
	}
	if text, _, _ := call(t, s, "docs", map[string]any{"page": "language"}); !strings.HasPrefix(text, "# The language") {
		t.Errorf("language: %.100s", text)
	}
	count := 0
	for r, err := range s.Resources(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		count++
		content, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: r.URI})
		if err != nil || len(content.Contents) != 1 || int64(len(content.Contents[0].Text)) != r.Size {
			t.Errorf("%s: %v", r.URI, err)
		}
	}
	if want := len(docs.Pages()) + len(protocols.All()); count != want {
		t.Errorf("%d resources, want %d", count, want)
	}
	if _, err := s.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "molly://docs/../go.mod"}); err == nil {
		t.Error("a resource that is none can be read")
	}
}

// hard takes very long to evaluate.
const hard = `// molly: eot=6 eff=3 crashes=1 nodes=a,b
num(N, X + 1) :- num(N, X), X < 1500;
num("a", 1)@1; num("b", 1)@1;
num(N, X)@next :- num(N, X);
told(M, X)@async :- num(N, X), N == "a", M == "b", num(M, X);
hit(N, X) :- num(N, X), num(N, Y), num(N, Z), X * Y * Z == 123456789013;
pre(X) :- hit("a", X);
post(X) :- hit("b", X);
`

// The time of a call ends it, with what is known by then.
func TestTime(t *testing.T) {
	s := session(t, bounded, nil)
	begin := time.Now()
	text, document, wrong := call(t, s, "verify", map[string]any{"program": hard, "timeout": 0.2})
	valid(t, "verify", document)
	if wrong || !strings.Contains(text, "\nunknown: ") || !strings.Contains(string(document), `"reason":"timed out"`) {
		t.Errorf("verify: %v\n%s\n%s", wrong, text, document)
	}
	if text, _, wrong = call(t, s, "run", map[string]any{"program": hard, "timeout": 0.2}); !wrong || !strings.Contains(text, "timed out before there was a result") {
		t.Errorf("run: %v\n%s", wrong, text)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A call that the client cancels ends, and others are answered meanwhile; progress is told where it is wanted.
func TestCancel(t *testing.T) {
	var lock sync.Mutex
	var told []string
	s := session(t, bounded, &mcp.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) {
		lock.Lock()
		defer lock.Unlock()
		told = append(told, r.Params.Message)
	}})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		call := &mcp.CallToolParams{Name: "verify", Arguments: map[string]any{"program": hard}, Meta: mcp.Meta{"progressToken": "p"}}
		_, err := s.CallTool(ctx, call)
		ended <- err
	}()
	time.Sleep(100 * time.Millisecond)
	if text, _, wrong := call(t, s, "lint", map[string]any{"program": ping}); wrong {
		t.Errorf("lint meanwhile: %s", text)
	}
	for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
		lock.Lock()
		some := len(told) > 0
		lock.Unlock()
		if some {
			break
		}
	}
	cancel()
	if err := <-ended; err == nil {
		t.Error("it was not cancelled")
	}
	lock.Lock()
	if len(told) == 0 || !strings.Contains(told[0], " after ") {
		t.Errorf("progress: %q", told)
	}
	lock.Unlock()
	// All places are free again.
	for i := range 20 {
		if _, _, wrong := call(t, s, "lint", map[string]any{"program": fmt.Sprintf("p(\"a\", %d)@1;", i)}); wrong {
			t.Error("lint fails")
		}
	}
}

// The page about the server has its tools.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	s := session(t, bounded, nil)
	tools, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if !strings.Contains(string(page), "\n| `"+tool.Name+"` | ") {
			t.Errorf("docs/mcp.md has no tool %s", tool.Name)
		}
	}
	if got := strings.Count(string(page), "\n| `"); got != len(tools.Tools) {
		t.Errorf("docs/mcp.md has %d tools, there are %d", got, len(tools.Tools))
	}
}
