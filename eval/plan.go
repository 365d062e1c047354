package eval

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// A plan is the order in which a rule's literals are joined, chosen once per rule:
// what is bound narrows what comes next, and a literal that only tests comes as
// early as its variables are bound.
type plan struct {
	rule  *rule
	steps []step
	late  bool // looks for overflow: see overflow.go
}

type stepKind uint8

const (
	matchStep  stepKind = iota // a positive atom: for each matching fact
	absentStep                 // a negated atom: nothing that matches surely holds
	checkStep                  // a comparison
	bindStep                   // slot = expression
)

// window says which facts of a growing relation a step looks at: semi-naive
// evaluation sees each combination of premises exactly once (old ⋈ new ⋈ known).
type window uint8

const (
	allFacts   window = iota
	oldFacts          // known before the last round
	newFacts          // found in the last round
	knownFacts        // both
)

type step struct {
	kind stepKind

	// Of an atom.
	relation int
	at       int
	premise  int // number among the rule's positive atoms
	window   window
	key      []keyPart
	index    int // which index of the relation finds the key; -1: none needed
	binds    []columnSlot
	same     []columnPair // columns that hold a variable bound by this very atom
	scratch  int          // where this step's key is in the plan's scratch space

	// Of a comparison or a binding.
	op          datalog.CompareOp
	left, right expr
	slot        int
}

type keyPart struct {
	column int
	value  expr
}

type columnSlot struct{ column, slot int }

type columnPair struct{ column, earlier int }

// full reports whether the key of an atom's step fixes every column.
func (s *step) full(arity int) bool { return len(s.key) == arity }

// planner chooses a plan.
type planner struct {
	compiler *compiler
	rule     *rule
	bound    []bool // by slot
	pending  []int  // literals of the body that have no step yet
	hidden   []hiddenColumn
	steps    []step
	windows  map[int]window // by literal
	first    int            // literal to begin with, or -1
	scratch  int
}

// hiddenColumn is a computed column of an atom that was matched before the column
// could be computed: the slot must equal the expression.
type hiddenColumn struct {
	slot  int
	value expr
}

// plan orders the body of r. first is the literal to begin with, or -1.
func (c *compiler) plan(r *rule, first int, windows map[int]window) *plan {
	p := &planner{compiler: c, rule: r, bound: make([]bool, len(r.Vars)), windows: windows, first: first}
	for i := range r.Body {
		p.pending = append(p.pending, i)
	}
	for {
		p.placeTests()
		next := p.choose()
		if next < 0 {
			break
		}
		p.placeAtom(next, false)
	}
	if len(p.pending) > 0 || len(p.hidden) > 0 {
		panic(fmt.Sprintf("eval: rule %d at %v is not safe: literals %v are never bound", r.ID, r.Pos, p.pending))
	}
	return p.finish(false)
}

// latePlan matches only the plain columns of the positive atoms.
func (c *compiler) latePlan(r *rule) *plan {
	p := &planner{compiler: c, rule: r, bound: make([]bool, len(r.Vars)), first: -1}
	for i, l := range r.Body {
		if l.Kind == datalog.Positive {
			p.pending = append(p.pending, i)
		}
	}
	for len(p.pending) > 0 {
		p.placeAtom(p.choose(), true)
	}
	return p.finish(true)
}

func (p *planner) finish(late bool) *plan {
	p.rule.slots = max(p.rule.slots, len(p.bound))
	p.compiler.scratch = max(p.compiler.scratch, p.scratch)
	return &plan{rule: p.rule, steps: p.steps, late: late}
}

func (p *planner) drop(literal int) {
	i := slices.Index(p.pending, literal)
	p.pending = slices.Delete(p.pending, i, i+1)
}

// placeTests appends every literal that can be decided or that binds a variable by
// what is bound already.
func (p *planner) placeTests() {
	for again := true; again; {
		again = false
		for _, i := range slices.Clone(p.pending) {
			if p.placeTest(&p.rule.Body[i]) {
				p.drop(i)
				again = true
			}
		}
		p.hidden = slices.DeleteFunc(p.hidden, func(h hiddenColumn) bool {
			if !p.computable(h.value) {
				return false
			}
			p.steps = append(p.steps, step{kind: checkStep, op: datalog.Equal,
				left: expr{kind: datalog.Variable, slot: h.slot}, right: h.value})
			return true
		})
	}
}

