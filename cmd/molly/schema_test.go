package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"molly/datalog"
	"molly/explore/fuzz"
	"molly/explore/reduce"
	"molly/explore/replay"
	"molly/export/wire"
	"molly/node"
	"molly/node/trace"
	"molly/protocols"
	"molly/verify/expect"
)

// judge holds what commands print against the schema, and remembers which keys there were.
type judge struct {
	schemas map[string]*jsonschema.Schema // by command
	defs    map[string]map[string]any     // of the schema of all commands
	seen    map[string]bool               // Type.key
	printed int                           // documents
}

func newJudge(t *testing.T) *judge {
	t.Helper()
	j := &judge{schemas: map[string]*jsonschema.Schema{}, defs: map[string]map[string]any{}, seen: map[string]bool{}}
	for _, command := range append(wire.Commands(), "") {
		text, err := wire.JSONSchema(command)
		if err != nil {
			t.Fatal(err)
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("molly.json", document); err != nil {
			t.Fatal(err)
		}
		if j.schemas[command], err = c.Compile("molly.json"); err != nil {
			t.Fatal(err)
		}
		if command == "" {
			for name, def := range document.(map[string]any)["$defs"].(map[string]any) {
				j.defs[name] = def.(map[string]any)
			}
		}
	}
	return j
}

// judge holds each line of a command's output against its schema, and that of all commands.
func (j *judge) judge(t *testing.T, command, output string) {
	t.Helper()
	for line := range strings.Lines(output) {
		document, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err != nil {
			t.Errorf("molly %s: %v\n%s", command, err, line)
			continue
		}
		name, _, _ := strings.Cut(command, " ")
		own := j.schemas[name]
		if own == nil {
			t.Errorf("molly %s prints JSON, and there is no schema of it", command)
			continue
		}
		for _, s := range []*jsonschema.Schema{own, j.schemas[""]} {
			if err := s.Validate(document); err != nil {
				t.Errorf("molly %s: %v\n%s", command, err, line)
				break
			}
		}
		j.printed++
		for _, option := range own.AnyOf {
			if option.Validate(document) == nil {
				j.note(map[string]any{"$ref": option.Ref.Location[strings.Index(option.Ref.Location, "#"):]}, document)
			}
		}
	}
}

// note marks the keys of a document that the schema names.
func (j *judge) note(schema map[string]any, document any) {
	name := ""
	if ref, ok := schema["$ref"].(string); ok {
		name = strings.TrimPrefix(ref, "#/$defs/")
		schema = j.defs[name]
	}
	below := func(key string) map[string]any {
		s, _ := schema[key].(map[string]any)
		return s
	}
	switch document := document.(type) {
	case map[string]any:
		for key, value := range document {
			if p, ok := below("properties")[key].(map[string]any); ok {
				j.seen[name+"."+key] = true
				j.note(p, value)
			} else if s := below("additionalProperties"); s != nil {
				j.note(s, value)
			}
		}
	case []any:
		for _, value := range document {
			j.note(below("items"), value)
		}
	}
}

// run runs a command and judges what it prints.
func (j *judge) run(t *testing.T, command string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(words(command), nil, &stdout, &stderr); code >= exitInternal {
		t.Errorf("molly %s ends with %d: %s", command, code, stderr.String())
	}
	j.judge(t, command, stdout.String())
}

// encode judges a document that a command could print.
func (j *judge) encode(t *testing.T, command string, document any) {
	t.Helper()
	var text bytes.Buffer
	if err := wire.Encode(&text, document); err != nil {
		t.Fatal(err)
	}
	j.judge(t, command, text.String())
}

// shared are keys of specifications and scenarios, which many types have. It is enough that one
// prints each.
var shared = strings.Fields("late twice outages inputs violated_times crashUntil crashable delay faults fifo lossy noLoss restarts")

// Everything that commands print with --json is as molly schema says, for all protocols that
// ship with molly; and there is nothing in the schema that no command prints.
func TestOutputFitsSchema(t *testing.T) {
	j := newJudge(t)
	folder := t.TempDir()
	for _, dir := range []string{"testdata/cases", "../../docs"} {
		if err := os.CopyFS(folder, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range rare {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(folder)
	for i, p := range protocols.All() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		for _, command := range []string{
			"verify %s", "verify %s --all --group", "run %s", "run %s --changes", "explain %s", "hazard %s", "count %s --max-nodes 10000 --loss 0.1",
			"sweep %s --max-eot 4", "sweep %s --max-eot 3 --grid", "check %s", "lint %s", "test %s", "protocols list %s",
		} {
			j.run(t, fmt.Sprintf(command, p.Name)+" --json")
		}
	}
	for _, command := range strings.Split(strings.TrimSpace(unusual), "\n") {
		j.run(t, command)
	}
	// What hangs on how molly was built, and on the time that is left.
	j.encode(t, "version", wire.NewVersion(&debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "c0ffee"}, {Key: "vcs.time", Value: "2026-01-01T00:00:00Z"}, {Key: "vcs.modified", Value: "true"},
	}}, ""))
	late := wire.NewTest([]expect.Tested{{
		File: &expect.File{Name: "late.ded"},
		Results: []expect.Result{
			{Expectation: expect.Expectation{Nodes: []string{"a"}, Verdict: expect.Certified}, NotReached: true},
			{Expectation: expect.Expectation{Nodes: []string{"a"}, Verdict: expect.Certified}, Undecided: time.Second, Certificate: expect.Certificate{File: "certificates/late/4-2-0.cert"}},
		},
	}}, nil)
	j.encode(t, "replay", wire.NewReplay([]*replay.Result{{
		File:       replay.File{Name: "a.trace", Trace: &trace.Trace{Header: trace.Header{System: "lock", Expect: trace.ExpectNone}, Records: []trace.Record{{N: 0}}}},
		Status:     replay.Differs,
		Difference: &trace.Difference{N: 0, What: "the type", Recorded: "Lock", Now: "Unlock"}, Skipped: 1, Accepted: true,
	}}))
	known := expect.Known{File: "late.ded", Name: "⟨4,2,0⟩", Program: "sha256:c0ffee", Verdict: expect.Counterexample, Faults: []string{"crash=a@1"}, Certificate: "sha256:c0ffee"}
	late.Changes = wire.NewVerdictChanges([]expect.Change{
		{Kind: expect.FewerFaults, Pos: datalog.Position{File: "late.ded", Line: 1, Column: 1}, Before: &known, After: &known}, {Kind: expect.Gone, Before: &known},
	})
	j.encode(t, "test", late)
	other := node.Violation{Fingerprint: "p", Text: "p holds", Nodes: []int{0}}
	j.encode(t, "fuzz", wire.NewFuzz([]string{"lock"}, 1, []string{"a"}, &fuzz.Result{
		Broken: 1, WhyBroken: "exit status 2", Violations: []*fuzz.Violation{{Violation: other, Differs: &trace.Difference{What: "the type"}}},
	}, nil, time.Second))
	j.encode(t, "minimize", wire.NewMinimize("long.trace", "", &reduce.Result{
		Trace: &trace.Trace{Header: trace.Header{Nodes: []string{"a"}}, Records: []trace.Record{{Do: node.Start, Node: "a"}}}, Violation: &other,
		Stages: []reduce.Stage{{Name: "initial"}}, Pace: []reduce.Pace{{}}, Left: []reduce.Left{{Violation: &other}},
	}))
	for name, def := range j.defs {
		properties, _ := def["properties"].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(properties)) {
			somewhere := slices.Contains(shared, key) && slices.ContainsFunc(slices.Collect(maps.Keys(j.seen)), func(seen string) bool { return strings.HasSuffix(seen, "."+key) })
			if !j.seen[name+"."+key] && !somewhere {
				t.Errorf("no command of this test prints %s of %s", key, name)
			}
		}
	}
	if j.printed < 100 {
		t.Errorf("only %d documents were printed", j.printed)
	}
}

