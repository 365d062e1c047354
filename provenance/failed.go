package provenance

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval"
)

// Why-not provenance of one rule: its failed derivations of a tuple (Köhler, Ludäscher and
// Zinn, "First-order provenance games", 2013; Lee, Ludäscher and Glavic, "PUG", 2019), that is,
// assignments of its variables with the premises that fail under them. There is one for
// each assignment, which is too many to show. So only those that satisfy the most premises are
// searched for, and they leave a variable open where the failure does not depend on it.
//
// The search is backtracking with forward checking and the fail-first order (Haralick and
// Elliott, "Increasing tree search efficiency for constraint satisfaction problems", 1980): the
// premises are the constraints, the facts that match an atom its domain. After each step
// every premise is decided that can be, and the domain of every open atom is computed. Where one
// is empty, or a decided premise is false, the branch ends, and all of these are what fails.
// Else the atom with the smallest domain is assigned next.

const (
	maxShown      = 8         // failed derivations of one rule that are shown for one absence
	maxSteps      = 20_000    // facts that one rule is matched against for one absence
	maxTotalSteps = 5_000_000 // the same, for a whole graph
)

// search is the search for the failed derivations of a pattern by one rule.
type search struct {
	*builder
	rule *datalog.Rule
	time int // when the premises should hold
	then int // when the conclusion should

	steps  int // facts that were matched
	most   int // premises that are satisfied under each of failed
	failed []failedDerivation
	seen   map[string]bool // what fails, of each of failed
}

// assignment is a partial assignment of a rule's variables.
type assignment struct {
	vars      []datalog.Value
	satisfied []bool     // by premise
	columns   []equation // computed columns whose variables have no values yet
}

// equation says that a computed column has a value: of an atom that was matched, or of the
// head.
type equation struct {
	datalog.Literal     // Left is the column
	premise         int // the atom's; the number of premises means the head
}

// failedDerivation is an assignment with what fails under it, in the order of the body.
type failedDerivation struct {
	vars     []datalog.Value
	failures []failedPremise
}

// failedPremise is a premise that fails. The one after the last is the head, the next the
// message.
type failedPremise struct {
	kind    Kind
	premise int
	text    string
}

// unify assigns the variables of a rule's head to a tuple or pattern. It reports false
// where the rule cannot conclude it whatever holds.
func unify(rule *datalog.Rule, want []datalog.Value) (assignment, bool) {
	a := assignment{vars: make([]datalog.Value, len(rule.Vars)), satisfied: make([]bool, len(rule.Body))}
	for i, t := range rule.Head.Args {
		if t.Aggregate != datalog.NoAggregate || want[i].Type() == datalog.Unknown {
			continue
		}
		if !a.equate(t.Term, want[i], len(rule.Body)) {
			return assignment{}, false
		}
	}
	return a, true
}

// equate demands that a column has a value.
func (a *assignment) equate(t datalog.Term, v datalog.Value, premise int) bool {
	switch t.Kind {
	case datalog.Constant:
		return t.Value == v
	case datalog.Variable:
		if have := a.vars[t.Var]; have.Type() != datalog.Unknown {
			return have == v
		}
		a.vars[t.Var] = v
	case datalog.Expression:
		value := datalog.Term{Kind: datalog.Constant, Value: v}
		a.columns = append(a.columns, equation{datalog.Literal{Kind: datalog.Comparison, Op: datalog.Equal, Left: t, Right: value}, premise})
	}
	return true
}

func (a *assignment) clone() assignment {
	return assignment{slices.Clone(a.vars), slices.Clone(a.satisfied), slices.Clone(a.columns)}
}

// extend searches all extensions of an assignment.
func (s *search) extend(a assignment) {
	failures := s.propagate(&a)
	next, domain := -1, []assignment(nil)
	for i, l := range s.rule.Body {
		if l.Kind != datalog.Positive || a.satisfied[i] {
			continue
		}
		found, why := s.domain(&a, i)
		switch {
		case len(found) == 0:
			failures = append(failures, failedPremise{why, i, s.text(l, a.vars)})
		case next < 0 || len(found) < len(domain):
			next, domain = i, found
		}
	}
	if len(failures) == 0 && next < 0 {
		failures = s.conclusion(&a)
	}
	if len(failures) > 0 {
		s.record(a, failures)
		return
	}
	for _, b := range domain {
		if s.steps > maxSteps {
			return
		}
		s.extend(b)
	}
}

