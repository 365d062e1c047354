package eval

import "molly/circuit"

// Gaussian elimination over a closed semiring (Kleene's algorithm; Lehmann, "Algebraic
// structures for transitive closure", 1977; Tarjan, "A unified approach to path problems",
// 1981) solves linear systems x_i = b_i ∨ OR_j (a_ij ∧ x_j). An unknown x_p is put into the
// equations that use it:
//
//	a_ij ∨= a_ip ∧ a_pj        b_i ∨= a_ip ∧ b_p
//
// The star of a_pp is true, for a ∨ true = true: a cycle derives nothing new. When all are
// eliminated, the values follow by back substitution. It takes at most n³/3 ANDs. The pivot is
// the unknown with the fewest products (Markowitz, 1957), which keeps sparse systems sparse.
//
// Every coefficient collects its disjuncts, and becomes one OR when it is used.
type elimination struct {
	*machine
	base  [][]circuit.Lit // by unknown
	row   [][]int         // by unknown: cells of its equation
	col   [][]int         // by unknown: cells that use it
	cells []cell
	at    map[[2]int]int // equation, unknown → cell
	gone  []bool
}

// cell is a coefficient a_ij.
type cell struct {
	i, j int
	or   []circuit.Lit
}

func newElimination(m *machine, n int) *elimination {
	return &elimination{
		machine: m, base: make([][]circuit.Lit, n), row: make([][]int, n), col: make([][]int, n),
		at: map[[2]int]int{}, gone: make([]bool, n),
	}
}

// add makes equation i use unknown j when guard holds.
func (e *elimination) add(i, j int, guard circuit.Lit) {
	if i == j || guard == circuit.False {
		return
	}
	k, ok := e.at[[2]int{i, j}]
	if !ok {
		k = len(e.cells)
		e.cells = append(e.cells, cell{i: i, j: j})
		e.at[[2]int{i, j}] = k
		e.row[i] = append(e.row[i], k)
		e.col[j] = append(e.col[j], k)
	}
	e.cells[k].or = append(e.cells[k].or, guard)
}

// merged makes one literal of a list of disjuncts.
func (e *elimination) merged(or *[]circuit.Lit) circuit.Lit {
	l := e.circuit.Or(*or...)
	*or = append((*or)[:0], l)
	return l
}

func (e *elimination) solve() []circuit.Lit {
	order := make([]int, 0, len(e.base))
	for range e.base {
		if e.err != nil {
			break
		}
		p := e.choose()
		e.eliminate(p)
		order = append(order, p)
	}
	values := make([]circuit.Lit, len(e.base))
	for k := len(order) - 1; k >= 0; k-- {
		p := order[k]
		or := e.base[p]
		for _, c := range e.row[p] { // unknowns that were there when p went, so went later
			or = append(or, e.circuit.And(e.merged(&e.cells[c].or), values[e.cells[c].j]))
		}
		e.tick(len(or))
		values[p] = e.circuit.Or(or...)
	}
	return values
}

// choose picks the pivot: the unknown whose elimination makes the fewest products, the first
// among equals.
func (e *elimination) choose() int {
	best, least := -1, 0
	for p := range e.base {
		if e.gone[p] {
			continue
		}
		e.row[p] = e.live(e.row[p])
		e.col[p] = e.live(e.col[p])
		if n := len(e.row[p]) * len(e.col[p]); best < 0 || n < least {
			best, least = p, n
		}
	}
	e.tick(len(e.base))
	return best
}

// live drops the cells of which an unknown is gone.
func (e *elimination) live(cells []int) []int {
	kept := cells[:0]
	for _, c := range cells {
		if !e.gone[e.cells[c].i] && !e.gone[e.cells[c].j] {
			kept = append(kept, c)
		}
	}
	return kept
}

func (e *elimination) eliminate(p int) {
	e.gone[p] = true
	base := e.merged(&e.base[p])
	for _, c := range e.col[p] {
		i, use := e.cells[c].i, e.merged(&e.cells[c].or)
		if also := e.circuit.And(use, base); also != circuit.False {
			e.base[i] = append(e.base[i], also)
		}
		for _, d := range e.row[p] {
			if j := e.cells[d].j; j != i {
				e.add(i, j, e.circuit.And(use, e.merged(&e.cells[d].or)))
			}
		}
		e.tick(1 + len(e.row[p]))
	}
}
