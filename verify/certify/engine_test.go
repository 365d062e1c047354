package certify_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
	"molly/hazard/solver"
	"molly/internal/randprog"
	"molly/verify"
	"molly/verify/certify"
)

// An engine that loses one rule firing, any one, may take a violated program for a
// certified one. Then it can make no certificate: neither does the direct encoding of the
// true program have a refutation, nor do the clauses of what the engine saw pass for those of the
// true program.
func TestLostFirings(t *testing.T) {
	var list []*sample
	for _, x := range []struct {
		name string
		spec failure.Spec
	}{
		{"delivery/simple", failure.Spec{EOT: 4, EFF: 2}}, {"delivery/retry", failure.Spec{EOT: 4, EFF: 2, Crashes: 1}},
		{"delivery/classic", failure.Spec{EOT: 5, EFF: 3}}, {"delivery/ack", failure.Spec{EOT: 4, EFF: 4}},
	} {
		p := load(t, x.name)
		list = append(list, newSample(t, x.name, p, verify.Options{Spec: x.spec, Nodes: p.Settings().Nodes}))
	}
	for seed := uint64(1); len(list) < 40; seed++ {
		task := randprog.NewTask(rand.New(rand.NewPCG(seed, 15)), randprog.Options{WithInvariant: true}, 300)
		s := newSample(t, task.String(), parse(t, task.Source), verify.Options{Spec: task.Spec, Nodes: task.Nodes})
		if s != nil && s.certificate.Verdict == certify.Counterexample && len(s.certificate.Faults) > 0 {
			list = append(list, s)
		}
	}
	lost, turned := 0, 0
	for _, s := range list {
		firings := s.firings(t)
		for i := 0; i < len(firings); i += 1 + len(firings)/40 {
			mutant := without1(s.program.Datalog(), firings[i])
			v, err := verify.Verify(context.Background(), mutant, s.options)
			if err != nil {
				t.Fatal(err)
			}
			if lost++; v.Kind == verify.Certified {
				turned++
				s.refuses(t, mutant, v)
			}
		}
	}
	t.Logf("%d firings lost; %d of them turn a counterexample into certified", lost, turned)
	if turned < 50 {
		t.Errorf("only %d lost firings matter", turned)
	}
}

// firings are those of the failure-free run and of the counterexample.
func (s *sample) firings(t *testing.T) []naive.Firing {
	t.Helper()
	var sc failure.Scenario
	for _, f := range s.options.Spec.Faults(s.options.Nodes) {
		if slices.Contains(s.certificate.Faults, f.String()) {
			sc = append(sc, f)
		}
	}
	var list []naive.Firing
	for _, sc := range []failure.Scenario{nil, sc} {
		r, err := naive.Run(s.program.Datalog(), s.options.Nodes, s.options.Spec, sc)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r.Firings...)
	}
	slices.SortFunc(list, naive.Firing.Compare)
	return slices.CompactFunc(list, func(x, y naive.Firing) bool { return x.Compare(y) == 0 })
}

// without1 is the program as an engine sees it that loses a firing: the rule does not
// fire where its variables have these values at this time.
func without1(p *datalog.Program, f naive.Firing) *datalog.Program {
	mutant := *p
	lost := datalog.RelID(len(p.Relations))
	relation := datalog.Relation{Name: "lost", Types: []datalog.Type{datalog.Text}}
	fact := datalog.Fact{Relation: lost, Time: f.Time, Args: []datalog.Value{datalog.String("lost")}}
	atom := datalog.Atom{Relation: lost, Args: []datalog.Term{{Kind: datalog.Constant, Value: fact.Args[0]}}}

	mutant.Rules = slices.Clone(p.Rules)
	r := &mutant.Rules[f.Rule]
	seen := map[datalog.VarID]bool{}
	premise := 0
	for _, l := range r.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		for i, a := range l.Atom.Args {
			if a.Kind == datalog.Variable && !seen[a.Var] {
				seen[a.Var] = true
				v := f.Premises[premise].Args[i]
				relation.Types = append(relation.Types, v.Type())
				fact.Args = append(fact.Args, v)
				atom.Args = append(atom.Args, a)
			}
		}
		premise++
	}
	r.Body = append(slices.Clone(r.Body), datalog.Literal{Kind: datalog.Negative, Atom: atom})
	mutant.Relations = append(slices.Clone(p.Relations), relation)
	mutant.Facts = append(slices.Clone(p.Facts), fact)
	mutant.Strata = append([]datalog.Stratum{{Relations: []datalog.RelID{lost}}}, p.Strata...)
	return &mutant
}

// refuses checks that a wrong verdict has no certificate.
func (s *sample) refuses(t *testing.T, mutant *datalog.Program, wrong *verify.Verdict) {
	t.Helper()
	ctx := context.Background()
	c, err := verify.Certificate(ctx, s.program, s.options, wrong)
	var internal *verify.InternalError
	if c != nil || !errors.As(err, &internal) {
		t.Errorf("%s: a certificate of a wrong verdict is made: %v", s.name, err)
	}
	forged := *s.certificate
	forged.Verdict, forged.Faults, forged.Violated = certify.Certified, nil, nil
	seen, err := certify.Ask(ctx, mutant, &forged.Question)
	if err != nil {
		t.Fatal(err)
	}
	model, proof, err := solver.Prove(ctx, seen.Variables, seen.Clauses)
	if err != nil || model != nil {
		return // it takes loops
	}
	forged.CNF, forged.Proof = seen.DIMACS(), proof
	if s.check(forged.Bytes()) == "" {
		t.Errorf("%s: the certificate of another question is valid", s.name)
	}
	truth, err := certify.Ask(ctx, s.program.Datalog(), &forged.Question)
	if err != nil {
		t.Fatal(err)
	}
	for _, proof := range []string{proof, "0\n", ""} {
		forged.CNF, forged.Proof = truth.DIMACS(), proof
		if s.check(forged.Bytes()) == "" {
			t.Errorf("%s: a proof of another question is valid", s.name)
		}
	}
}
