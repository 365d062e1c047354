package cnf

import (
	"slices"

	"molly/failure"
	"molly/hazard/solver"
)

// Symmetry breaking by lex-leader constraints (Crawford, Ginsberg, Luks and Roy, "Symmetry-
// breaking predicates for search problems", KR 1996), for exchanges of two neighbours, in the
// chained clauses of Aloul, Markov and Sakallah ("Shatter", DAC 2003).
//
// Let the answers be closed under all permutations of some sets of nodes. Fix an order of the
// variables, and write an answer as the sequence of their values, true before false.
//
// Claim. The demand that exchanging two neighbours of a set makes no answer's sequence smaller
// leaves an answer of each orbit.
//
// Proof. It leaves the one with the smallest sequence of the orbit, the lex-leader: no
// permutation makes that smaller. ∎
//
// So there is an answer if there was one. Since a permutation changes no measure of a scenario
// (failure.Measure), the smallest ones by measure stay, too. To compare only a prefix of the sequences demands less, so it is allowed: the clauses
// compare the first maxPairs pairs, and end at the first fault that the question does not know.

// maxPairs bounds how many pairs of faults an exchange is followed through.
const maxPairs = 64

// Exchangeable says that in each of the sets any two nodes may be exchanged: this maps answers
// to answers. One answer of each orbit is left at least. The sets are sorted and have no node in
// common. This must be said before anything is required, and nothing may be required or
// excluded after the first question.
//
// The sequence begins with the times at which the nodes crash or go down, where one that does
// not is last of all, and goes on with the circuits' variables for all other faults, by
// failure.Fault.Compare. So the nodes of a set crash in order, and only as many of them as may
// crash in all: crashes and outages of the others are folded away.
func (q *Question) Exchangeable(sets [][]string) {
	q.equal = sets
	q.spared = map[string]bool{}
	for _, nodes := range sets {
		for _, n := range nodes[min(q.spec.Crashes, len(nodes)):] {
			q.spared[n] = true
		}
	}
}

// order makes the demands of Exchangeable, when all faults are known.
func (q *Question) order() {
	sets := q.equal
	q.equal = nil
	q.eachNeighbours(sets, func(x, y string, of map[string][]failure.Fault) {
		if equal, ok := q.crashInOrder(x, y); ok {
			counts := func(f failure.Fault) bool {
				return f.Kind.OfLink() || f.Kind == failure.Outage && !q.spared[y]
			}
			variable := func(f failure.Fault) solver.Literal { return q.faults.literal[f] }
			q.lexLeader(pairs(x, y, of, counts), variable, equal)
		}
	})
}

// FirstOfExchangeable is Exchangeable for a question of which the first answer by
// failure.Scenario.Compare is wanted, among those with the same measure and the same inputs. That
// one is the lex-leader where the sequence is of all faults by failure.Fault.Compare.
func (q *Question) FirstOfExchangeable(sets [][]string) {
	q.eachNeighbours(sets, func(x, y string, of map[string][]failure.Fault) {
		q.lexLeader(pairs(x, y, of, func(failure.Fault) bool { return true }), q.happens, 0)
	})
}

// eachNeighbours calls do for any two neighbours of a set, with the known faults that each node
// has a part in.
func (q *Question) eachNeighbours(sets [][]string, do func(x, y string, of map[string][]failure.Fault)) {
	if len(sets) == 0 {
		return
	}
	of := map[string][]failure.Fault{}
	for _, f := range q.Variables() {
		if f.Kind == failure.Input {
			continue
		}
		of[f.Node] = append(of[f.Node], f.Fault)
		if f.Kind.OfLink() {
			of[f.To] = append(of[f.To], f.Fault)
		}
	}
	for _, nodes := range sets {
		for i := 1; i < len(nodes); i++ {
			do(nodes[i-1], nodes[i], of)
		}
	}
}

// A pair is two faults that an exchange maps to each other, the earlier one first.
type pair struct{ first, second failure.Fault }

// pairs lists those that the exchange of x and y makes of the faults that count, in order.
func pairs(x, y string, of map[string][]failure.Fault, counts func(failure.Fault) bool) []pair {
	exchange := func(n string) string {
		switch n {
		case x:
			return y
		case y:
			return x
		}
		return n
	}
	var list []pair
	for _, f := range slices.Concat(of[x], of[y]) {
		if !counts(f) {
			continue
		}
		if image := f.Rename(exchange); f.Compare(image) < 0 {
			list = append(list, pair{f, image})
		} else {
			list = append(list, pair{image, f})
		}
	}
	slices.SortFunc(list, func(p, q pair) int { return p.first.Compare(q.first) })
	return slices.Compact(list)
}

// lexLeader demands that in the first of the pairs whose faults do not both happen, or both not,
// the first one happens. A fault that the question does not know has literal 0. equal, where it
// is not 0, says when the demand applies.
func (q *Question) lexLeader(list []pair, of func(failure.Fault) solver.Literal, equal solver.Literal) {
	for _, p := range list[:min(maxPairs, len(list))] {
		first, second := of(p.first), of(p.second)
		if first == 0 || second == 0 {
			return
		}
		next := q.NewVar() // true where the pairs so far are equal
		for _, clause := range [][]solver.Literal{{first, -second}, {first, next}, {-second, next}} {
			if equal != 0 {
				clause = append([]solver.Literal{-equal}, clause...)
			}
			q.Add(clause...)
		}
		equal = next
	}
}

// happens returns the literal of the very fault, or 0 where the question does not know it.
func (q *Question) happens(f failure.Fault) solver.Literal {
	list := q.Variables()
	i, known := slices.BinarySearchFunc(list, f, func(v Variable, f failure.Fault) int { return v.Compare(f) })
	if !known {
		return 0
	}
	return list[i].Happens
}

// crashInOrder demands that x crashes or goes down no later than y. It returns a literal that
// must be true where they do so at the same time or never; 0 for one that always is, since
// neither can. It returns false when it cannot tell, because the question knows crashes of one of
// them only.
func (q *Question) crashInOrder(x, y string) (equal solver.Literal, ok bool) {
	first, second := q.faults.ladder[x], q.faults.ladder[y]
	switch {
	case first == nil && second == nil:
		return 0, true
	case first == nil || second == nil && !q.spared[y]:
		return 0, false
	case second == nil:
		q.exact(first)
		return -first.rung.top(), true
	}
	q.exact(first)
	q.exact(second)
	equal = q.NewVar()
	otherwise := []solver.Literal{equal}
	for t := range first.rung {
		q.Add(-second.rung[t], first.rung[t])
		differ := q.NewVar()
		q.Add(-differ, first.rung[t])
		q.Add(-differ, -second.rung[t])
		otherwise = append(otherwise, differ)
	}
	q.Add(otherwise...)
	return equal, true
}

// exact makes the rungs false where the node has not crashed or gone down. No crash or outage of
// it may become known later.
func (q *Question) exact(l *ladder) {
	if l.exact {
		return
	}
	l.exact = true
	begins := make([][]solver.Literal, len(l.rung))
	for _, v := range l.ends {
		begins[v.Time-1] = append(begins[v.Time-1], v.Happens)
	}
	for t, rung := range l.rung {
		clause := []solver.Literal{-rung}
		if t > 0 {
			clause = append(clause, l.rung[t-1])
		}
		q.Add(append(clause, begins[t]...)...)
	}
}
