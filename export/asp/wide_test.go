package asp

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
	"molly/internal/clingo"
	"molly/internal/randprog"
	"molly/verify"
)

// factsOf lists what holds in a run, as atoms.
func factsOf(q Question, run *naive.Result) map[string]bool {
	facts := map[string]bool{}
	for _, tuple := range run.Tuples {
		a := atom{q.relation(q.Program.Relations[tuple.Relation].Name), tuple.Args}
		if tuple.Time > 0 {
			a.args = append(slices.Clone(a.args), datalog.Int(int64(tuple.Time)))
		}
		facts[a.String()] = true
	}
	return facts
}

// everything asks for all scenarios, with all that holds in each.
func (q Question) everything() string {
	text, _, _ := strings.Cut(q.Text(), "\n% the invariant is violated\n")
	var b strings.Builder
	fmt.Fprintln(&b, text)
	for r, rel := range q.Program.Relations {
		columns := rel.Arity() + 1
		if id := datalog.RelID(r); id == q.Program.Crash || id == q.Program.Outage {
			columns--
		}
		fmt.Fprintf(&b, "#show %[1]s/%[2]d.\n#defined %[1]s/%[2]d.\n", q.relation(rel.Name), columns)
	}
	for _, a := range q.faultAtoms() {
		fmt.Fprintf(&b, "#show %[1]s/%[2]d.\n#defined %[1]s/%[2]d.\n", a.name, len(a.arguments))
	}
	return b.String()
}

// models asks clingo for all models: for each scenario, which other atoms are shown.
func models(t *testing.T, program string) map[string]map[string]bool {
	t.Helper()
	all := map[string]map[string]bool{}
	for _, part := range strings.Split(string(clingo.Run(t, program, "0")), "\nAnswer: ")[1:] {
		atoms, err := lastAnswer([]byte("Answer: " + part + "\nSATISFIABLE\n"))
		if err != nil {
			t.Fatalf("%v\n%s", err, part)
		}
		var faults []failure.Fault
		rest := map[string]bool{}
		for _, a := range atoms {
			if f, ok := a.fault(); ok {
				faults = append(faults, f)
			} else {
				rest[a.String()] = true
			}
		}
		sc := failure.NewScenario(faults...)
		if len(sc) != len(faults) {
			t.Fatalf("%v is not in normal form\n%s", faults, program)
		}
		if all[sc.String()] != nil {
			t.Fatalf("two models are %v\n%s", sc, program)
		}
		all[sc.String()] = rest
	}
	return all
}

// wideTally counts what was compared.
type wideTally struct{ scenarios, violating, minimal, broken, holding, refused int }

// compare holds all scenarios, all that holds in each, and those that violate the invariant
// against the runs of the reference evaluator.
func (tally *wideTally) compare(t *testing.T, q Question) string {
	t.Helper()
	q.Spec.Inputs = q.Program.Choices()
	free, err := naive.Run(q.Program, q.Nodes, q.Spec, nil)
	if err != nil {
		t.Skip(err)
	}
	text := q.everything()
	got := models(t, text)
	var violating []failure.Scenario
	scenarios := 0
	for sc := range q.Spec.Each(q.Nodes) {
		scenarios++
		facts, there := got[sc.String()]
		if !there {
			return fmt.Sprintf("clingo does not have %v\n%s", sc, text)
		}
		run, err := naive.Run(q.Program, q.Nodes, q.Spec, sc)
		if err != nil {
			t.Skip(err)
		}
		want := factsOf(q, run)
		diff := ""
		for f := range facts {
			if !want[f] {
				diff += "clingo derives " + f + "\n"
			}
		}
		for f := range want {
			if !facts[f] {
				diff += "clingo does not derive " + f + "\n"
			}
		}
		if diff != "" {
			return fmt.Sprintf("under %v\n%s%s", sc, diff, text)
		}
		if q.breaks(run, free) {
			violating = append(violating, sc)
		}
	}
	if len(got) != scenarios {
		return fmt.Sprintf("clingo has %d scenarios, of %d\n%s", len(got), scenarios, text)
	}
	var answers []string
	for sc := range models(t, q.Text()) {
		answers = append(answers, sc)
	}
	slices.Sort(answers)
	if want := names(violating); !slices.Equal(answers, want) {
		return fmt.Sprintf("clingo's scenarios: %v\nthose that violate: %v\n%s", answers, want, q.Text())
	}
	tally.scenarios += scenarios
	return tally.search(t, q, violating)
}

func names(list []failure.Scenario) []string {
	out := make([]string, len(list))
	for i, sc := range list {
		out[i] = sc.String()
	}
	slices.Sort(out)
	return out
}

// search holds the search against all scenarios that violate: its verdict, the
// counterexample that it reports first, and all minimal ones.
func (tally *wideTally) search(t *testing.T, q Question, violating []failure.Scenario) string {
	t.Helper()
	o := verify.Options{Spec: q.Spec, Nodes: q.Nodes, All: true}
	if q.FailureFree {
		o.Outcomes = verify.FailureFree
	}
	verdict, err := verify.Verify(context.Background(), q.Program, o)
	if err != nil {
		t.Fatal(err)
	}
	var got []failure.Scenario
	for _, f := range verdict.Findings {
		got = append(got, f.Scenario)
	}
	minimal := failure.Minimal(violating)
	equal := func(a, b failure.Scenario) bool { return slices.Equal(a, b) }
	if !slices.EqualFunc(got, minimal, equal) || (verdict.Kind == verify.Certified) != (len(minimal) == 0) {
		return fmt.Sprintf("%v: the search finds %v; clingo's minimal scenarios are %v\n%s", verdict.Kind, got, minimal, q.Text())
	}
	tally.violating += len(violating)
	tally.minimal += len(minimal)
	if len(minimal) > 0 {
		tally.broken++
	} else {
		tally.holding++
	}
	return ""
}