// What is not described does not fit.
func TestSchemaIsStrict(t *testing.T) {
	j := newJudge(t)
	for _, text := range []string{
		`{"schema":4,"ok":true,"diagnostics":[],"more":1}`,
		`{"schema":2,"ok":true,"diagnostics":[]}`,
		`{"schema":4,"ok":true,"diagnostics":null}`,
		`{"schema":4,"ok":true}`,
		`{"schema":4,"ok":true,"diagnostics":[{"severity":"note","code":"x","message":"x","width":1}]}`,
	} {
		var document any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		if j.schemas["check"].Validate(document) == nil {
			t.Errorf("%s fits", text)
		}
	}
}

// rare are programs that make commands print what the protocols do not.
var rare = map[string]string{
	// A finding that the tool can mend.
	"mend.ded": `p(X) :- q(X), X = 1;`,
	// What must never hold, an input that may be there, and a node that may come back.
	"wide.ded": `// molly: eot=7 eff=5 crashes=1 nodes=a,b delay=3 twice=yes restarts=1
		stable log;
		peer("a", "b")@1..; bcast("a", "x")@1; may bcast("a", "y")@2..3; closed("b")@5..;
		log(N, P) :- bcast(N, P); log(N, P)@next :- log(N, P); log(M, P)@async :- bcast(N, P), peer(N, M);
		seen(N, P)@next :- log(N, P); seen(N, P)@next :- seen(N, P);
		never(N, P) :- log(N, P), closed(N), P == "y", notin seen(N, P);`,
	// One node takes over from a silent one: something is owed only under faults.
	"takeover.ded": `
		say("a", "b")@1;
		tick("b")@3;
		got(M, N)@async :- say(N, M);
		got(M, N)@next :- got(M, N);
		silent(N) :- tick(N), notin got(N, _);
		leads(N)@next :- silent(N);
		leads(N)@next :- leads(N);
		pre(N) :- silent(N)@3;
		post(N) :- leads(N);
		// molly: eot=5 eff=2 crashes=1 nodes=a,b`,
	// No pre and post; nodes from facts; a rule that nothing reads.
	"kept.ded": `
		send("a", "b")@1; send("b", "c")@1;
		got(M)@async :- send(N, M);
		got(N)@next :- got(N);
		unread(N) :- got(N);`,
	// A rule that nearly fires, with many bindings.
	"many.ded": `
		p("a", 1)@1;
		p(N, X + 1) :- p(N, X), X < 20;
		r(N) :- p(N, X), X > 20;`,
	// The sum is another one when a message is lost.
	"sum.ded": `
		vote("a", "c", 1)@1; vote("b", "c", 2)@1;
		got(M, X)@async :- vote(N, M, X);
		got(N, X)@next :- got(N, X);
		pre("total", 3) :- vote(_, _, _)@1;
		post("total", sum<X>) :- got(_, X);`,
	// A message is sent at 1 and at 3: the loss of the first is cured.
	"late.ded": `
		send("a", "b")@1; send("a", "b")@3;
		got(M)@async :- send(_N, M);
		got(N)@next :- got(N);
		pre("got") :- send(_, _)@1;
		post("got") :- got(_);`,
	"large.ded": `
		p("a", 5000000000000000000)@1;
		p(N, V + V)@next :- p(N, V);
		pre(N) :- p(N, _);
		post(N) :- p(N, _);`,
	"wrong.ded":   "p(\"a\", 1)@1;\np(X) :- p(X, 1), Y > 2;\nr(X :- p(X);",
	"expects.ded": "// expect: eot=2 eff=1 → counterexample\n// expect: eot=x\np(\"a\")@1; p(N)@next :- p(N); q(N) :- p(N); pre(N) :- p(N); post(N) :- p(N);",
}

