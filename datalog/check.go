package datalog

import (
	"errors"
	"fmt"
)

// Check verifies what this package documents as invariants of a program. It
// returns one sentence for each violation, joined, or nil. Tests run it on every
// program that they make.
func (p *Program) Check() error {
	c := &sanity{program: p}
	for i, f := range p.Facts {
		c.fact(f, fmt.Sprintf("fact %d", i))
	}
	for i, f := range p.Lasting {
		c.fact(f, fmt.Sprintf("lasting fact %d", i))
	}
	c.inputs()
	for i := range p.Rules {
		c.rule(i)
	}
	c.strata()
	c.outcome()
	return errors.Join(c.violations...)
}

// sanity collects the violations of one program.
type sanity struct {
	program    *Program
	violations []error
}

func (c *sanity) violated(format string, args ...any) {
	c.violations = append(c.violations, fmt.Errorf(format, args...))
}

// relation returns the relation with a number, and reports a number that is none.
func (c *sanity) relation(id RelID, where string) (Relation, bool) {
	if id < 0 || int(id) >= len(c.program.Relations) {
		c.violated("%s names relation %d of %d", where, id, len(c.program.Relations))
		return Relation{}, false
	}
	return c.program.Relations[id], true
}

// inputs checks that each input is a tuple of its own, at times in their order.
func (c *sanity) inputs() {
	seen := map[string]int{}
	for i, in := range c.program.Inputs {
		where := fmt.Sprintf("input %d", i)
		if len(in.Times) == 0 {
			c.violated("%s has no time", where)
			continue
		}
		for j, t := range in.Times[1:] {
			if t <= in.Times[j] {
				c.violated("%s has time %d after time %d", where, t, in.Times[j])
			}
		}
		c.fact(Fact{Relation: in.Relation, Args: in.Args, Time: in.Times[0]}, where)
		key := fmt.Sprintf("%d %s", in.Relation, FormatArgs(in.Args))
		if first, ok := seen[key]; ok {
			c.violated("%s is the tuple of input %d", where, first)
			continue
		}
		seen[key] = i
	}
}

func (c *sanity) fact(f Fact, where string) {
	r, ok := c.relation(f.Relation, where)
	if !ok {
		return
	}
	if c.program.BuiltIn(f.Relation) {
		c.violated("%s defines the built-in %s", where, r.Name)
	}
	if f.Time < 1 {
		c.violated("%s holds at time %d", where, f.Time)
	}
	if len(f.Args) != r.Arity() {
		c.violated("%s has %d arguments and %s has %d columns", where, len(f.Args), r.Name, r.Arity())
		return
	}
	for j, v := range f.Args {
		if v.Type() != r.Types[j] {
			c.violated("%s has a value of type %s in column %d of %s, which holds type %s", where, v.Type(), j+1, r.Name, r.Types[j])
		}
	}
}

func (c *sanity) rule(i int) {
	r := &c.program.Rules[i]
	where := fmt.Sprintf("rule %d", i)
	if r.ID != i {
		c.violated("%s has the ID %d", where, r.ID)
	}
	if rel, ok := c.relation(r.Head.Relation, where+"'s head"); ok && len(r.Head.Args) != rel.Arity() {
		c.violated("%s's head has %d arguments and %s has %d columns", where, len(r.Head.Args), rel.Name, rel.Arity())
	}
	if c.program.BuiltIn(r.Head.Relation) {
		c.violated("%s defines the built-in %s", where, c.program.Relations[r.Head.Relation].Name)
	}
	bound := r.Bound()
	for j, t := range r.Head.Args {
		c.term(r, t.Term, where+"'s head")
		if t.Aggregate != NoAggregate && t.Term.Kind != Variable {
			c.violated("%s aggregates over something that is not a variable", where)
		}
		if t.Aggregate != NoAggregate && j == 0 {
			c.violated("%s has an aggregate in the first column", where)
		}
		if t.Term.Kind == Wildcard {
			c.violated("%s has a wildcard in its head", where)
		}
	}
	for v, ok := range bound {
		if !ok {
			c.violated("%s does not bind its variable %s", where, r.Vars[v])
		}
	}
	if r.Timing == Asynchronous && r.Location == nil {
		c.violated("%s is asynchronous and has no location", where)
	}
	for _, l := range r.Body {
		if l.Kind == Comparison {
			c.term(r, l.Left, where)
			c.term(r, l.Right, where)
			if hasWildcard(l.Left) || hasWildcard(l.Right) {
				c.violated("%s compares a wildcard", where)
			}
			continue
		}
		if l.Atom.At < 0 {
			c.violated("%s reads time %d", where, l.Atom.At)
		}
		if rel, ok := c.relation(l.Atom.Relation, where); ok && len(l.Atom.Args) != rel.Arity() {
			c.violated("%s has %d arguments for %s, which has %d columns", where, len(l.Atom.Args), rel.Name, rel.Arity())
		}
		for _, t := range l.Atom.Args {
			c.term(r, t, where)
			if t.Kind == Expression && hasWildcard(t) {
				c.violated("%s computes with a wildcard", where)
			}
		}
	}
}

