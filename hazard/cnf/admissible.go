package cnf

import (
	"slices"

	"molly/failure"
	"molly/hazard/solver"
)

// faults are the admissible faults that the solver knows, and the inputs. The others do not
// happen.
type faults struct {
	literal map[failure.Fault]solver.Literal // of the variables that circuits have
	list    []Variable                       // sorted up to sorted, the rest in order of appearance
	sorted  int

	chains []*chain // in order of appearance

	ladder  map[string]*ladder
	ladders []*ladder // in order of appearance
	choice  []*rungs  // by clause of inputs; nil where none of it is known
	inputs  []Variable

	ending, returning bound // nodes that crash or go down, and nodes that come back
	most              solver.Literal
}

// A Variable is a fault, or an input, that the clauses know.
type Variable struct {
	failure.Fault
	// Happens is true exactly where a scenario has it. That of what is late, or comes twice, is
	// not the variable of circuits, which says "so many rounds or more".
	Happens solver.Literal
}

func (f *faults) init() {
	f.literal = map[failure.Fault]solver.Literal{}
	f.ladder = map[string]*ladder{}
}

// admits reports whether the fault is in some admissible scenario, and looked for.
func (q *Question) admits(f failure.Fault) bool {
	switch {
	case f.Kind.OfLink() && f.Time >= q.spec.EFF,
		f.Kind.OfNode() && (q.spec.Crashes == 0 || f.Time > q.spec.EOT || q.spared[f.Node]):
		return false // most of those that are not admitted, and the quick ones
	}
	return q.spec.Allows(f, q.nodes) == nil
}

// variable returns the variable that circuits have for an admissible fault.
func (q *Question) variable(f failure.Fault) solver.Literal {
	l, known := q.faults.literal[f]
	switch {
	case known:
		return l
	case f.Kind.OfLink():
		q.suffer(f)
		return q.faults.literal[f]
	}
	l = q.NewVar()
	q.faults.literal[f] = l
	happens := Variable{f, l}
	q.faults.list = append(q.faults.list, happens)
	if f.Kind == failure.Input {
		q.choose(happens)
	} else {
		q.end(happens)
	}
	return l
}

// choose says that at most one choice of a clause of inputs is made.
func (q *Question) choose(v Variable) {
	f := &q.faults
	f.inputs = append(f.inputs, v)
	clauses := q.spec.Inputs.List()
	if len(clauses[v.D-1].Times) == 1 {
		return
	}
	if f.choice == nil {
		f.choice = make([]*rungs, len(clauses))
	}
	if f.choice[v.D-1] == nil {
		f.choice[v.D-1] = q.newRungs(q.spec.EOT)
	}
	q.first(v, *f.choice[v.D-1], v.Time)
}

// bound keeps a counter of what may happen a few times at most.
type bound struct {
	counter counter
	waiting []solver.Literal // what the counter does not know yet
}

// demand demands that at most k of the literals so far are true.
func (b *bound) demand(q *Question, k int) {
	if b.waiting == nil {
		return
	}
	b.counter.insert(b.waiting)
	b.waiting = nil
	if over, ok := b.counter.atLeast(q, k+1); ok {
		q.Add(-over)
	}
}

// limit brings the bounds on how much may happen up to date.
func (q *Question) limit() {
	q.faults.ending.demand(q, q.spec.Crashes)
	if q.spec.Restarts < q.spec.Crashes {
		q.faults.returning.demand(q, q.spec.Restarts)
	}
	if q.spec.MaxFaults == 0 {
		return
	}
	if few, ok := q.AtMost(q.spec.MaxFaults); ok && few != q.faults.most {
		q.faults.most = few
		q.Add(few)
	}
}

// Variables returns the faults and inputs that the clauses know, in order. The caller must not
// change the slice.
func (q *Question) Variables() []Variable {
	f := &q.faults
	if f.sorted < len(f.list) {
		q.tellApart()
		slices.SortFunc(f.list, func(a, b Variable) int { return a.Compare(b.Fault) })
		f.sorted = len(f.list)
	}
	return f.list
}

// Scenario reads the model of the last question that had an answer.
func (q *Question) Scenario() failure.Scenario {
	var happened []failure.Fault
	for _, f := range q.faults.list {
		if q.solver.Holds(q.faults.literal[f.Fault]) {
			happened = append(happened, f.Fault)
		}
	}
	return failure.NewScenario(happened...)
}
