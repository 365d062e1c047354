package certify_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/hazard/solver"
	"molly/verify/certify"
)

// checkLRAT is a strict checker of LRAT, and knows nothing else: numbers grow, every hint is
// there, and is a clause with one literal left, the last one with none; no literal stands twice
// in a clause. It returns how many steps there are up to the empty clause.
func checkLRAT(cnf, proof string) (steps int, err error) {
	clauses := map[int][]int{}
	last := 0
	for line := range strings.Lines(cnf) {
		if line[0] == 'c' || line[0] == 'p' {
			continue
		}
		last++
		clauses[last], _, err = untilZero(strings.Fields(line))
		if err != nil {
			return 0, err
		}
	}
	for line := range strings.Lines(proof) {
		steps++
		words := strings.Fields(line)
		id, err := strconv.Atoi(words[0])
		if err != nil || id <= last {
			return 0, fmt.Errorf("step %d: its number is %s after %d", steps, words[0], last)
		}
		last = id
		clause, rest, err := untilZero(words[1:])
		if err != nil {
			return 0, fmt.Errorf("step %d: %w", steps, err)
		}
		hints, rest, err := untilZero(rest)
		if err != nil || len(rest) > 0 {
			return 0, fmt.Errorf("step %d: its end is %v, %v", steps, rest, err)
		}
		isFalse := map[int]bool{}
		for _, l := range clause {
			if isFalse[l] || isFalse[-l] {
				return 0, fmt.Errorf("step %d: variable %d is given twice", steps, l)
			}
			isFalse[l] = true
		}
		conflict := false
		for _, h := range hints {
			c, known := clauses[h]
			if !known || conflict {
				return 0, fmt.Errorf("step %d: hint %d is no clause, or one too many", steps, h)
			}
			left := slices.DeleteFunc(slices.Clone(c), func(l int) bool { return isFalse[l] })
			switch {
			case len(left) == 0:
				conflict = true
			case len(left) > 1 || isFalse[-left[0]]:
				return 0, fmt.Errorf("step %d: hint %d has the literals %v left", steps, h, left)
			default:
				isFalse[-left[0]] = true
			}
		}
		if !conflict {
			return 0, fmt.Errorf("step %d does not follow", steps)
		}
		if clauses[id] = clause; len(clause) == 0 {
			return steps, nil
		}
	}
	return 0, errors.New("there is no empty clause")
}

// untilZero reads numbers up to a 0.
func untilZero(words []string) (list []int, rest []string, err error) {
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, nil, err
		}
		if n == 0 {
			return list, words[i+1:], nil
		}
		list = append(list, n)
	}
	return nil, nil, errors.New("there is no 0")
}

// What the checker writes in LRAT passes for a proof of the clauses, and not without one of its
// steps or hints.
func TestLRAT(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 14))
	proofs, steps, mutants, valid := 0, 0, 0, 0
	for _, s := range samples(t) {
		if s.certificate.Verdict != certify.Certified {
			continue
		}
		var lrat bytes.Buffer
		if err := certify.Check(context.Background(), s.program, s.certificate, &lrat); err != nil {
			t.Fatal(err)
		}
		n, err := checkLRAT(s.certificate.CNF, lrat.String())
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		proofs, steps = proofs+1, steps+n
		lines := slices.Collect(strings.Lines(lrat.String()))
		for range 30 {
			i := r.IntN(len(lines))
			words := strings.Fields(lines[i])
			k := 1 + r.IntN(len(words)-1)
			for _, mutant := range []string{without(lines, i), without(lines, i, strings.Join(slices.Delete(words, k, k+1), " ")+"\n")} {
				mutants++
				if _, err := checkLRAT(s.certificate.CNF, mutant); err == nil {
					valid++
				}
			}
		}
	}
	t.Logf("%d proofs, %d steps; %d mutants, %d of them valid", proofs, steps, mutants, valid)
	if proofs < 5 || steps < 1000 || 2*valid > mutants {
		t.Error("they bite too little")
	}
}

// So it does for random clauses, which need more of the rules.
func TestLRATRandom(t *testing.T) {
	proofs, long := 0, 0
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 17))
		variables := 5 + r.IntN(50)
		clauses := make([][]int, 4*variables+r.IntN(2*variables))
		for i := range clauses {
			for size := min(3, 1+r.IntN(100)); len(clauses[i]) < size; {
				if l := (1 + r.IntN(variables)) * (1 - 2*r.IntN(2)); !slices.Contains(clauses[i], l) && !slices.Contains(clauses[i], -l) {
					clauses[i] = append(clauses[i], l)
				}
			}
		}
		model, proof, err := solver.Prove(context.Background(), variables, clauses)
		if err != nil {
			t.Fatal(err)
		}
		if model != nil {
			continue
		}
		plain := &certify.Plain{Variables: variables, Clauses: clauses}
		var lrat bytes.Buffer
		if err := plain.CheckProof(context.Background(), proof, &lrat); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		proofs++
		n, err := checkLRAT(plain.DIMACS(), lrat.String())
		if err != nil {
			t.Fatalf("seed %d: %v\n%s%s%s", seed, err, plain.DIMACS(), proof, lrat.String())
		}
		if strings.Count(proof, "\n") > 10 && n > 10 {
			long++
		}
	}
	t.Logf("%d proofs, %d of more than 10 lines", proofs, long)
	if proofs < 500 || long < 100 {
		t.Error("the questions bite too little")
	}
}

// A proof that cannot be written is no success.
func TestLRATFull(t *testing.T) {
	for _, s := range samples(t) {
		if s.certificate.Verdict == certify.Certified && certify.Check(context.Background(), s.program, s.certificate, full{}) == nil {
			t.Errorf("%s: no error", s.name)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }
