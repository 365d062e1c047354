package view

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/verify"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/svg"
)

// relays keeps a log, and sends it at each time; a takes a message for old that comes after the
// log was closed.
const relays = `// molly: eot=7 eff=5 crashes=1 nodes=a,b delay=3 twice=yes restarts=1
peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
bcast("a", "x")@1;
log(N, P) :- bcast(N, P); log(N, P)@next :- log(N, P); log(M, P)@async :- log(N, P), peer(N, M);
seen(N, P)@next :- log(N, P); seen(N, P)@next :- seen(N, P);
pre(P) :- log("a", P), log("b", P); post(P) :- seen("b", P)@4, log("b", P);
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

// spaceOf evaluates all executions of a program at once.
func spaceOf(p *datalog.Program, o verify.Options) Space {
	return func(ctx context.Context) (*eval.Space, error) {
		e, err := eval.New(p, o.Nodes, eval.Options{})
		if err != nil {
			return nil, err
		}
		return e.Space(ctx, o.Spec)
	}
}

// What is late, comes twice, meets a node that is down or comes after the end, outages, what is
// held over on stable storage, and inputs, in all views of a run.
func TestViewsOfAsynchrony(t *testing.T) {
	p, o := load(t, "relays.ded", relays)
	p = recovering(p)
	o.Spec.Inputs = p.Choices()
	w, err := verify.NewWorld(p, o)
	if err != nil {
		t.Fatal(err)
	}
	free, err := w.Judge(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, scenario := range map[string]failure.Scenario{
		"outage": failure.NewScenario(failure.Choose(`bcast("a", "y")`, 1, 2), failure.LateBy("a", "b", 2, 3), failure.TwiceBy("a", "b", 1, 3), failure.LateBy("a", "b", 4, 3), failure.OutageOf("b", 3, 5)),
		"late":   failure.NewScenario(failure.LateBy("a", "b", 1, 3), failure.LateBy("a", "b", 2, 3), failure.Omit("a", "b", 3), failure.TwiceBy("a", "b", 4, 1)),
	} {
		judged, err := w.Judge(t.Context(), scenario)
		if err != nil {
			t.Fatal(err)
		}
		space := spaceOf(p, o)
		about, err := Outcome(t.Context(), judged, space)
		if err != nil {
			t.Fatal(err)
		}
		before, err := Before(t.Context(), free, judged, space)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		printTrace(&b, Trace(Title("relays", judged.Run), judged, about))
		printGraph(&b, Lineage("lineage", judged.Run, about))
		printTrace(&b, Trace(Title("relays", free.Run), free, before))
		printGraph(&b, Difference("difference", judged.Run, before))
		text, without := Terminal(judged.Run, about.Reason())
		fmt.Fprintf(&b, "terminal  %q\n%s", without, text)
		golden(t, filepath.Join("testdata", "wide-"+name+".golden"), b.Bytes())
	}
}

// What must never hold is marked when it first does, below the diagram as well.
func TestViewOfNever(t *testing.T) {
	p, o := load(t, "closed.ded", `// molly: eot=6 eff=3 nodes=a,b delay=2
