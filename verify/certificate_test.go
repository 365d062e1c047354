package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"molly/certify"
	"molly/dedalus"
	"molly/eval"
	"molly/internal/randprog"
)

// certified makes a certificate of what a search found, writes it, reads it again
// and checks it. The certificate is nil where the search has no verdict.
func certified(t *testing.T, p *dedalus.Program, o Options) (*certify.Certificate, error) {
	t.Helper()
	ctx := context.Background()
	v, err := Verify(ctx, p.Datalog(), o)
	var program *ProgramError
	var limit *eval.LimitError
	if errors.As(err, &program) || errors.As(err, &limit) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := Certificate(ctx, p, o, v)
	if err != nil {
		return nil, err
	}
	read, err := certify.Parse(c.Bytes())
	if err != nil {
		return nil, err
	}
	return read, certify.Check(ctx, p, read)
}

// Every verdict on a random program has a valid certificate.
func TestCertificatesOfRandomPrograms(t *testing.T) {
	n := min(*programs, 500)
	if *programs != 2000 {
		n = *programs
	}
	if testing.Short() {
		n /= 10
	}
	kinds := map[string]int{}
	loops, proofs := 0, 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 11))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 300_000}
		if r.IntN(8) == 0 {
			o.Outcomes = FailureFree
		}
		p, diagnostics := dedalus.ParseString("random.ded", task.Source)
		if diagnostics.HasErrors() {
			t.Fatal(diagnostics)
		}
		c, err := certified(t, p, o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", s, err, task)
		}
		if c == nil {
			kinds["none"]++
			continue
		}
		kinds[c.Verdict]++
		if len(c.Loops) > 0 {
			loops++
		}
		if c.Proof != "" {
			proofs++
		}
	}
	t.Logf("%d programs: %v; %d certificates have loops, %d have proof lines", n, kinds, loops, proofs)
}
