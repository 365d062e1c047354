package certify_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"molly/dedalus"
	"molly/failure"
	"molly/protocols"
	"molly/verify"
	"molly/verify/certify"
	"molly/verify/expect"
)

// fuzzSamples are the certificates that fuzzing begins with: of each protocol of the library,
// and of each verdict that is expected of it, the smallest one; and of the program with loops.
var fuzzSamples = sync.OnceValue(func() (list []*sample) {
	loader := dedalus.Loader{Library: protocols.Library()}
	add := func(name string, p *dedalus.Program, o verify.Options) {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		v, err := verify.Verify(ctx, p.Datalog(), o)
		if err != nil || v.Kind == verify.Unknown {
			return
		}
		c, err := verify.Certificate(ctx, p, o, v)
		if err != nil || len(c.CNF) > 25_000 {
			return
		}
		list = append(list, &sample{name, p, o, c})
	}
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(loader, p.File())
		if err != nil {
			panic(err)
		}
		seen := map[expect.Verdict]bool{}
		shortest := func(x, y expect.Expectation) int { return x.Spec.EOT - y.Spec.EOT }
		for _, e := range slices.SortedStableFunc(slices.Values(f.Expectations), shortest) {
			if !seen[e.Verdict] {
				seen[e.Verdict] = true
				add(p.Name, f.Program, verify.Options{Spec: e.Spec, Nodes: e.Nodes})
			}
		}
	}
	p, _ := dedalus.ParseString("loopy.ded", loopy)
	add("loopy", p, verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b", "c"}})
	return list
})

// within runs a check that must heed its context.
func within(t *testing.T, work func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	start := time.Now()
	err := work(ctx)
	if took := time.Since(start); took > 10*time.Second { // on a busy machine, too
		t.Errorf("a check that was to end after 2 s took %v", took)
	}
	return err
}

// A file of any bytes is read and checked without a panic; what is read is printed as the same
// bytes; and what is valid is true.
func FuzzFile(f *testing.F) {
	for _, s := range fuzzSamples() {
		f.Add(s.certificate.Bytes())
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		c, err := certify.Parse(file)
		if err != nil {
			return
		}
		if !bytes.Equal(c.Bytes(), file) {
			t.Errorf("it is printed as\n%s", c.Bytes())
		}
		for _, s := range fuzzSamples() {
			if c.Spec.EOT > 30 || len(c.Nodes) > 8 || certify.Digest(s.program) != c.Program {
				continue
			}
			err := within(t, func(ctx context.Context) error { return certify.Check(ctx, s.program, c, nil) })
			if err == nil && !s.true(c) {
				t.Errorf("it is valid for %s", s.name)
			}
		}
	})
}

// The fields of a certificate, one by one, under a seal that is right: what is valid can be
// read, is true, has a proof by a dumber check, and one in LRAT.
func FuzzFields(f *testing.F) {
	const asIs, derived = false, true
	join := func(l []string) string { return strings.Join(l, "\n") }
	for i, s := range fuzzSamples() {
		c := s.certificate
		var loops []string
		for _, l := range c.Loops {
			loops = append(loops, join(l))
		}
		for _, clauses := range []bool{asIs, derived} {
			f.Add(uint8(i), int8(c.Spec.EOT), int8(c.Spec.EFF), int8(c.Spec.Crashes), join(c.Nodes), c.Outcomes, c.Invariant, c.Verdict, c.Vacuous,
				join(c.Faults), join(c.Violated), strings.Join(loops, "\n\n"), c.CNF, clauses, c.Proof)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, eot, eff, crashes int8, nodes, outcomes, invariant, verdict string, vacuous bool,
		faults, violated, loops, cnf string, derive bool, proof string) {
		split := func(s, at string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(s, at)
		}
		list := fuzzSamples()
		s := list[int(which)%len(list)]
		c := &certify.Certificate{
			Question: certify.Question{
				Program: certify.Digest(s.program), Nodes: split(nodes, "\n"), Outcomes: outcomes,
				Spec: failure.Spec{EOT: int(eot), EFF: int(eff), Crashes: int(crashes)},
			},
			Invariant: invariant, Verdict: verdict, Vacuous: vacuous, Faults: split(faults, "\n"), Violated: split(violated, "\n"),
			CNF: cnf, Proof: proof,
		}
		for _, l := range split(loops, "\n\n") {
			c.Loops = append(c.Loops, split(l, "\n"))
		}
		if c.Spec.EOT > 12 || len(c.Nodes) > 5 {
			return
		}
		if derive && verdict == certify.Certified {
			err := within(t, func(ctx context.Context) error {
				plain, err := certify.Ask(ctx, s.program.Datalog(), &c.Question)
				for _, l := range c.Loops {
					if err == nil {
						err = plain.AddLoop(l)
					}
				}
				if err == nil {
					c.CNF = plain.DIMACS()
				}
				return err
			})
			if err != nil {
				return
			}
		}
		var lrat bytes.Buffer
		if err := within(t, func(ctx context.Context) error { return certify.Check(ctx, s.program, c, &lrat) }); err != nil {
			return
		}
		read, err := certify.Parse(c.Bytes())
		switch {
		case err != nil:
			t.Fatalf("it is valid for %s, and cannot be read: %v", s.name, err)
		case !bytes.Equal(read.Bytes(), c.Bytes()):
			t.Fatal("it is printed in another way")
		case read.Answers(&c.Question) != nil:
			t.Fatal("it does not answer itself")
		case !s.true(c):
			t.Fatalf("it is valid for %s, and wrong", s.name)
		case verdict != certify.Certified:
			return
		}
		if len(c.CNF) < 3000 && len(c.Proof) < 300 && !plainlyRefutes(c.CNF, c.Proof) {
			t.Error("a dumber check of the proof fails")
		}
		if _, err := checkLRAT(c.CNF, lrat.String()); err != nil {
			t.Error(err)
		}
	})
}