// propagate decides what compares, negates or computes, as far as variables have values, and
// returns what fails.
func (s *search) propagate(a *assignment) (failures []failedPremise) {
	eval.BindByEqualities(s.rule, a.vars)
	for i, l := range s.rule.Body {
		if a.satisfied[i] || l.Kind == datalog.Positive {
			continue
		}
		kind, decided, want := Kind(0), false, Holds
		if l.Kind == datalog.Comparison {
			kind, decided = compare(&l, a.vars)
		} else {
			kind, decided = s.negated(&l.Atom, a.vars)
			want = Missing
		}
		a.satisfied[i] = decided && kind == want
		if decided && kind != want {
			failures = append(failures, failedPremise{kind, i, s.text(l, a.vars)})
		}
	}
	a.columns = slices.DeleteFunc(a.columns, func(e equation) bool {
		kind, decided := compare(&e.Literal, a.vars)
		if decided && kind != Holds {
			failures = append(failures, failedPremise{kind, e.premise, s.text(e.Literal, a.vars)})
			if e.premise < len(a.satisfied) {
				a.satisfied[e.premise] = false
			}
		}
		return decided
	})
	return failures
}

// negated decides a negated atom: Missing, Holds or Undefined.
func (s *search) negated(atom *datalog.Atom, vars []datalog.Value) (kind Kind, decided bool) {
	for _, t := range atom.Args {
		if t.Kind == datalog.Wildcard {
			continue
		}
		if !eval.Known(t, vars) {
			return 0, false
		}
		if _, ok := eval.Compute(t, vars); !ok {
			return Undefined, true
		}
	}
	if atom.At <= s.time && len(matching(s.run.Lineage, atom.Relation, readTime(atom, s.time), eval.Pattern(atom, vars))) > 0 {
		return Holds, true
	}
	return Missing, true
}

// domain returns the assignments that match one more atom, or says why there is none.
func (s *search) domain(a *assignment, premise int) (list []assignment, why Kind) {
	atom := &s.rule.Body[premise].Atom
	if atom.At > s.time {
		return nil, NotYet
	}
	for _, t := range atom.Args {
		if _, ok := eval.Compute(t, a.vars); !ok && t.Kind == datalog.Expression && eval.Known(t, a.vars) {
			return nil, Undefined
		}
	}
	why = Missing
	for _, f := range matching(s.run.Lineage, atom.Relation, readTime(atom, s.time), eval.Pattern(atom, a.vars)) {
		s.steps++
		why = Unmatched
		b := a.clone()
		fits := true
		for c, v := range s.run.Args(f) {
			fits = fits && b.equate(atom.Args[c], v, premise)
		}
		if fits {
			b.satisfied[premise] = true
			list = append(list, b)
		}
	}
	return list, why
}

// conclusion is for an assignment that satisfies the whole body: the head has no value, the
// message does not arrive, or a node is down. Where nothing fails, an aggregate counts the assignment.
func (s *search) conclusion(a *assignment) []failedPremise {
	for _, t := range s.rule.Head.Args {
		if _, ok := eval.Compute(t.Term, a.vars); !ok {
			return []failedPremise{{Undefined, len(s.rule.Body), t.Term.Format(eval.ShownVars(s.rule, a.vars))}}
		}
	}
	head, _ := eval.Compute(s.rule.Head.Args[0].Term, a.vars)
	end := failedPremise{Lost, len(s.rule.Body) + 1, fmt.Sprint(a.vars)}
	if s.stopped(s.rule, a.vars, head, s.time, s.then) {
		end.kind = Down // or, of stable storage, Up
		return []failedPremise{end}
	}
	if s.rule.Timing == datalog.Asynchronous {
		if from, to := s.route(a.vars); !s.delivers(from, to, s.time, s.then) {
			return []failedPremise{end}
		}
	}
	return nil
}

// route returns the sender and receiver of a message.
func (s *search) route(vars []datalog.Value) (from, to datalog.Value) {
	from, _ = eval.Compute(*s.rule.Location, vars)
	to, _ = eval.Compute(s.rule.Head.Args[0].Term, vars)
	return from, to
}

// record keeps a failed derivation if none satisfies more premises, and none of those kept has
// the same failures.
func (s *search) record(a assignment, failures []failedPremise) {
	satisfied := 0
	for _, ok := range a.satisfied {
		if ok {
			satisfied++
		}
	}
	if satisfied < s.most {
		return
	}
	if satisfied > s.most {
		s.most, s.failed = satisfied, nil
		clear(s.seen)
	}
	slices.SortStableFunc(failures, func(x, y failedPremise) int { return x.premise - y.premise })
	if key := fmt.Sprint(failures); !s.seen[key] {
		s.seen[key] = true
		s.failed = append(s.failed, failedDerivation{a.vars, failures})
	}
}

// text is a literal with values instead of variables.
func (s *search) text(l datalog.Literal, vars []datalog.Value) string {
	return s.program.FormatLiteral(eval.Shown(s.rule, vars), l)
}
