package certify_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/failure"
	"molly/verify"
	"molly/verify/certify"
)

// durable votes once, and remembers it on stable storage; the vote is asked for by whoever acts,
// at any of some times.
const durable = `
stable voted;
may ask("a", "x")@1..2;
may ask("b", "y")@2;
ballot(M, P)@async :- ask(N, P), member(N, M);
voted(N, min<P>)@next :- ballot(N, P), notin voted(N, _);
voted(N, P)@next :- voted(N, P);
up(N) :- boot(N);
up(N)@next :- up(N);
log(N, P, T) :- voted(N, P), now(N, T), up(N);
seen(N, P)@next :- voted(N, P);
seen(N, P)@next :- seen(N, P);
changed(N, P, Q) :- seen(N, P), voted(N, Q), P != Q;
never(N, P) :- voted(N, P), voted(N, Q), P != Q;
never(N, P) :- changed(N, P, _);
`

// quorum has a constant.
const quorum = `
const K = 2;
vote("a", "c")@1; vote("b", "c")@1;
vote(N, M)@next :- vote(N, M);
in(M, N)@async :- vote(N, M);
got(M, N) :- in(M, N);
got(M, N)@next :- got(M, N);
many(M, count<N>) :- got(M, N);
pre(M) :- got(M, _), notin crash(M, "a", _), notin crash(M, "b", _);
post(M) :- many(M, C), C >= K;
`

var nodesAB = []string{"a", "b"}

// Where inputs are chosen, the certificate names them; where never holds something, with its time.
func TestNeverAndInputs(t *testing.T) {
	spec := failure.Spec{EOT: 6, EFF: 5, Crashes: 1, Delay: 2, Restarts: 1, MaxFaults: 2}
	p := parse(t, durable)
	s := newSample(t, "durable", p, verify.Options{Spec: spec, Nodes: nodesAB})
	if s.certificate.Verdict != certify.Certified || s.certificate.Invariant != certify.Never || s.certificate.Vacuous {
		t.Fatalf("%+v", s.certificate.Question)
	}
	q := s.certificate.Question
	if violates(t, s, &q) {
		t.Error("some scenario violates")
	}

	forgetful := parse(t, strings.Replace(durable, "stable voted;", "stable seen;", 1))
	s = newSample(t, "forgetful", forgetful, verify.Options{Spec: spec, Nodes: nodesAB})
	c := s.certificate
	if c.Verdict != certify.Counterexample || len(c.Faults) != 2 || len(c.Inputs) != 2 || len(c.Violated) == 0 {
		t.Fatal(c.Verdict, c.Faults, c.Inputs, c.Violated)
	}
	t.Log(c.Faults, c.Inputs, c.Violated)
	for _, change := range []func(c *certify.Certificate){
		func(c *certify.Certificate) { c.Inputs = nil },
		func(c *certify.Certificate) { c.Inputs = append(c.Inputs, `ask("a", "z")@1`) },
		func(c *certify.Certificate) { c.Inputs = append(c.Inputs, `ask("b", "y")@3`) },
		func(c *certify.Certificate) { slices.Reverse(c.Inputs) },
		func(c *certify.Certificate) { c.Faults, c.Inputs = append(c.Faults, c.Inputs...), nil },
		func(c *certify.Certificate) { c.Violated = nil },
		func(c *certify.Certificate) { c.Violated = []string{`never("a", "x")@1`} },
		func(c *certify.Certificate) { c.Invariant = certify.PrePostNever },
		func(c *certify.Certificate) { c.Vacuous = true },
	} {
		changed := *c
		changed.Faults, changed.Inputs, changed.Violated = slices.Clone(c.Faults), slices.Clone(c.Inputs), slices.Clone(c.Violated)
		change(&changed)
		if string(changed.Bytes()) != string(c.Bytes()) && s.check(changed.Bytes()) == "" {
			t.Errorf("it is valid as\n%s", changed.Bytes())
		}
	}
}

// A certificate is about the values of constants that its program had.
func TestConstants(t *testing.T) {
	load := func(k string) *dedalus.Program {
		l := dedalus.Loader{Stdin: strings.NewReader(quorum)}
		if k != "" {
			l.Constants = map[string]string{"K": k}
		}
		p, diagnostics := l.Load("-")
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		return p
	}
	o := verify.Options{Spec: failure.Spec{EOT: 4, EFF: 2, Crashes: 1}, Nodes: []string{"a", "b", "c"}}
	for _, x := range []struct {
		made, checked string
		valid         bool
	}{
		{"", "", true}, {"1", "1", true}, {"2", "2", true}, {"2", "", true},
		{"", "1", false}, {"1", "", false}, {"1", "2", false}, {"", "2", false},
	} {
		s := newSample(t, fmt.Sprintf("K is %q", x.made), load(x.made), o)
		if version := string(s.certificate.Bytes())[:20]; (version == "molly certificate 2\n") != (x.made != "") {
			t.Errorf("K is %q: %s", x.made, version)
		}
		s.program = load(x.checked)
		if why := s.check(s.certificate.Bytes()); (why == "") != x.valid {
			t.Errorf("made with %q, checked with %q: %s", x.made, x.checked, why)
		}
	}
}