// widened adds what the language has beyond the programs of randprog: stable relations, inputs,
// facts that last, never, and rules that read the builtin relations.
func widened(t *testing.T, r *rand.Rand, source string) *datalog.Program {
	t.Helper()
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	some := func() bool { return r.IntN(3) == 0 }
	if some() {
		source += pick(`w1(N, "b") :- boot0(N);`, `w1(N, K)@next :- boot0(N), K == "k";`, `w1(N, count<M>) :- member0(N, M);`, `w1("a", M)@async :- boot0(N), member0(N, M);`)
	}
	if some() {
		source += pick(`w2(N, T)@next :- now0(N, T);`, `w2(M, sum<T>)@async :- now0(N, T), member0(N, M);`, `w2(_x, K) :- outage0(_x, _, K, _);`, `w2(N, T) :- now0(N, T), notin boot0(N);`)
	}
	if some() {
		source += pick(`w3(O, N, K, U) :- outage0(O, N, K, U); w4(O, K)@next :- w3(O, _, K, _);`, `w3("x", N) :- boot0(N)@2;`, `w3(N) :- member0(_, N);`, `w3(M, T)@next :- now0(N, T), member0(N, M);`)
	}
	p := *parse(t, source)
	p.Relations = slices.Clone(p.Relations)
	for i, rel := range p.Relations {
		id := datalog.RelID(i)
		builtin := map[string]*datalog.RelID{"boot0": &p.Boot, "outage0": &p.Outage, "member0": &p.Member, "now0": &p.Now}[rel.Name]
		if builtin != nil {
			*builtin = id
			p.Relations[i].Name = strings.TrimSuffix(rel.Name, "0")
			p.Relations[i].Types = map[string][]datalog.Type{
				"boot0": {datalog.Text}, "outage0": {datalog.Text, datalog.Text, datalog.Integer, datalog.Integer},
				"member0": {datalog.Text, datalog.Text}, "now0": {datalog.Text, datalog.Integer},
			}[rel.Name]
		} else if id != p.Crash && some() {
			p.Stable = append(p.Stable, id)
		}
		if builtin == nil && id != p.Crash && id != p.Pre && id != p.Post && r.IntN(12) == 0 {
			p.Never = id
		}
	}
	facts := p.Facts
	p.Facts = nil
	for _, f := range facts {
		same := func(in datalog.Input) bool {
			return in.Relation == f.Relation && datalog.CompareTuples(in.Args, f.Args) == 0
		}
		switch k := r.IntN(6); {
		case k == 0:
			p.Lasting = append(p.Lasting, f)
		case k == 1 && !slices.ContainsFunc(p.Inputs, same):
			p.Inputs = append(p.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: []int{f.Time, f.Time + 1 + r.IntN(2)}[:1+r.IntN(2)]})
		default:
			p.Facts = append(p.Facts, f)
		}
	}
	return &p
}

// wideSpec makes a specification of anything that may go wrong, with few scenarios.
func wideSpec(r *rand.Rand, p *datalog.Program, nodes []string, limit int64) failure.Spec {
	some := func(n int) bool { return r.IntN(n) == 0 }
	for limit := limit; ; limit++ {
		s := failure.Spec{EOT: 3 + r.IntN(3), Crashes: r.IntN(len(nodes) + 1), Inputs: p.Choices()}
		s.EFF = r.IntN(s.EOT + 1)
		if some(2) {
			s.Delay = r.IntN(4)
		}
		s.NoLoss, s.Twice, s.FIFO = some(2), some(3), some(2)
		if s.Crashes > 0 && some(2) {
			s.Restarts = 1 + r.IntN(s.Crashes)
		}
		if some(3) {
			s.MaxFaults = 1 + r.IntN(3)
		}
		if some(2) {
			s.Lossy = []failure.Links{"a->b", "*->a", "a->b,b->*"}[r.IntN(3)]
		}
		if some(4) {
			s.Crashable = []failure.NodeSet{"a", "a,b"}[r.IntN(2)]
		}
		if some(4) {
			s.CrashUntil = 1 + r.IntN(4)
		}
		n := s.Scenarios(nodes)
		if s.CheckNames(nodes) == nil && n.Cmp(big.NewInt(limit)) <= 0 && (n.Cmp(big.NewInt(limit/20)) >= 0 || some(20)) {
			return s
		}
	}
}

// Clingo agrees with the reference evaluator and the search on all scenarios of random programs
// under random specifications of everything that may go wrong: which there are, what holds in each,
// which of them violate, which are minimal, and which one is reported first.
func TestAgreesWide(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 6
	}
	var tally wideTally
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 78))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		q := Question{Program: widened(t, r, narrow(task.Source)), Nodes: task.Nodes, FailureFree: r.IntN(6) == 0}
		q.Spec = wideSpec(r, q.Program, q.Nodes, 300)
		if err := verify.Fit32(context.Background(), q.Program, verify.Options{Spec: q.Spec, Nodes: q.Nodes}); err != nil {
			tally.refused++
			continue
		}
		if diff := tally.compare(t, q); diff != "" {
			t.Fatalf("seed %d: %v stable %v\n%s", s, q.Spec, q.Program.Stable, diff)
		}
		if (i+1)%100 == 0 {
			t.Logf("%d programs", i+1)
		}
	}
	t.Logf("clingo agrees: %+v", tally)
	if n >= 100 && (4*tally.broken < n || 5*tally.holding < n || 4*tally.refused > n) {
		t.Error("the programs bite too little")
	}
}
