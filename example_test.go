package molly_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"testing/fstest"

	"molly"
	"molly/export/github"
	"molly/export/sarif"
	"molly/failure"
	"molly/provenance"
	"molly/sweep"
	"molly/verify"
	"molly/verify/expect"
	"molly/viz/lineage"
	"molly/viz/svg"
)

var ctx = context.Background()

// ask loads a protocol of the library, and asks about it under the specification that it names.
func ask(name string) *molly.Question {
	p, err := molly.Load(ctx, name)
	if err != nil {
		log.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return q
}

func ExampleLoad() {
	p, err := molly.Load(ctx, "delivery/simple") // or "my.ded", "invariant.ded"
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(p.Datalog().Rules), "rules")
	// Output: 8 rules
}

func ExampleLoadFS() {
	files := fstest.MapFS{ // or an embed.FS
		"net.ded":  {Data: []byte(`link("a", "b")@1; link(X, Y)@next :- link(X, Y);`)},
		"mine.ded": {Data: []byte(`include "net.ded"; q(X) :- link(X, _), r(X);`)},
	}
	p, err := molly.LoadFS(ctx, files, "mine.ded")
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range p.Sources() {
		fmt.Println(s.Name)
	}
	// Output:
	// mine.ded
	// net.ded
}

func ExampleProgram_Lint() {
	p, err := molly.Parse("mine.ded", `// molly: eot=5 eff=2 crashes=0 nodes=a,b
say("a", "b")@1;
got(M, N)@async :- say(N, M);
pre(N) :- say(N, _)@1;
post(N) :- got(_, N);`)
	if err != nil {
		log.Fatal(err)
	}
	found, err := p.Lint(ctx)
	if err != nil {
		log.Fatal(err) // the context ended, or the program grew too large
	}
	for _, d := range found {
		fmt.Printf("%v: %s [%s]\n", d.Pos, d.Message, d.Code)
		fmt.Println(d.Fixes[0].Title)
	}
	// Output:
	// mine.ded:5:12: got is needed at time 5, the end of the run, but it holds at time 2 only: nothing keeps it [dropped]
	// write `got(X1, X2)@next :- got(X1, X2);`
}

