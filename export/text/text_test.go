package text_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/export/text"
	"molly/failure"
	"molly/protocols"
	"molly/provenance"
	"molly/sweep"
	"molly/verify"
	"molly/verify/certify"
	"molly/verify/expect"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden gathers texts, and holds them against a file of testdata.
type golden struct {
	*testing.T
	bytes.Buffer
}

// title begins a text.
func (g *golden) title(format string, args ...any) {
	if g.Len() > 0 {
		g.WriteByte('\n')
	}
	fmt.Fprintf(g, "$ "+format+"\n----\n", args...)
}

// do fails where there is an error.
func (g *golden) do(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

// compare ends the test. The file begins with why it exists.
func (g *golden) compare(name, why string) {
	g.Helper()
	file := filepath.Join("testdata", name+".golden")
	got := "# " + why + "\n\n" + g.String()
	if *update {
		g.do(os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	g.do(err)
	if got != string(want) {
		g.Errorf("not what %s has (-update writes it):\n%s", file, got)
	}
}

// shipped is a protocol of the library under a specification.
func (g *golden) shipped(name string, spec failure.Spec, nodes ...string) text.Subject {
	g.Helper()
	p, found := dedalus.Loader{Library: protocols.Library()}.Load(name)
	if found.HasErrors() {
		g.Fatal(found)
	}
	if nodes == nil {
		nodes = p.Settings().Nodes
	}
	return text.Subject{Files: []string{name}, Program: p.Datalog(), Spec: spec, Nodes: nodes}
}

// written is a program of the test under a specification.
func (g *golden) written(source string, spec failure.Spec, nodes ...string) text.Subject {
	g.Helper()
	p, found := dedalus.ParseString("test.ded", source)
	if found.HasErrors() {
		g.Fatal(found)
	}
	return text.Subject{Files: []string{"test.ded"}, Program: p.Datalog(), Spec: spec, Nodes: nodes}
}

// verdict searches, and writes what was found; what a run explains only where it is asked for.
func (g *golden) verdict(s text.Subject, o verify.Options, explain, strict bool) {
	g.Helper()
	o.Spec, o.Nodes, o.Outcomes = s.Spec, s.Nodes, s.Outcomes
	v, err := verify.Verify(g.Context(), s.Program, o)
	if v == nil {
		g.Fatal(err)
	}
	found := text.Search{Verdict: v, Options: o, Err: err, Elapsed: 1234567 * time.Microsecond, Strict: strict}
	if o.All {
		for i, f := range v.Findings {
			g.do(text.Listed(g, text.Style{}, s, i+1, f, o.Group))
		}
		g.do(text.ListEnd(g, text.Style{}, found))
		return
	}
	why := text.Explained{Unexplained: "timed out"}
	if explain && len(v.Findings) > 0 {
		why.Run, why.Reason = g.reason(s, v.Findings[0].Scenario)
	}
	g.do(text.Verdict(g, text.Style{}, s, found, why))
}

// reason runs a scenario, and finds one reason for what it violates.
func (g *golden) reason(s text.Subject, faults failure.Scenario) (*eval.Run, *provenance.Graph) {
	g.Helper()
	w, x := g.execute(s, faults)
	space, err := w.Space(g.Context())
	g.do(err)
	violated := x.Violated[:min(len(x.Violated), text.MostViolations)]
	graph, err := provenance.Violations(g.Context(), x.Run, space, verify.Goals(violated)...)
	g.do(err)
	return x.Run, graph.Reason()
}

func (g *golden) execute(s text.Subject, faults failure.Scenario) (*verify.World, *verify.Judged) {
	g.Helper()
	w, err := verify.NewWorld(s.Program, verify.Options{Spec: s.Spec, Nodes: s.Nodes, Outcomes: s.Outcomes})
	g.do(err)
	x, err := w.Judge(g.Context(), faults)
	g.do(err)
	return w, x
}

// onlyCrashes owes an alarm for each crash, and nothing else.
const onlyCrashes = `watch("a", "b")@1;
watch(N, M)@next :- watch(N, M);
alarm(N, M) :- watch(N, M), crash(N, M, _);
pre(M) :- alarm(_, M);
post(M) :- alarm(_, M);
`

// alone violates its invariant without faults: it gets another number than it owes.
const alone = `n("a", 1)@1;
n(N, X + 1)@next :- n(N, X), X < 3;
n(N, X)@next :- n(N, X), X == 3;
pre("a", 2) :- n("a", _);
post(N, X) :- n(N, X);
`

// Each kind of verdict has its text.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	simple, ack := failure.Spec{EOT: 4, EFF: 2}, failure.Spec{EOT: 6, EFF: 3, Crashes: 1}
	g.title("certified")
	g.verdict(g.shipped("delivery/ack", ack), verify.Options{}, false, false)
	g.title("losses that cut a link")
	g.verdict(g.shipped("delivery/retry", failure.Spec{EOT: 4, EFF: 4}), verify.Options{}, true, false)
	g.title("certified where no fault is admissible")
	g.verdict(g.shipped("delivery/simple", failure.Spec{EOT: 4}), verify.Options{}, false, false)
	g.title("certified, owed only under faults")
	g.verdict(g.written(onlyCrashes, failure.Spec{EOT: 3, Crashes: 1}, "a", "b"), verify.Options{}, false, false)
	g.title("vacuous, with --strict")
	g.verdict(g.written(onlyCrashes, failure.Spec{EOT: 3, EFF: 2}, "a", "b"), verify.Options{}, false, true)
	g.title("a counterexample with its reason")
	g.verdict(g.shipped("delivery/simple", simple), verify.Options{}, true, false)
	g.title("a counterexample of random search, without its reason")
	g.verdict(g.shipped("delivery/simple", simple), verify.Options{Strategy: verify.Random, Seed: 7}, false, false)
	g.title("a counterexample without faults")
	g.verdict(g.written(alone, failure.Spec{EOT: 4}, "a"), verify.Options{}, true, false)
	g.title("unknown")
	g.verdict(g.shipped("delivery/ack", ack), verify.Options{Strategy: verify.LDFI, MaxExecutions: 2}, false, false)
	g.title("negation ignored")
	g.verdict(g.shipped("delivery/ack", ack), verify.Options{Strategy: verify.LDFI, IgnoreNegation: true}, false, false)
	g.title("what the failure-free run has is owed")
	s := g.shipped("delivery/redun", ack)
	s.Outcomes = verify.FailureFree
	g.verdict(s, verify.Options{}, false, false)
	g.compare("verdict", "The text of each kind of verdict: text.Verdict.")
}

// All counterexamples are listed, one by one, with what the list is worth.
func TestLists(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	for _, c := range []struct {
		name    string
		crashes int
		o       verify.Options
	}{
		{"delivery/retry", 1, verify.Options{}},
		{"delivery/retry", 1, verify.Options{Group: true}},
		{"delivery/simple", 0, verify.Options{Strategy: verify.Exhaustive, MaxExecutions: 60}},
		{"delivery/retry", 1, verify.Options{Strategy: verify.LDFI, MaxExecutions: 3}},
	} {
		c.o.All = true
		g.title("all counterexamples of %s: strategy %v, grouped %v, at most %d executions", c.name, c.o.Strategy, c.o.Group, c.o.MaxExecutions)
		g.verdict(g.shipped(c.name, failure.Spec{EOT: 4, EFF: 2, Crashes: c.crashes}), c.o, false, false)
	}
	g.compare("list", "Lists of counterexamples: text.Listed and text.ListEnd.")
}

// A run is shown by tables, or by what changes; with all relations and times, or some.
func TestRuns(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	s := g.shipped("delivery/ack", failure.Spec{EOT: 4, EFF: 3, Crashes: 1})
	lossy := failure.NewScenario(failure.Omit("a", "b", 1), failure.CrashAt("c", 2))
	all := eval.View{Times: []int{1, 2, 3, 4}}
	for i := range s.Program.Relations {
		all.Relations = append(all.Relations, datalog.RelID(i))
	}
	log, _ := s.Program.Lookup("log")
	changes, some := all, eval.View{Relations: []datalog.RelID{log}, Times: []int{2}}
	changes.Changes = true
	for _, c := range []struct {
		what   string
		faults failure.Scenario
		view   eval.View
		style  text.Style
	}{
		{"a run with faults", lossy, all, text.Style{}},
		{"its changes, in colours", lossy, changes, text.Style{Colour: true}},
		{"each loss of a link that fails", failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "b", 2), failure.Omit("a", "c", 1), failure.Omit("a", "c", 2)), changes, text.Style{EachLoss: true}},
		{"a link that fails", failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "b", 2), failure.Omit("a", "c", 1), failure.Omit("a", "c", 2)), some, text.Style{}},
		{"one relation at one time of the failure-free run, in boxes", nil, some, text.Style{Boxes: true}},
	} {
		g.title("%s", c.what)
		_, x := g.execute(s, c.faults)
		g.do(text.Run(t.Context(), g, c.style, s, x, c.view))
	}
	g.title("late, twice, down, back again, and an input")
	s = g.written(relays, failure.Spec{EOT: 7, EFF: 5, Crashes: 1, Delay: 3, Twice: true, Restarts: 1}, "a", "b")
	s.Program = recovering(s.Program)
	s.Spec.Inputs = s.Program.Choices()
	_, y := g.execute(s, failure.NewScenario(
		failure.Choose(`bcast("a", "y")`, 1, 2), failure.LateBy("a", "b", 2, 3), failure.TwiceBy("a", "b", 1, 3), failure.LateBy("a", "b", 4, 3), failure.OutageOf("b", 3, 5)))
	all = eval.View{Times: []int{1, 2, 3, 4, 5, 6, 7}}
	for i := range s.Program.Relations {
		if datalog.RelID(i) != s.Program.Crash {
			all.Relations = append(all.Relations, datalog.RelID(i))
		}
	}
	g.do(text.Run(t.Context(), g, text.Style{}, s, y, all))
	g.title("a run that violates the invariant by itself")
	s = g.written(alone, failure.Spec{EOT: 41}, "a")
	_, x := g.execute(s, nil)
	long := eval.View{Relations: []datalog.RelID{s.Program.Post}}
	for t := range 41 {
		long.Times = append(long.Times, t+1)
	}
	g.do(text.Run(t.Context(), g, text.Style{}, s, x, long))
	g.compare("run", "Runs for people: text.Run.")
}