// term checks the variables of a term and the form of an expression.
func (c *sanity) term(r *Rule, t Term, where string) {
	switch t.Kind {
	case Variable:
		if t.Var < 0 || int(t.Var) >= len(r.Vars) {
			c.violated("%s has variable %d of %d", where, t.Var, len(r.Vars))
		}
	case Constant:
		if t.Value.Type() == Unknown {
			c.violated("%s has a constant that is not a value", where)
		}
	case Expression:
		if t.Left == nil || t.Right == nil {
			c.violated("%s has an operator without two operands", where)
			return
		}
		c.term(r, *t.Left, where)
		c.term(r, *t.Right, where)
	}
}

func hasWildcard(t Term) bool {
	if t.Kind == Expression {
		return hasWildcard(*t.Left) || hasWildcard(*t.Right)
	}
	return t.Kind == Wildcard
}

// strata checks that each relation is in one stratum, after what it depends
// on, and not with what it strictly depends on.
func (c *sanity) strata() {
	level := make([]int, len(c.program.Relations))
	for i, s := range c.program.Strata {
		for _, id := range s.Relations {
			if r, ok := c.relation(id, fmt.Sprintf("stratum %d", i)); ok {
				if level[id] != 0 {
					c.violated("%s is in strata %d and %d", r.Name, level[id]-1, i)
				}
				level[id] = i + 1
			}
		}
	}
	for id, l := range level {
		if l == 0 {
			c.violated("%s is in no stratum", c.program.Relations[id].Name)
		}
	}
	if len(c.violations) > 0 {
		return // the dependencies of such a program may not be read safely
	}
	for _, d := range c.program.Dependencies() {
		head, body := c.program.Relations[d.Head].Name, c.program.Relations[d.Body].Name
		switch {
		case level[d.Body] > level[d.Head]:
			c.violated("%s is in a stratum before %s, which it depends on", head, body)
		case level[d.Body] == level[d.Head] && d.Strict:
			c.violated("%s is in the stratum of %s, which must be complete first", head, body)
		case level[d.Body] == level[d.Head] && !c.program.Strata[level[d.Head]-1].Recursive:
			c.violated("the stratum of %s is not marked as recursive", head)
		}
	}
}

// outcome checks the relations that judge a run.
func (c *sanity) outcome() {
	p := c.program
	if (p.Pre == NoRelation) != (p.Post == NoRelation) {
		c.violated("only one of pre and post is set")
	}
	if p.Pre != NoRelation && p.Post != NoRelation {
		pre, ok1 := c.relation(p.Pre, "pre")
		post, ok2 := c.relation(p.Post, "post")
		if ok1 && ok2 && pre.Arity() != post.Arity() {
			c.violated("pre has %d columns and post has %d", pre.Arity(), post.Arity())
		}
	}
	builtin := func(id RelID, name string, columns int) {
		if id == NoRelation {
			return
		}
		if r, ok := c.relation(id, name); ok && r.Arity() != columns {
			c.violated("%s has %d columns", name, r.Arity())
		}
	}
	builtin(p.Crash, "crash", 3)
	builtin(p.Boot, "boot", 1)
	builtin(p.Outage, "outage", 4)
	builtin(p.Member, "member", 2)
	builtin(p.Now, "now", 2)
	if p.Never != NoRelation {
		c.relation(p.Never, "never")
	}
	for i, id := range p.Stable {
		if r, ok := c.relation(id, "the list of stable relations"); ok && p.BuiltIn(id) {
			c.violated("the built-in %s is stable", r.Name)
		}
		if i > 0 && id <= p.Stable[i-1] {
			c.violated("stable relation %d comes after %d", id, p.Stable[i-1])
		}
	}
	for _, id := range p.Persistent {
		c.relation(id, "the list of persistent relations")
	}
}