// Clauses of a byte a literal, and a proof of any text: what is accepted is a proof by a dumber
// check, and one in LRAT.
func FuzzProof(f *testing.F) {
	f.Add([]byte{1, 2, 0, 1, 0xfe, 0, 0xff, 2, 0, 0xff, 0xfe, 0}, "1 0\n0\n")
	f.Add([]byte{1, 2, 3, 0, 1, 2, 0xfd, 0, 1, 0xfe, 0, 0xff, 4, 0, 0xff, 0xfc, 0}, "d 1 2 0\n1 2 0\n1 0\n0\n")
	f.Add([]byte{1, 0, 0xff, 0}, "")
	f.Add([]byte{0}, "0\n")
	f.Add([]byte{1, 2, 0}, "-9223372036854775808 0\n")
	f.Add([]byte{1, 2, 0}, "99 0\n")
	f.Add([]byte{1, 2, 0}, "-99 0\n")
	f.Fuzz(func(t *testing.T, literals []byte, proof string) {
		plain := &certify.Plain{}
		var clause []int
		for _, b := range literals {
			l := int(int8(b))
			switch {
			case l == 0:
				plain.Clauses, clause = append(plain.Clauses, clause), nil
			case slices.Contains(clause, l) || slices.Contains(clause, -l):
				return
			default:
				clause = append(clause, l)
				plain.Variables = max(plain.Variables, l, -l)
			}
		}
		var lrat bytes.Buffer
		err := plain.CheckProof(context.Background(), proof, &lrat)
		var invalid *certify.InvalidError
		if err != nil && !errors.As(err, &invalid) {
			t.Error(err)
		}
		if err != nil {
			return
		}
		if !plainlyRefutes(plain.DIMACS(), proof) {
			t.Error("a dumber check of the proof fails")
		}
		if _, err := checkLRAT(plain.DIMACS(), lrat.String()); err != nil {
			t.Error(err)
		}
	})
}

// A question about a program of any text is made plain without a panic, or refused in time.
func FuzzQuestion(f *testing.F) {
	for _, p := range protocols.All() {
		var text strings.Builder
		loaded, _ := dedalus.Loader{Library: protocols.Library()}.Load(p.Name)
		for _, s := range loaded.Sources() {
			text.WriteString(strings.ReplaceAll(s.Text, "include", "// include"))
		}
		f.Add(text.String(), uint8(4), uint8(3), uint8(1))
	}
	f.Add(votes, uint8(4), uint8(3), uint8(1))
	f.Add(loopy, uint8(3), uint8(3), uint8(0))
	f.Fuzz(func(t *testing.T, text string, eot, eff, crashes uint8) {
		if len(text) > 20_000 {
			return
		}
		p, found := dedalus.ParseString("fuzzed.ded", text)
		if found.HasErrors() {
			return
		}
		q := &certify.Question{Program: certify.Digest(p), Nodes: []string{"a", "b", "c"}, Outcomes: certify.AllOutcomes}
		q.Spec = failure.Spec{EOT: 1 + int(eot)%6, EFF: int(eff) % 7, Crashes: int(crashes) % 4}
		err := within(t, func(ctx context.Context) error {
			plain, err := certify.Ask(ctx, p.Datalog(), q)
			if err == nil {
				_ = plain.DIMACS() // it must not panic
			}
			return err
		})
		var invalid *certify.InvalidError
		var size *certify.SizeError
		if err != nil && !errors.As(err, &invalid) && !errors.As(err, &size) && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}