// relays sends what it knows at each time.
const relays = `peer("a", "b")@1;
peer(N, M)@next :- peer(N, M);
bcast("a", "x")@1;
log(N, P) :- bcast(N, P);
log(N, P)@next :- log(N, P);
log(M, P)@async :- log(N, P), peer(N, M);
seen(N, P)@next :- log(N, P);
seen(N, P)@next :- seen(N, P);
pre(P) :- log("a", P);
post(P) :- log("b", P), seen("b", P);
`

// recovering makes the log of a program stable, and leaves a second payload open.
func recovering(p *datalog.Program) *datalog.Program {
	q := *p
	for i, r := range q.Relations {
		switch r.Name {
		case "log":
			q.Stable = append(q.Stable, datalog.RelID(i))
		case "bcast":
			q.Inputs = []datalog.Input{{Relation: datalog.RelID(i), Args: []datalog.Value{datalog.String("a"), datalog.String("y")}, Times: []int{2, 3}}}
		}
	}
	return &q
}

// An explanation is all, or in short with a summary.
func TestExplanations(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	for _, c := range []struct {
		name   string
		spec   failure.Spec
		faults failure.Scenario
	}{
		{"delivery/simple", failure.Spec{EOT: 4, EFF: 2}, failure.NewScenario(failure.Omit("a", "b", 1))},
		{"delivery/simple", failure.Spec{EOT: 4, EFF: 2}, nil},
		{"delivery/classic", failure.Spec{EOT: 5, EFF: 3}, failure.NewScenario(failure.Omit("a", "b", 1), failure.Omit("a", "c", 1))},
		{"replication/kafka-0.8", failure.Spec{EOT: 6, EFF: 4, Crashes: 1}, failure.NewScenario(failure.Omit("b", "z", 1), failure.Omit("c", "z", 1), failure.Omit("u", "a", 1), failure.Omit("a", "b", 3), failure.Omit("a", "c", 3), failure.CrashAt("a", 4))},
	} {
		s := g.shipped(c.name, c.spec)
		w, x := g.execute(s, c.faults)
		space, err := w.Space(t.Context())
		g.do(err)
		graph, err := provenance.Violations(t.Context(), x.Run, space, verify.Goals(x.Violated)...)
		g.do(err)
		g.title("%s with %v", c.name, c.faults)
		g.do(text.Explanation(g, s, graph, x.Violated, false, provenance.TextOptions{Depth: 100}))
	}
	g.compare("explain", "Explanations of violations in about 40 lines: text.Explanation.")
}

