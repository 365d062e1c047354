package naive

import "molly/datalog"

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

// instance is an instance of a rule.
type instance struct {
	premises []Tuple
	binding  binding
}

// instancesOf returns the instances of a rule at a time whose decided literals all
// hold, apart from those that overflow.
func (r *run) instancesOf(rule *datalog.Rule, now int) (holding []instance, overflows bool) {
	for _, i := range r.choices(rule, now) {
		i.binding = bindEqualities(rule, i.binding)
		switch r.judge(rule, i, now) {
		case holds:
			holding = append(holding, i)
		case overflowed:
			overflows = true
		}
	}
	return holding, overflows
}

// choices returns every choice of tuples for the positive atoms of a rule.
func (r *run) choices(rule *datalog.Rule, now int) []instance {
	choices := []instance{{nil, newBinding(len(rule.Vars))}}
	for _, l := range rule.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		var longer []instance
		for _, c := range choices {
			for _, t := range r.read(l.Atom, now) {
				r.work++
				if b, ok := match(l.Atom, t, c.binding); ok {
					premises := append(c.premises[:len(c.premises):len(c.premises)], t)
					longer = append(longer, instance{premises, b})
				}
			}
			r.instances = max(r.instances, len(longer))
			if r.tooLarge() {
				return nil
			}
		}
		choices = longer
	}
	return choices
}

// match extends a binding so that the atom's variables, constants and wildcards
// agree with a tuple. Expressions come later.
func match(a datalog.Atom, t Tuple, b binding) (binding, bool) {
	for i, arg := range a.Args {
		switch arg.Kind {
		case datalog.Constant:
			if arg.Value != t.Args[i] {
				return b, false
			}
		case datalog.Variable:
			if b.status[arg.Var] == unbound {
				b = b.with(arg.Var, t.Args[i], known)
			} else if b.values[arg.Var] != t.Args[i] {
				return b, false
			}
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
					if x.Kind != datalog.Variable || b.status[x.Var] != unbound {
						continue
					}
					if v, s := b.eval(side[1]); s == wanted {
						b = b.with(x.Var, v, s)
						changed = true
					}
				}
			}
		}
	}
	return b
}

// judgement says what a body is under a binding.
type judgement uint8

const (
	fails judgement = iota
	holds
	overflowed
)

// judge decides the literals of a rule that choices has not decided.
func (r *run) judge(rule *datalog.Rule, i instance, now int) judgement {
	poisoned := false
	// value computes a term; it reports false when the term decides nothing.
	value := func(t datalog.Term) (datalog.Value, bool) {
		v, s := i.binding.eval(t)
		poisoned = poisoned || s == poison
		return v, s == known
	}
	if i.undefinedIn(rule) {
		return fails
	}
	for _, a := range rule.Head.Args {
		value(a.Term)
	}
	positive := 0
	for _, l := range rule.Body {
		switch l.Kind {
		case datalog.Positive:
			premise := i.premises[positive]
			positive++
			for column, arg := range l.Atom.Args {
				if arg.Kind != datalog.Expression {
					continue
				}
				if v, ok := value(arg); ok && v != premise.Args[column] {
					return fails
				}
			}
		case datalog.Negative:
			if r.matches(l.Atom, value, now) {
				return fails
			}
		case datalog.Comparison:
			left, ok1 := value(l.Left)
			right, ok2 := value(l.Right)
			if ok1 && ok2 && !l.Op.Holds(left.Compare(right)) {
				return fails
			}
		}
	}
	if poisoned {
		return overflowed
	}
	return holds
}

// undefinedIn reports whether an expression of the rule is undefined under the
// instance's binding.
func (i instance) undefinedIn(rule *datalog.Rule) bool {
	undef := func(t datalog.Term) bool {
		_, s := i.binding.eval(t)
		return s == undefined
	}
	for _, a := range rule.Head.Args {
		if undef(a.Term) {
			return true
		}
	}
	for _, l := range rule.Body {
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

// matches reports whether some tuple matches a negated atom for certain. An atom
// with a value that decides nothing matches nothing.
func (r *run) matches(a datalog.Atom, value func(datalog.Term) (datalog.Value, bool), now int) bool {
	pattern := make([]datalog.Value, len(a.Args))
	for i, arg := range a.Args {
		if arg.Kind == datalog.Wildcard {
			continue
		}
		v, ok := value(arg)
		if !ok {
			return false
		}
		pattern[i] = v
	}
next:
	for _, t := range r.read(a, now) {
		r.work++
		for i, arg := range a.Args {
			if arg.Kind != datalog.Wildcard && pattern[i] != t.Args[i] {
				continue next
			}
		}
		return true
	}
	return false
}
