package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/failure"
)

func parsed(t *testing.T, src string) *dedalus.Program {
	t.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p
}

// Names stand in a certificate as they are.
func TestNamesStandAsTheyAre(t *testing.T) {
	c := &Certificate{
		Question:  Question{Nodes: []string{"<a>", "b&c"}, Spec: failure.Spec{EOT: 1}, Outcomes: AllOutcomes},
		Invariant: PrePost, Verdict: Counterexample, Violated: []string{`post("<a>")@1`},
	}
	if text := string(c.Bytes()); !strings.Contains(text, `"<a>"`) || !strings.Contains(text, `"b&c"`) || strings.Contains(text, `\u`) {
		t.Error(text)
	}
	if read, err := Parse(c.Bytes()); err != nil || !slices.Equal(read.Nodes, c.Nodes) {
		t.Errorf("%v, %v", read, err)
	}
}

func TestDiffer(t *testing.T) {
	for _, c := range []struct {
		x, y string
		line int
	}{
		{"", "", 1}, {"a", "b", 1}, {"a\nb\n", "a\nc\n", 2}, {"a\nb\nc\n", "a\nb\nc\nd", 4}, {"a\nb", "x\nb", 1}, {"a\n\nb", "a\n\n\nb", 3}, {"a\nb", "a\n", 2},
	} {
		if got := differ(c.x, c.y); got != c.line || differ(c.y, c.x) != got {
			t.Errorf("%q and %q differ in line %d, want %d", c.x, c.y, got, c.line)
		}
	}
}

// A question with more faults than can be listed is too large before anything runs: losses
// and crashes count.
func TestFaultsTooMany(t *testing.T) {
	nodes := make([]string, 100)
	for i := range nodes {
		nodes[i] = "n" + strings.Repeat("x", i)
	}
	for spec, large := range map[failure.Spec]bool{
		{EOT: 100, EFF: 100}: false, {EOT: 100, EFF: 101}: true, {EOT: 101, EFF: 100}: true, {EOT: 201}: true, {EOT: 200}: false, {EOT: 1, EFF: 199}: false,
	} {
		q := Question{Nodes: nodes, Spec: spec}
		var size *SizeError
		if err := q.tooLarge(); errors.As(err, &size) != large || (err != nil) != large {
			t.Errorf("%v over 100 nodes: %v", spec, err)
		}
	}
	q := Question{Nodes: nodes[:1], Spec: failure.Spec{EOT: maxEOT}}
	if err := q.tooLarge(); err != nil {
		t.Error(err)
	}
	if q.Spec.EOT++; q.tooLarge() == nil {
		t.Error("an EOT beyond the bound is not too large")
	}
}

// A loop of facts that are none is named by its number.
func TestLoopsAreNumbered(t *testing.T) {
	p := parsed(t, `p("a")@1; pre(N) :- p(N); post(N) :- p(N);`)
	q := Question{Program: Digest(p), Nodes: []string{"a"}, Spec: failure.Spec{EOT: 1}, Outcomes: AllOutcomes}
	k, err := newCheck(context.Background(), p.Datalog(), &q)
	if err != nil {
		t.Fatal(err)
	}
	for want, loops := range map[string][][]string{"loop 1: ": {{"q"}, {"r"}}} {
		err := k.certified(context.Background(), &Certificate{Loops: loops}, nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v: %v", loops, err)
		}
	}
}

// A sum that does not fit has no row.
func TestNoRowOfOverflow(t *testing.T) {
	p := parsed(t, `to("a", "b")@1; w("a", 4611686018427387904)@1; w("b", 4611686018427387905)@1; got(M, X)@async :- w(N, X), to(N, M); got(N, X) :- w(N, X);
got(N, X)@next :- got(N, X);
tot(N, sum<X>) :- got(N, X);
pre(N) :- w(N, _); post(N) :- tot(N, _); post(N) :- w(N, _);`)
	q := Question{Program: Digest(p), Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 2, EFF: 2}, Outcomes: AllOutcomes}
	plain, err := Ask(context.Background(), p.Datalog(), &q)
	if err != nil {
		t.Fatal(err)
	}
	var totals []string
	for _, f := range plain.Facts {
		if strings.HasPrefix(f.Name, "tot(") {
			totals = append(totals, f.Name)
		}
	}
	slices.Sort(totals)
	want := []string{
		`tot("a", 4611686018427387904)@1`, `tot("a", 4611686018427387904)@2`,
		`tot("b", 4611686018427387905)@1`, `tot("b", 4611686018427387905)@2`,
	}
	if !slices.Equal(totals, want) {
		t.Errorf("got  %q\nwant %q", totals, want)
	}
}

// A line of a proof has its literals as numbers, a space after each, no variable twice, and
// a 0 at its end.
func TestSteps(t *testing.T) {
	for line, want := range map[string]string{
		"0\n": "[]", "1 0\n": "[1]", "1 -2 3 0\n": "[1 -2 3]", "d 3 -1 0\n": "deletes [3 -1]", "-2147483647 0\n": "[-2147483647]",
		"x 0\n": "", "1 x 0\n": "", "1 2 1 0\n": "", "1 2 -1 0\n": "", "3 1 2 1 0\n": "", "1 1 0\n": "", "1 0": "", "1\n": "", "+1 0\n": "", "01 0\n": "", "1  2 0\n": "",
		" 1 0\n": "", "1 0 2 0\n": "", "d 0\n": "deletes []", "d d 1 0\n": "", "2147483648 0\n": "", "9999999999999999999 0\n": "", "-0 0\n": "", "10\n": "", "": "", "\n": "",
	} {
		clause, deletes, ok := step(line)
		got := ""
		if ok {
			got = fmt.Sprint(append([]int{}, clause...))
			if deletes {
				got = "deletes " + got
			}
		}
		if got != want {
			t.Errorf("%q is read as %q, want %q", line, got, want)
		}
	}
}

// A line of a proof that is not written as one is named by its number.
func TestLinesOfProofs(t *testing.T) {
	c := &Certificate{
		Question:  Question{Nodes: []string{"a"}, Spec: failure.Spec{EOT: 1}, Outcomes: AllOutcomes},
		Invariant: PrePost, Verdict: Certified, CNF: "p cnf 1 1\n1 0\n",
	}
	for proof, want := range map[string]string{"1 0\n-1 0\nx 0\n0\n": "line 3 of the proof", "x\n": "line 1 of the proof", "1 0\n0\n": ""} {
		c.Proof = proof
		if _, err := Parse(c.Bytes()); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", proof, err, want)
		}
	}
}