// Candidates, roles, and how many scenarios violate the invariant.
func TestHazardAndCount(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	spec := failure.Spec{EOT: 4, EFF: 2, Crashes: 1}
	for _, s := range []text.Subject{g.shipped("delivery/retry", spec), g.written(onlyCrashes, spec, "a", "b"), g.written(onlyCrashes, failure.Spec{EOT: 3}, "a", "b"), g.shipped("delivery/counter", failure.Spec{EOT: 6, EFF: 4, Twice: true})} {
		o := verify.Options{Spec: s.Spec, Nodes: s.Nodes}
		r, err := verify.Hypotheses(t.Context(), s.Program, o, provenance.Exact, 3)
		if r == nil {
			t.Fatal(err)
		}
		g.title("hazard of %s", s.Name())
		g.do(text.Hazard(g, text.Style{}, s, r))
		tally, err := verify.Count(t.Context(), s.Program, o, 0)
		g.do(err)
		chances, err := tally.Curve(t.Context(), []string{"0.01"}, verify.Rates{Crash: "0.1"})
		g.do(err)
		g.title("count of %s", s.Name())
		g.do(text.Count(g, text.Style{}, s, tally, chances, time.Second))
		g.title("curve of %s", s.Name())
		g.do(text.Curve(g, append(chances, verify.ChanceAt{Rates: verify.Rates{Loss: "1", Crash: "1"}, Chance: verify.Chance{Violating: new(big.Float), Admissible: new(big.Float)}})))
	}
	g.compare("hazard", "What the failure-free run suggests, and how many scenarios violate the invariant: text.Hazard, text.Count, text.Curve.")
}

