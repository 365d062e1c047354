package solver

import (
	"context"
	"strings"

	gophersat "github.com/crillab/gophersat/solver"
)

// Prove decides clauses over the variables 1 … variables, which are numbered as in
// DIMACS; no clause has a literal twice. Where they can hold together, model says how, by
// variable, from 0. Else proof is a refutation, a clause a line as in DRAT, whose steps
// follow by unit propagation; the last one is the empty clause.
//
// It is gophersat's answer. The error is the context's, which leaves gophersat alone as
// the solver does.
func Prove(ctx context.Context, variables int, clauses [][]int) (model []bool, proof string, err error) {
	select {
	case gophersatTurn <- struct{}{}:
	case <-ctx.Done():
		return nil, "", context.Cause(ctx)
	}
	type answer struct {
		model []bool
		proof string
	}
	answered := make(chan answer, 1)
	go func() {
		defer func() { <-gophersatTurn }()
		instance := gophersat.New(gophersat.ParseSliceNb(clauses, variables))
		lines := make(chan string, 64)
		instance.Certified, instance.CertChan = true, lines
		written := make(chan string)
		go func() {
			var b strings.Builder
			last := ""
			for last = range lines {
				b.WriteString(last + "\n")
			}
			if last != "0" { // gophersat often leaves it out
				b.WriteString("0\n")
			}
			written <- b.String()
		}()
		satisfiable := instance.Solve() == gophersat.Sat
		close(lines)
		a := answer{proof: <-written}
		if satisfiable {
			a = answer{model: instance.Model()}
		}
		answered <- a
	}()
	select {
	case a := <-answered:
		return a.model, a.proof, nil
	case <-ctx.Done():
		return nil, "", context.Cause(ctx)
	}
}