order("a", "b")@1; closed("b")@3; closed(N)@next :- closed(N);
got(M)@async :- order(N, M), N != M;
never(N, "too late") :- got(N), closed(N);
`)
	q := *p
	q.Pre, q.Post = datalog.NoRelation, datalog.NoRelation
	q.Never, _ = p.Lookup("never")
	w, err := verify.NewWorld(&q, o)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := w.Judge(t.Context(), failure.Scenario{failure.LateBy("a", "b", 1, 2)})
	if err != nil {
		t.Fatal(err)
	}
	about, err := Outcome(t.Context(), judged, spaceOf(&q, o))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	printTrace(&b, Trace("never", judged, about))
	printGraph(&b, Lineage("lineage", judged.Run, about))
	golden(t, filepath.Join("testdata", "never.golden"), b.Bytes())
}

// widened makes a program stable in some relations, and some of its facts inputs.
func widened(r *rand.Rand, p *datalog.Program) *datalog.Program {
	q := *p
	q.Facts = nil
	for i := range q.Relations {
		if datalog.RelID(i) != p.Crash && r.IntN(3) == 0 {
			q.Stable = append(q.Stable, datalog.RelID(i))
		}
	}
	for _, f := range p.Facts {
		known := slices.ContainsFunc(q.Inputs, func(in datalog.Input) bool {
			return in.Relation == f.Relation && datalog.CompareTuples(in.Args, f.Args) == 0
		})
		if r.IntN(6) > 0 || known {
			q.Facts = append(q.Facts, f)
		} else {
			q.Inputs = append(q.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: []int{f.Time}})
		}
	}
	return &q
}

// wideOptions draws a specification with late messages, second copies and nodes that come back, and
// not too many scenarios.
func wideOptions(r *rand.Rand, p *datalog.Program, nodes []string) verify.Options {
	for {
		s := failure.Spec{EOT: 3 + r.IntN(4), Delay: r.IntN(4), Twice: r.IntN(2) == 0, FIFO: r.IntN(3) == 0, NoLoss: r.IntN(2) == 0, Crashes: r.IntN(2), Inputs: p.Choices()}
		s.EFF, s.Restarts = 1+r.IntN(s.EOT), r.IntN(s.Crashes+1)
		if s.Scenarios(nodes).Cmp(big.NewInt(20_000)) <= 0 {
			return verify.Options{Spec: s, Nodes: nodes}
		}
	}
}

// Every fault of a minimal counterexample is to be seen, of whatever kind it is, and every input:
// in the terminal's diagram, in the space-time diagram and in the lineage.
func TestWideFaultsAreDrawn(t *testing.T) {
	programs := *drawnPrograms
	if testing.Short() {
		programs = 60
	}
	drawn := 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 13))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 2000)
		p := widened(r, task.Program)
		drawn += faultsAreDrawn(t, "random.ded", p, wideOptions(r, p, task.Nodes))
		if t.Failed() {
			t.Fatalf("seed %d: %v", seed, task)
		}
	}
	if drawn < programs/4 {
		t.Errorf("only %d faults of %d programs were looked for", drawn, programs)
	}
	t.Logf("%d faults were looked for", drawn)
}

// A picture has each arrival of each message where the run has it, each outage and each input; and
// the lineage of what the run violates or achieves can be drawn: of random programs, where messages
// are late or come twice, and nodes come back.
func TestWidePictures(t *testing.T) {
	programs := 150
	if testing.Short() {
		programs = 30
	}
	drawn, changed := 0, 0
	for seed := range programs {
		r := rand.New(rand.NewPCG(uint64(seed), 12))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 2000)
		p := widened(r, task.Program)
		o := wideOptions(r, p, task.Nodes)
		w, err := verify.NewWorld(p, o)
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(o.Spec.Each(o.Nodes))
		for range 3 {
			sc := all[r.IntN(len(all))]
			judged, err := w.Judge(t.Context(), sc)
			if err != nil {
				t.Fatalf("%v\n%s", err, task)
			}
			s := Subject{Run: judged, Space: spaceOf(p, o)}
			picture, err := s.SpaceTime(t.Context(), lamport.Options{Details: seed%2 == 0})
			if err != nil {
				t.Fatalf("%v\n%s", err, task)
			}
			end := func(v datalog.Value) string {
				if isNode(o.Nodes, v) {
					return v.Text()
				}
				return v.String()
			}
			var want []string
			for _, m := range judged.Run.Messages() {
				text := p.Relations[m.Relation].Name
				if args := m.Args[1:]; len(args) > 0 {
					text += "(" + datalog.FormatArgs(args) + ")"
				}
				for _, d := range judged.Run.Deliveries(m) {
					arrives := "never"
					if d.Arrived() {
						arrives = strconv.Itoa(d.Time)
					}
					changed += d.Late
					want = append(want, fmt.Sprintf("%s@%d → %s %s %s", end(m.From), m.Sent, end(m.To), arrives, text))
				}
			}
			got := messagesIn(t, svg.Write(picture))
			slices.Sort(want)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Fatalf("under %v: the picture has\n%s\nthe run has\n%s\n%s", sc, strings.Join(got, "\n"), strings.Join(want, "\n"), task)
			}
			for _, f := range sc.Of(failure.Outage) {
				if !inDiagram(picture, f) {
					t.Errorf("the picture does not show %v", f)
				}
			}
			drawn += len(want)
			if _, err := s.Lineage(t.Context(), nil, lineage.Options{Fold: lineage.Readable}); err != nil && err != ErrNothingViolated {
				t.Errorf("%v\n%s", err, task)
			}
			if s.Free, err = w.Judge(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Lineage(t.Context(), nil, lineage.Options{Fold: lineage.Readable}); err != nil && err != ErrNothingViolated {
				t.Errorf("%v\n%s", err, task)
			}
		}
	}
	if drawn < 20*programs || changed < programs/2 {
		t.Errorf("only %d messages, late by %d rounds in sum", drawn, changed)
	}
}