// A sweep is written part by part.
func TestSweeps(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	plain := text.Style{}
	for _, name := range []string{"delivery/retry", "delivery/redun"} {
		s := g.shipped(name, failure.Spec{EOT: 6, EFF: 6, Crashes: 1})
		o := sweep.Options{MaxEOT: 6, MaxCrashes: 1, Verify: verify.Options{Nodes: s.Nodes}}
		g.title("%s", name)
		g.do(text.SweepTitle(g, s, o))
		for _, grid := range []bool{false, true} {
			_, err := sweep.Run(t.Context(), s.Program, sweep.Plan{Options: o, Grid: grid}, func(e sweep.Event) { g.do(text.Swept(g, plain, s, o, e)) })
			g.do(err)
		}
		g.do(text.SweepEnd(g, plain, true, nil, ""))
	}
	g.title("stopped")
	late := &sweep.Path{Ending: sweep.Stopped, Err: context.DeadlineExceeded}
	g.do(text.Swept(g, plain, text.Subject{}, sweep.Options{MaxEOT: 9}, sweep.Event{Kind: sweep.PathEnded, Path: late}))
	g.do(text.SweepEnd(g, plain, false, late.Err, "my.sweep"))
	g.compare("sweep", "Sweeps: text.SweepTitle to text.SweepEnd.")
}

// What came of expectations is said file by file, then in all.
func TestTests(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	file := &expect.File{Name: "my.ded"}
	expectation := func(line int, v expect.Verdict) expect.Expectation {
		return expect.Expectation{Pos: datalog.Position{File: "my.ded", Line: line}, Spec: failure.Spec{EOT: 4, EFF: 2}, Nodes: []string{"a", "b"}, Verdict: v}
	}
	holds := expect.Result{Expectation: expectation(1, expect.Certified), Elapsed: 10 * time.Millisecond}
	differs := expect.Result{Expectation: expectation(2, expect.Vacuous), Elapsed: 20 * time.Millisecond, Difference: "it is certified"}
	broken := expect.Result{Expectation: expectation(3, expect.Certified), Err: errors.New("a number does not fit")}
	late := expect.Result{Expectation: expectation(4, expect.Certified), NotReached: true}
	var files []expect.Tested
	for _, results := range [][]expect.Result{{holds}, {holds, differs}, {holds, broken}, {holds, late}} {
		f := expect.Tested{File: file, Results: results}
		files = append(files, f)
		for _, verbose := range []bool{false, true} {
			g.title("%d results, verbose %v", len(results), verbose)
			g.do(text.Tested(g, text.Style{}, f, []string{"my folder"}, verbose))
		}
	}
	for i := range files {
		g.title("the first %d files", i+1)
		g.do(text.Tests(g, files[:i+1], nil))
	}
	g.title("two files that hold")
	g.do(text.Tests(g, []expect.Tested{files[0], files[0]}, nil))
	g.compare("test", "What came of expectations: text.Tested and text.Tests.")
}