func ExampleFormat() {
	text, err := molly.Format("mine.ded", `log(N,P):-bcast( N,P );   // a keeps it`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output: log(N, P) :- bcast(N, P);  // a keeps it
}

func ExampleProgram_Question() {
	p, err := molly.Load(ctx, "delivery/simple")
	if err != nil {
		log.Fatal(err)
	}
	q, err := p.Question(molly.Options{EOT: new(6), Nodes: []string{"a", "b"}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(q.Spec, q.Nodes) // EFF and the crashes are those of the program's directive
	// Output: ⟨6,2,0⟩ [a b]
}

func ExampleQuestion_Verify() {
	q := ask("delivery/simple")
	v, err := q.Verify(ctx, molly.Search{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.Kind, v.Spec, v.Findings[0].Scenario)
	// Output: counterexample ⟨4,2,0⟩ {O(a,b,1)}
}

func ExampleQuestion_Verify_all() {
	q := ask("delivery/simple")
	v, err := q.Verify(ctx, molly.Search{Strategy: verify.LDFI, All: true})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range v.Findings {
		fmt.Println(f.Scenario)
	}
	// Output:
	// {O(a,b,1)}
	// {O(a,c,1)}
}

func ExampleQuestion_Run() {
	q := ask("delivery/simple")
	x, err := q.Run(ctx, failure.NewScenario(failure.Omit("a", "b", 1)))
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range x.Run.Messages() {
		fmt.Printf("%s → %s at time %d, arrived: %v\n", m.From.Text(), m.To.Text(), m.Sent, m.Arrived)
	}
	fmt.Println("violated:", x.Violated[0].Args)
	// Output:
	// a → b at time 1, arrived: false
	// a → c at time 1, arrived: true
	// violated: ["b" "hello"]
}

func ExampleQuestion_Explain() {
	q := ask("delivery/simple")
	goal, err := q.Goal(`log("b", _)@2`)
	if err != nil {
		log.Fatal(err)
	}
	g, err := q.Explain(ctx, failure.NewScenario(failure.Omit("a", "b", 1)), goal)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(g.Text(provenance.TextOptions{}))
	// Output:
	// nothing matches log("b", _)@2
	// └─ log("b", "hello")@1…2 does not hold, so log(N, P)@next :- log(N, P)  [delivery/network.ded:15] has nothing to keep
	//    ├─ log(M, P)@async :- bcast(N, P), peer(N, M)  [delivery/simple.ded:24], but ✗ the message from a to b, sent at 1, is lost by the omission O(a,b,1)
	//    └─ log(N, P) :- bcast(N, P)  [delivery/simple.ded:23], but bcast("b", "hello")@2 does not hold, and cannot under this specification
}

func ExampleQuestion_Draw() {
	q := ask("delivery/simple")
	s, err := q.Draw(ctx, failure.NewScenario(failure.Omit("a", "b", 1)), molly.Picture{})
	if err != nil {
		log.Fatal(err)
	}
	picture := svg.Write(s) // or pdf, png, tikz, dot
	fmt.Printf("%.0f by %.0f points, %v\n", s.W, s.H, bytes.HasPrefix(picture, []byte("<svg")))
	// Output:
	// 236 by 195 points, true
}

func ExampleQuestion_DrawLineage() {
	q := ask("delivery/simple")
	goal, err := q.Goal(`log("b", _)@4`)
	if err != nil {
		log.Fatal(err)
	}
	s, err := q.DrawLineage(ctx, nil, molly.Picture{Lineage: lineage.Options{Fold: lineage.Readable}}, goal)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f by %.0f points\n", s.W, s.H)
	// Output:
	// 237 by 189 points
}

func ExampleQuestion_Report() {
	q := ask("delivery/simple")
	v, err := q.Verify(ctx, molly.Search{All: true})
	if err != nil {
		log.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "report")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	written, err := q.Report(ctx, folder, v, molly.ReportOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(written.Shown, "executions") // in index.html
	// Output:
	// 3 executions
}

func ExampleQuestion_Hazard() {
	h, err := ask("delivery/simple").Hazard(ctx, molly.HazardOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(h.Formula)
	for _, c := range h.Hypotheses {
		fmt.Println(c.Scenario, c.Fate)
	}
	// Output:
	// (O(a,b,1) ∨ O(a,c,1))
	// {O(a,b,1)} confirmed
	// {O(a,c,1)} confirmed
}

func ExampleQuestion_Count() {
	t, err := ask("delivery/simple").Count(ctx, molly.CountOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(verify.Total(t.Violating), "of", verify.Total(t.Scenarios))
	// Output:
	// 48 of 64
}

func ExampleQuestion_Sweep() {
	p, err := molly.Load(ctx, "delivery/simple")
	if err != nil {
		log.Fatal(err)
	}
	q, err := p.Question(molly.Options{EOT: new(8), EFF: new(8), Crashes: new(1)})
	if err != nil {
		log.Fatal(err)
	}
	s, err := q.Sweep(sweep.Options{})
	if err != nil {
		log.Fatal(err)
	}
	path := s.Path(ctx, 0, nil)
	fmt.Println(path.Ending, path.Minimal.Spec)
	// Output:
	// broken ⟨3,2,0⟩
}

func ExampleTest() {
	files, err := molly.Sources{}.Tests(ctx, nil, "delivery/simple") // or a folder of yours
	if err != nil {
		log.Fatal(err)
	}
	_, err = molly.Test(ctx, files, 2, func(f expect.Tested) {
		for _, r := range f.Results {
			fmt.Println(r.Expectation, r.Holds())
		}
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// ⟨4,2,0⟩ → counterexample omit=a:b:1 true
	// ⟨4,0,3⟩ → certified true
	// ⟨7,4,0; no loss, delay 2, twice⟩ → certified true
	// ⟨7,4,0; no loss, delay 2, fifo⟩ → certified true
	// ⟨7,4,1; no loss, restarts 1⟩ → counterexample outage=b@2..3 true
}

func ExampleTest_baseline() {
	files, err := molly.Sources{}.Tests(ctx, nil, "delivery/simple")
	if err != nil {
		log.Fatal(err)
	}
	part := expect.Take(expect.Shard{Index: 2, Of: 3}, files) // every third expectation
	tested, err := molly.Test(ctx, part, 2, func(expect.Tested) {})
	if err != nil {
		log.Fatal(err)
	}
	before := expect.NewBaseline(expect.Judge(tested)) // wire.WriteBaseline and ReadBaseline keep it in a file
	fmt.Println(before[0].File, before[0].Name, before[0])
	for _, c := range before.Compare(expect.Judge(tested), func(expect.Known) bool { return true }) {
		fmt.Println(c.Kind, c.Before, c.After) // nothing has changed
	}
	// Output:
	// delivery/simple.ded ⟨4,0,3⟩ certified
}

func ExampleProgram_Findings() {
	p, err := molly.Parse("p.ded", "p(\"a\", 1)@1;\np(N, X)@next :- p(N, X);\nq(N) :- p(N, _);\n")
	if err != nil {
		log.Fatal(err)
	}
	found := p.Findings()
	if err := github.Write(os.Stdout, found); err != nil { // for a job of GitHub Actions
		log.Fatal(err)
	}
	l := sarif.New(sarif.Tool{}, sarif.Findings(found), sarif.Ending{Complete: true}) // sarif.Write writes it
	for _, r := range l.Runs[0].Results {
		fmt.Println(r.Level, r.RuleID, r.Message.Text)
	}
	// Output:
	// ::warning file=p.ded,line=3,endLine=3,col=1,endColumn=1,title=molly%3A unread::nothing reads q
	// warning unread nothing reads q
}

func ExampleQuestion_Certify() {
	q := ask("delivery/ack")
	v, err := q.Verify(ctx, molly.Search{})
	if err != nil {
		log.Fatal(err)
	}
	c, err := q.Certify(ctx, v)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(v.Kind, molly.CheckCertificate(ctx, q.Program, c, nil))
	// Output: certified <nil>
}

func ExampleProgram_Rewritten() {
	p, err := molly.Parse("p.ded", `p("a", 1)@1; p(N, X)@next :- p(N, X); q(N, X) :- p(N, X), X > 0;`)
	if err != nil {
		log.Fatal(err)
	}
	_, rule, _ := strings.Cut(p.Rewritten().String(), "// rule 2")
	fmt.Print(rule)
	// Output:
	// , p.ded:1: q(N, X) :- p(N, X), X > 0;
	// q_fired2(N, X, Time) :- p(N, X, Time), X > 0;
	// q(N, X, Time) :- q_fired2(N, X, Time);
}

func ExampleQuestion_ASP() {
	text, err := ask("delivery/simple").ASP(ctx) // for clingo
	if err != nil {
		log.Fatal(err)
	}
	first, _, _ := strings.Cut(text, "\n")
	fmt.Println(first)
	// Output: % Is there an admissible scenario under ⟨4,2,0⟩ that violates the invariant?
}
