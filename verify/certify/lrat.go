package certify

import (
	"bufio"
	"io"
	"slices"
	"strconv"
)

// tracer writes a refutation in LRAT: each step with the clauses that unit propagation takes
// to a conflict, in the order in which it does. What the clauses imply by themselves is written
// first, a literal a step, so that a step names only what is its own.
//
// A nil tracer writes nothing.
type tracer struct {
	w     *bufio.Writer
	last  int   // the number of the last clause; those of the question have the first ones
	given int   // how many the question has
	added []int // the numbers of the clauses that the steps of the proof added
	unit  []int // by variable: the number of the clause that holds its literal alone, or 0
	told  int   // how much of the trail has such clauses

	marks []int // by variable: the round in which it was marked
	round int
	hints []int // of the step that is being written
}

func newTracer(w io.Writer, e *Plain) *tracer {
	if w == nil {
		return nil
	}
	n := e.Variables + 1
	return &tracer{w: bufio.NewWriter(w), last: len(e.Clauses), given: len(e.Clauses), unit: make([]int, n), marks: make([]int, n)}
}

// number is the number of a clause of the refutation.
func (t *tracer) number(clause int) int {
	if clause < t.given {
		return clause + 1
	}
	return t.added[clause-t.given]
}

// drawn writes what a clause that was added implies: literals, and the contradiction at last.
func (t *tracer) drawn(r *refutation) {
	if t == nil || r.err != nil {
		return
	}
	for ; t.told < len(r.trail); t.told++ {
		literal := r.trail[t.told]
		v := max(literal, -literal)
		why := r.why[v]
		if len(r.clauses[why]) > 1 {
			t.begin([]int{literal})
			t.need(r.clauses[why])
			t.write([]int{literal}, append(t.hints, t.number(why)))
			t.unit[v] = t.last
		} else {
			t.unit[v] = t.number(why)
		}
	}
	if r.closed {
		t.begin(nil)
		t.need(r.clauses[r.broken])
		t.write(nil, append(t.hints, t.number(r.broken)))
	}
}

// step writes a step of the proof, where its negation, assumed from a place of the trail
// on, has led to a conflict.
func (t *tracer) step(r *refutation, clause []int, from int) {
	t.begin(clause)
	if r.broken == assumed { // one of its literals is true
		i := slices.IndexFunc(clause, r.isTrue)
		t.hints = append(t.hints, t.unit[max(clause[i], -clause[i])])
	} else {
		t.need(r.clauses[r.broken])
		chain := []int{t.number(r.broken)}
		for _, literal := range slices.Backward(r.trail[from:]) {
			v := max(literal, -literal)
			if why := r.why[v]; t.marks[v] == t.round && why != assumed {
				t.need(r.clauses[why])
				chain = append(chain, t.number(why))
			}
		}
		slices.Reverse(chain)
		t.hints = append(t.hints, chain...)
	}
	t.write(clause, t.hints)
	t.added = append(t.added, t.last)
}

// begin begins the hints of a clause, whose own literals need none.
func (t *tracer) begin(clause []int) {
	t.round++
	t.hints = t.hints[:0]
	for _, l := range clause {
		t.marks[max(l, -l)] = t.round
	}
}

// need marks the variables of a clause. Those that a unit clause decides are hints.
func (t *tracer) need(clause []int) {
	for _, l := range clause {
		if v := max(l, -l); t.marks[v] != t.round {
			t.marks[v] = t.round
			if t.unit[v] != 0 {
				t.hints = append(t.hints, t.unit[v])
			}
		}
	}
}

func (t *tracer) write(clause, hints []int) {
	t.last++
	line := strconv.AppendInt(nil, int64(t.last), 10)
	for _, list := range [][]int{clause, hints} {
		for _, n := range list {
			line = strconv.AppendInt(append(line, ' '), int64(n), 10)
		}
		line = append(line, " 0"...)
	}
	_, _ = t.w.Write(append(line, '\n')) // end tells the first error
}

// end reports whether everything could be written.
func (t *tracer) end() error {
	if t == nil {
		return nil
	}
	return t.w.Flush()
}