// unusual are commands that print what is there in some cases only.
const unusual = `
fuzz lock --bug any-unlock --runs 50 --until 0 --save traces --json
verify delivery/simple --trace simple.trace --json
explore lock --never 'c1.Holds > 0' -o held.trace --json
explore lock --executions 1 --json
minimize simple.trace -o short.trace --runs 10 --json
check mend.ded --json
version --json
verify delivery/ack --strategy random --seed 7 --max-executions 5 --certificate none.cert --json
verify delivery/ack --strategy ldfi --negation ignore --json
verify delivery/simple --certificate simple.cert --json
check-certificate simple.cert delivery/simple --json
check-certificate simple.cert delivery/retry --json
verify delivery/ack --certificate ack.cert --json
check-certificate ack.cert delivery/ack --cnf ack.cnf --lrat ack.lrat --json
verify delivery/classic --eff 4 --all --max-executions 3 --json
verify takeover.ded --json
verify late.ded --eot 5 --eff 2 --nodes a,b --json
verify kept.ded --eot 3 --eff 2 --json
verify kept.ded --eot 3 --eff 2 --all --group --json
verify sum.ded --eot 3 --eff 2 --nodes a,b,c --json
verify sum.ded --eot 3 --eff 2 --nodes a,b,c --all --json
run kept.ded --eot 3 --eff 2 --omit a:b:1 --json
run sum.ded --eot 3 --eff 2 --nodes a,b,c --omit a:c:1 --json
explain delivery/retry --omit a:b:1 --crash a@2 --json
explain sum.ded --eot 3 --eff 2 --nodes a,b,c --omit a:c:1 --json
explain seen-crash.ded --json
explain many.ded 'r("a")@1' --eot 1 --eff 0 --json
hazard kept.ded --eot 3 --eff 2 --json
hazard sum.ded --eot 3 --eff 2 --nodes a,b,c --json
hazard takeover.ded --json
hazard delivery/ack --max-executions 2 --json
count takeover.ded --json
count delivery/simple --crashes 1 --restarts 1 --delay 1 --late 0.1 --twice 0.1 --restart 0.5 --json
sweep takeover.ded --max-eot 5 --grid --json
sweep delivery/ack --max-eot 9 --max-facts 200 --json
sweep delivery/simple --shift bcast@1..2 --max-eot 3 --json
sweep late.ded --max-eot 5 --crashes 0 --nodes a,b --json
sweep large.ded --max-eot 4 --crashes 0 --nodes a --json
check wrong.ded --json
test expects.ded --json
test lock.trace --json
replay lock.trace --json
run delivery/retry --eot 6 --eff 4 --crashes 1 --late a:b:1:2 --twice a:c:1:1 --outage b@2..3 --json
explain delivery/retry 'peer("b", _)@4' --eot 6 --eff 4 --crashes 1 --outage b@2..3 --json
explain delivery/simple 'log("b", _)@5' --eot 5 --eff 3 --late a:b:1:2 --twice a:b:1:1 --json
verify wide.ded --json
verify wide.ded --all --json
hazard wide.ded --json
explain wide.ded --input 'bcast("a", "y")@2' --late a:b:2:2 --json
run wide.ded --input 'bcast("a", "y")@2' --late a:b:2:2 --json
verify delivery/ack --eot 6 --eff 3 --crashes 1 --restarts 1 --delay 2 --faults 2 --lossy a->* --crashable a --crash-until 2 --fifo --no-loss --json
count delivery/retry --eot 4 --eff 3 --crashes 1 --restarts 1 --delay 1 --late 0.1 --twice 0.1 --restart 0.5 --json
`
