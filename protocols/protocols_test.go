package protocols_test

import (
	"math/big"
	"runtime"
	"slices"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/protocols"
	"molly/verify"
	"molly/verify/expect"
)

var loader = dedalus.Loader{Library: protocols.Library()}

// load reads a protocol with its expectations. It must not even deserve a warning.
func load(t *testing.T, name string) *expect.File {
	t.Helper()
	p, diagnostics := loader.LoadShipped(name)
	for _, d := range diagnostics {
		t.Error(d.String())
	}
	if p == nil {
		t.FailNow()
	}
	if eot := p.Settings().EOT; eot != nil {
		for _, d := range p.Horizon(*eot) {
			t.Error(d.String())
		}
	}
	f, err := expect.ReadShipped(loader, name+".ded")
	if err != nil || f == nil {
		t.Fatalf("%s expects nothing: %v", name, err)
	}
	for _, d := range f.Errors {
		t.Error(d.String())
	}
	return f
}

// unbreakable are the protocols whose invariant no faults of the model violate, however
// many.
var unbreakable = []string{
	"agreement/paxos", "agreement/paxos-stable", "agreement/raft-election", "agreement/raft-stable",
	"replication/abd-atomic", "replication/append-indexed", "replication/lease-fenced",
}

func TestProtocolsAreComplete(t *testing.T) {
	for _, p := range protocols.All() {
		f := load(t, p.Name)
		s := f.Program.Settings()
		if p.Title == "" || len(p.Title) > 90 {
			t.Errorf("%s has the title %q", p.Name, p.Title)
		}
		if s.EOT == nil || s.EFF == nil || s.Crashes == nil || s.Nodes == nil {
			t.Errorf("%s: its directive sets not everything", p.Name)
			continue
		}
		own, certified, broken := false, false, false
		for _, e := range f.Expectations {
			own = own || e.Spec.EOT == *s.EOT && e.Spec.EFF == *s.EFF && e.Spec.Crashes == *s.Crashes && !e.Own
			certified = certified || e.Verdict == expect.Certified
			broken = broken || e.Verdict == expect.Counterexample
			if e.Verdict == expect.Counterexample && len(e.Faults) == 0 {
				t.Errorf("%s: which faults?", e.Place())
			}
		}
		if !own {
			t.Errorf("%s: nothing is expected under its own specification", p.Name)
		}
		if !certified || broken == slices.Contains(unbreakable, p.Name) {
			t.Errorf("%s: survives some specification: %v; some breaks it: %v", p.Name, certified, broken)
		}
	}
}

func TestExpectations(t *testing.T) {
	var files []*expect.File
	for _, p := range protocols.All() {
		files = append(files, load(t, p.Name))
	}
	_, err := expect.Run(t.Context(), files, runtime.GOMAXPROCS(0), func(f expect.Tested) {
		for _, r := range f.Results {
			if !r.Holds() {
				t.Errorf("%s %v: %s%v", r.Place(), r.Expectation, r.Difference, r.Err)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// naivelyBroken runs an expectation's faults with the reference evaluator.
func naivelyBroken(t *testing.T, p *datalog.Program, e expect.Expectation) bool {
	t.Helper()
	free, err := naive.Run(p, e.Nodes, e.Spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	run, err := naive.Run(p, e.Nodes, e.Spec, e.Faults)
	if err != nil {
		t.Fatal(err)
	}
	return run.Breaks(p, free)
}

// Where the paper's combinations are below a million, all scenarios are run, too. Every
// counterexample that is named is one when it is run, also by the reference evaluator.
func TestExpectationsAreConfirmed(t *testing.T) {
	million := big.NewInt(1_000_000)
	enumerated := 0
	for _, p := range protocols.All() {
		f := load(t, p.Name)
		for _, e := range f.Expectations {
			o := verify.Options{Spec: e.Spec, Nodes: e.Nodes}
			if len(e.Faults) > 0 {
				run, err := verify.Judge(t.Context(), f.Program.Datalog(), o, e.Faults)
				if err != nil || len(run.Violated) == 0 {
					t.Errorf("%s %v: its faults violate nothing when they are run (%v)", e.Place(), e, err)
				}
				if !naivelyBroken(t, f.Program.Datalog(), e) {
					t.Errorf("%s %v: the reference evaluator finds nothing violated", e.Place(), e)
				}
			}
			if e.Spec.Combinations(len(e.Nodes)).Cmp(million) >= 0 || !e.Spec.Classic() && e.Spec.Scenarios(e.Nodes).Cmp(big.NewInt(20_000)) > 0 {
				continue
			}
			enumerated++
			symbolic, err := verify.Verify(t.Context(), f.Program.Datalog(), o)
			if err != nil {
				t.Fatal(err)
			}
			o.Strategy = verify.Exhaustive
			all, err := verify.Verify(t.Context(), f.Program.Datalog(), o)
			if err != nil {
				t.Fatal(err)
			}
			if all.Kind != symbolic.Kind || all.Vacuous != symbolic.Vacuous ||
				len(all.Findings) > 0 && all.Findings[0].Scenario.Compare(symbolic.Findings[0].Scenario) != 0 {
				t.Errorf("%s %v: exhaustive says %s %v, symbolic %s %v", e.Place(), e, all.Kind, all.Findings, symbolic.Kind, symbolic.Findings)
			}
			if len(all.Warnings) > 0 {
				t.Errorf("%s %v: %v", e.Place(), e, all.Warnings)
			}
		}
	}
	if enumerated < 4 {
		t.Errorf("only %d expectations are small enough", enumerated)
	}
}
