package naive

import (
	"context"
	"slices"

	"molly/datalog"
)

// An instance is judged in four steps.
//
//  1. Each positive atom takes a tuple that agrees with its variables, constants
//     and wildcards.
//  2. Equalities bind the variables that are left.
//  3. If any expression of the rule is undefined, also in its head, there is no
//     such instance.
//  4. The other literals must hold: comparisons, negated atoms, and the computed
//     columns of positive atoms. One that needs a value that overflowed is
//     undecided. If none is false but some value overflowed, the instance is an
//     [Overflow] and concludes nothing.

// Instance is an instance of a rule, known by the tuples of its positive atoms.
type Instance struct {
	Rule     *datalog.Rule
	Premises []Tuple // in the order of the body
	binding  binding
}

// Work counts what finding instances takes, and bounds it.
type Work struct {
	Looked, Held          int // tuples that were read; the most instances at a time
	MaxLooked, MaxHolding int
	Context               context.Context // nil, or what else ends the work
}

// TooLarge reports whether a bound is reached, or the context has ended; what was found is
// then incomplete.
func (w *Work) TooLarge() bool {
	return w.Looked > w.MaxLooked || w.Held > w.MaxHolding || w.Context != nil && w.Context.Err() != nil
}

// Instances returns the instances of a rule by steps 1 and 2: every choice of tuples
// for its positive atoms, where read gives the tuples that an atom sees.
func Instances(rule *datalog.Rule, read func(datalog.Atom) []Tuple, w *Work) []Instance {
	choices := []Instance{{rule, nil, make(binding, len(rule.Vars))}}
	for _, l := range rule.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		var longer []Instance
		for _, c := range choices {
			for _, t := range read(l.Atom) {
				w.Looked++
				if b, ok := match(l.Atom, t, c.binding); ok {
					premises := append(c.Premises[:len(c.Premises):len(c.Premises)], t)
					longer = append(longer, Instance{rule, premises, b})
				}
			}
			w.Held = max(w.Held, len(longer))
			if w.TooLarge() {
				return nil
			}
		}
		choices = longer
	}
	for i := range choices {
		choices[i].binding = bindEqualities(rule, choices[i].binding)
	}
	return choices
}

// Head returns the columns of the rule's head; an aggregate's column holds the
// value to be aggregated.
func (i Instance) Head() []datalog.Value {
	args := make([]datalog.Value, len(i.Rule.Head.Args))
	for column, a := range i.Rule.Head.Args {
		args[column], _ = i.binding.eval(a.Term)
	}
	return args
}

// Place returns where the rule runs, the sender of its message.
func (i Instance) Place() datalog.Value {
	v, _ := i.binding.eval(*i.Rule.Location)
	return v
}

// match extends a binding so that the atom's variables, constants and wildcards
// agree with a tuple. Expressions come later.
func match(a datalog.Atom, t Tuple, b binding) (binding, bool) {
	for i, arg := range a.Args { // most tuples differ where nothing needs to be copied yet
		bound := arg.Kind == datalog.Variable && b[arg.Var].status != unbound
		if arg.Kind == datalog.Constant && arg.Value != t.Args[i] || bound && b[arg.Var].value != t.Args[i] {
			return nil, false
		}
	}
	b = slices.Clone(b)
	for i, arg := range a.Args {
		if arg.Kind != datalog.Variable {
			continue
		}
		if b[arg.Var].status == unbound {
			b[arg.Var] = assigned{t.Args[i], known}
		} else if b[arg.Var].value != t.Args[i] {
			return nil, false
		}
	}
	return b, true
}

// bindEqualities binds the remaining variables by chains of equalities. A
// variable is poison only if no equality gives it a value, so values are passed
// on until no more come, before poison is.
func bindEqualities(rule *datalog.Rule, b binding) binding {
	for _, wanted := range []status{known, poison} {
		for changed := true; changed; {
			changed = false
			for _, l := range rule.Body {
				if l.Kind != datalog.Comparison || l.Op != datalog.Equal {
					continue
				}
				for _, side := range [][2]datalog.Term{{l.Left, l.Right}, {l.Right, l.Left}} {
					x := side[0]
					if x.Kind != datalog.Variable || b[x.Var].status != unbound {
						continue
					}
					if v, s := b.eval(side[1]); s == wanted {
						b[x.Var] = assigned{v, s}
						changed = true
					}
				}
			}
		}
	}
	return b
}

// Judgement says what a body is under a binding.
type Judgement uint8

// The judgements: some literal fails; all hold; the decided ones hold, but some value
// overflowed.
const (
	Fails Judgement = iota
	Holds
	Overflowed
)

// A Pattern is what a negated atom must not match: one value a column, or the zero
// Value where any value matches.
type Pattern []datalog.Value

// Matches reports whether a tuple is of the pattern.
func (p Pattern) Matches(t Tuple) bool {
	for i, v := range p {
		if v != (datalog.Value{}) && v != t.Args[i] {
			return false
		}
	}
	return true
}

// Judge takes steps 3 and 4: it decides the literals that the choice of premises has not
// decided. Of the negated atoms it decides none itself: present says whether some
// tuple matches one for certain.
func (i Instance) Judge(present func(datalog.Atom, Pattern) bool) Judgement {
	poisoned := false
	// value computes a term; it reports false when the term decides nothing.
	value := func(t datalog.Term) (datalog.Value, bool) {
		v, s := i.binding.eval(t)
		poisoned = poisoned || s == poison
		return v, s == known
	}
	if i.undefined() {
		return Fails
	}
	for _, a := range i.Rule.Head.Args {
		value(a.Term)
	}
	positive := 0
	for _, l := range i.Rule.Body {
		switch l.Kind {
		case datalog.Positive:
			premise := i.Premises[positive]
			positive++
			for column, arg := range l.Atom.Args {
				if arg.Kind != datalog.Expression {
					continue
				}
				if v, ok := value(arg); ok && v != premise.Args[column] {
					return Fails
				}
			}
		case datalog.Negative:
			if p, ok := pattern(l.Atom, value); ok && present(l.Atom, p) {
				return Fails
			}
		case datalog.Comparison:
			left, ok1 := value(l.Left)
			right, ok2 := value(l.Right)
			if ok1 && ok2 && !l.Op.Holds(left.Compare(right)) {
				return Fails
			}
		}
	}
	if poisoned {
		return Overflowed
	}
	return Holds
}

// undefined reports whether an expression of the rule is undefined under the
// instance's binding.
func (i Instance) undefined() bool {
	undef := func(t datalog.Term) bool {
		_, s := i.binding.eval(t)
		return s == undefined
	}
	for _, a := range i.Rule.Head.Args {
		if undef(a.Term) {
			return true
		}
	}
	for _, l := range i.Rule.Body {
		if l.Kind == datalog.Comparison {
			if undef(l.Left) || undef(l.Right) {
				return true
			}
			continue
		}
		for _, a := range l.Atom.Args {
			if undef(a) {
				return true
			}
		}
	}
	return false
}

// pattern computes the columns of a negated atom. One with a value that decides
// nothing matches nothing.
func pattern(a datalog.Atom, value func(datalog.Term) (datalog.Value, bool)) (Pattern, bool) {
	p := make(Pattern, len(a.Args))
	for i, arg := range a.Args {
		if arg.Kind == datalog.Wildcard {
			continue
		}
		v, ok := value(arg)
		if !ok {
			return nil, false
		}
		p[i] = v
	}
	return p, true
}