// placeTest appends a step for l if l can be decided or binds a variable.
func (p *planner) placeTest(l *datalog.Literal) bool {
	switch l.Kind {
	case datalog.Negative:
		s := p.atomStep(&l.Atom, absentStep)
		for c, a := range l.Atom.Args {
			if a.Kind == datalog.Wildcard {
				continue
			}
			e := p.compiler.expr(a)
			if !p.computable(e) {
				return false
			}
			s.key = append(s.key, keyPart{c, e})
		}
		p.addAtom(s)
		return true
	case datalog.Comparison:
		left, right := p.compiler.expr(l.Left), p.compiler.expr(l.Right)
		switch {
		case p.computable(left) && p.computable(right):
			p.steps = append(p.steps, step{kind: checkStep, op: l.Op, left: left, right: right})
		case l.Op == datalog.Equal && left.kind == datalog.Variable && p.computable(right):
			p.bind(left.slot, right)
		case l.Op == datalog.Equal && right.kind == datalog.Variable && p.computable(left):
			p.bind(right.slot, left)
		default:
			return false
		}
		return true
	default:
		return false
	}
}

func (p *planner) bind(slot int, value expr) {
	p.steps = append(p.steps, step{kind: bindStep, slot: slot, left: value})
	p.bound[slot] = true
}

// choose picks the atom to match next, or -1: one whose computed columns can be
// computed, with all columns bound or else as many as possible, the first in the
// body among equals.
func (p *planner) choose() int {
	if p.first >= 0 {
		f := p.first
		p.first = -1
		return f
	}
	best, bestScore := -1, -1
	for _, i := range p.pending {
		l := &p.rule.Body[i]
		if l.Kind != datalog.Positive {
			continue
		}
		keys, ready := 0, true
		for _, a := range l.Atom.Args {
			switch {
			case a.Kind == datalog.Wildcard:
			case p.computable(p.compiler.expr(a)):
				keys++
			case a.Kind == datalog.Expression:
				ready = false
			}
		}
		score := keys
		if keys == len(l.Atom.Args) {
			score += 100
		}
		if ready {
			score += 1000
		}
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// placeAtom appends the match of a positive literal. With plainOnly, computed
// columns are ignored.
func (p *planner) placeAtom(literal int, plainOnly bool) {
	p.drop(literal)
	atom := &p.rule.Body[literal].Atom
	s := p.atomStep(atom, matchStep)
	s.window = p.windows[literal]
	s.premise = slices.Index(p.rule.positives, literal)
	here := map[int]int{} // slot → column of this atom that binds it
	for c, a := range atom.Args {
		if a.Kind == datalog.Wildcard || plainOnly && a.Kind == datalog.Expression {
			continue
		}
		e := p.compiler.expr(a)
		switch {
		case p.computable(e):
			s.key = append(s.key, keyPart{c, e})
		case a.Kind == datalog.Expression:
			slot := len(p.bound)
			p.bound = append(p.bound, true)
			s.binds = append(s.binds, columnSlot{c, slot})
			p.hidden = append(p.hidden, hiddenColumn{slot, e})
		default:
			if earlier, repeated := here[e.slot]; repeated {
				s.same = append(s.same, columnPair{c, earlier})
			} else {
				here[e.slot] = c
				s.binds = append(s.binds, columnSlot{c, e.slot})
			}
		}
	}
	for _, b := range s.binds {
		p.bound[b.slot] = true
	}
	p.addAtom(s)
}

func (p *planner) atomStep(a *datalog.Atom, kind stepKind) step {
	return step{kind: kind, relation: int(a.Relation), at: a.At, index: -1}
}

func (p *planner) addAtom(s step) {
	s.scratch = p.scratch
	p.scratch += len(s.key)
	if len(s.key) > 0 && !s.full(p.compiler.program.Relations[s.relation].Arity()) {
		columns := make([]int, len(s.key))
		for i, k := range s.key {
			columns[i] = k.column
		}
		s.index = p.compiler.indexFor(s.relation, columns)
	}
	p.steps = append(p.steps, s)
}

func (p *planner) computable(e expr) bool {
	switch e.kind {
	case datalog.Constant:
		return true
	case datalog.Variable:
		return p.bound[e.slot]
	}
	computable := true
	e.term.Variables(func(v datalog.VarID) { computable = computable && p.bound[v] })
	return computable
}