// Certificates, checks and lists of protocols.
func TestOthers(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	s := g.shipped("delivery/ack", failure.Spec{EOT: 6, EFF: 3, Crashes: 1})
	s.Include = []string{"my folder"}
	file := text.File{Name: "ack.cert", Bytes: 1}
	g.title("certificates")
	g.do(text.Certificate(g, text.Style{}, s, file, nil))
	g.do(text.Certificate(g, text.Style{}, s, file, context.DeadlineExceeded))
	g.do(text.Certificate(g, text.Style{}, s, file, errors.New("it took too long")))
	question := certify.Question{Nodes: s.Nodes, Spec: s.Spec, Outcomes: certify.FailureFree}
	g.do(text.Checked(g, text.Style{}, s.Name(), &certify.Certificate{Question: question, Verdict: certify.Certified, Vacuous: true}, text.File{}, text.File{}))
	g.do(text.Checked(g, text.Style{}, s.Name(), &certify.Certificate{Question: question, Verdict: certify.Counterexample, Violated: []string{"p(1)", "p(2)"}}, text.File{Name: "ack.cnf", Bytes: 2}, text.File{Name: "ack.lrat", Bytes: 3}))
	g.do(text.Invalid(g, text.Style{}, "the seal is broken"))
	g.title("a program without errors")
	g.do(text.Sound(g, text.Style{}, s.Program, 1))
	g.title("protocols")
	setting := dedalus.Setting{Nodes: s.Nodes}
	g.do(text.Protocols(g, text.Style{}, []expect.Protocol{{Name: "x/y", Title: "Why", Setting: setting}, {Name: "x/z", Title: "Zed", Setting: setting, Expected: []expect.Expectation{{Spec: s.Spec, Verdict: expect.Certified}}}}))
	g.title("a table")
	g.do(text.Figure(g, text.Style{Boxes: true}, "Title", []string{"a", "b"}, [][]string{{"1", "2"}, {"", "x"}}, nil))
	g.compare("other", "Smaller texts: certificates, checks, lists, tables.")
}

// The first error of the writer is returned, and nothing is written after it.
func TestWriterErrors(t *testing.T) {
	g := &golden{T: t}
	s := g.shipped("delivery/simple", failure.Spec{EOT: 4, EFF: 2})
	v, err := verify.Verify(t.Context(), s.Program, verify.Options{Spec: s.Spec, Nodes: s.Nodes})
	g.do(err)
	w := &full{}
	if err := text.Verdict(w, text.Style{}, s, text.Search{Verdict: v}, text.Explained{}); err != io.ErrShortWrite || w.writes != 1 {
		t.Errorf("%v after %d writes", err, w.writes)
	}
}

type full struct{ writes int }

func (f *full) Write([]byte) (int, error) {
	f.writes++
	return 0, io.ErrShortWrite
}

// Words of a command line are quoted where a shell would read them otherwise.
func TestCommands(t *testing.T) {
	s := text.Subject{Files: []string{"-x.ded", "it's.ded", "-"}, Include: []string{"a b"}, Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: []string{"a", "b:c"}, Outcomes: verify.FailureFree}
	faults := failure.NewScenario(failure.Omit("a", "b:c", 1), failure.CrashAt("a", 2))
	common := ` ./-x.ded 'it'\''s.ded' - -I 'a b' --eot 4 --eff 2 --crashes 1 --nodes 'a,"b:c"'`
	for got, want := range map[string]string{
		s.Command("run", faults):  `molly run` + common + ` --omit 'a:"b:c":1' --crash a@2 --outcomes failure-free`,
		s.Command("explain", nil): `molly explain` + common + ` --outcomes failure-free`,
		s.CheckCommand("my.cert"): `molly check-certificate my.cert -I 'a b' ./-x.ded 'it'\''s.ded' -`,
		text.Quote(""):            `''`,
		text.Quote("plain-1.ded"): `plain-1.ded`,
		text.Quote(`$x "y" 日`):    `'$x "y" 日'`,
		strings.TrimPrefix(s.SearchCommand(verify.Options{Strategy: verify.LDFI, IgnoreNegation: true, All: true}), "molly verify"): common + ` --outcomes failure-free --strategy ldfi --negation ignore --all`,
	} {
		if got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
	}
}
