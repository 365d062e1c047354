package certify

import (
	"context"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/datalog/naive"
)

// The bounds of a direct encoding. What is beyond them has no certificate.
const (
	maxLooked = 2_000_000_000 // tuples that the grounder reads; a run a tenth of it
	maxHeld   = 2_000_000     // instances of rules, and rows of one group
	maxValues = 50_000        // of one aggregate: each has clauses for each binding
	maxEOT    = 100_000
)

// SizeError says that a question is too large to be encoded directly.
type SizeError struct{ Text string }

func (e *SizeError) Error() string { return "the direct encoding is too large: " + e.Text }

// Fact is a fact that some admissible run may hold.
type Fact struct {
	naive.Tuple
	Name     string // as it is printed, such as log("b", "hello")@2
	Given    bool   // the program states it
	Supports []*Support
	Literal  int  // its variable; for a fact of crash that of the crash
	sure     bool // every admissible run holds it
}

// Support is a way in which a fact may come about: a firing, or a row of a group. The
// premises of a row are those of other facts, earlier in every run, and are left out.
type Support struct {
	Premises []*Fact
	Literal  int
	doubtful bool // it needs more than its premises
}

func (s *Support) sure() bool {
	return !s.doubtful && !slices.ContainsFunc(s.Premises, func(f *Fact) bool { return !f.sure })
}

// firing is an instance of a rule whose body may hold.
type firing struct {
	Support
	instance naive.Firing
	absent   []*Fact // what must not hold
	from, to string  // of its message; the same where it sends none to others
	overflow bool    // it concludes nothing, but must never hold
}

// batch is what one rule does at one time.
type batch struct {
	firings []*firing
	groups  []*group
}

// grounder finds what may be.
type grounder struct {
	*check
	work    naive.Work
	facts   map[string]*Fact // by naive.Tuple.Key
	tuples  map[naive.Where][]naive.Tuple
	batches map[[2]int]batch // by rule and time
	early   []bool           // by relation
	known   map[string]bool  // firings, by naive.Firing.Key
	err     error
}

// ground finds the facts and firings that some admissible run may have. A firing is
// left out only where a negated atom matches a fact that every admissible run holds.
func (k *check) ground(ctx context.Context) (*grounder, error) {
	g := &grounder{
		check: k, work: naive.Work{MaxLooked: maxLooked, MaxHolding: maxHeld, Context: ctx},
		facts: map[string]*Fact{}, tuples: map[naive.Where][]naive.Tuple{},
		batches: map[[2]int]batch{}, early: early(k.program), known: map[string]bool{},
	}
	for _, t := range naive.Crashes(k.program, k.Nodes, k.Spec.Faults(k.Nodes)) {
		g.add(t, nil)
	}
	for now := 1; now <= k.Spec.EOT && g.err == nil; now++ {
		for _, f := range k.program.Facts {
			if f.Time == now {
				g.add(naive.Tuple{Relation: f.Relation, Time: now, Args: f.Args}, nil)
			}
		}
		for _, s := range k.program.Strata {
			g.settle(s, now)
		}
		for i := range k.program.Rules {
			if r := &k.program.Rules[i]; r.Timing != datalog.Deductive && now < k.Spec.EOT {
				g.fire(r, now)
			}
		}
	}
	return g, g.err
}

// add gives a fact one more support, or none where the program states it. It reports
// whether the fact is new.
func (g *grounder) add(t naive.Tuple, s *Support) bool {
	f, known := g.facts[t.Key()]
	if !known {
		f = &Fact{Tuple: t, Name: factName(g.program, t)}
		g.facts[t.Key()] = f
		at := naive.Where{Relation: t.Relation, Time: t.Time}
		g.tuples[at] = append(g.tuples[at], t)
	}
	if s == nil {
		f.Given = true
	} else {
		f.Supports = append(f.Supports, s)
	}
	return !known
}

func factName(p *datalog.Program, t naive.Tuple) string {
	return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[t.Relation].Name, t.Args), t.Time)
}

// early finds the relations whose tuples before EOT matter: an inductive or asynchronous
// rule, an absolute time, or a rule that may overflow depends on them. The deductive rules of
// the others need not run before EOT.
func early(p *datalog.Program) []bool {
	early := make([]bool, len(p.Relations))
	for changed := true; changed; {
		changed = false
		for _, r := range p.Rules {
			always := r.Timing != datalog.Deductive || r.MayOverflow() || early[r.Head.Relation]
			if always && !early[r.Head.Relation] {
				early[r.Head.Relation], changed = true, true
			}
			for _, l := range r.Body {
				if l.Kind != datalog.Comparison && (always || l.Atom.At > 0) && !early[l.Atom.Relation] {
					early[l.Atom.Relation], changed = true, true
				}
			}
		}
	}
	return early
}

// settle runs the deductive rules of a stratum until nothing is new; then it finds
// which of its facts are sure.
func (g *grounder) settle(s datalog.Stratum, now int) {
	for first, changed := true, true; changed; first = false {
		changed = false
		for i := range g.program.Rules {
			r := &g.program.Rules[i]
			if r.Timing != datalog.Deductive || !slices.Contains(s.Relations, r.Head.Relation) ||
				!first && r.Aggregates() || now < g.Spec.EOT && !g.early[r.Head.Relation] {
				continue
			}
			changed = g.fire(r, now) && s.Recursive || changed
		}
	}
	for changed := true; changed; {
		changed = false
		for _, relation := range s.Relations {
			for _, t := range g.tuples[naive.Where{Relation: relation, Time: now}] {
				f := g.facts[t.Key()]
				if !f.sure && (f.Given || slices.ContainsFunc(f.Supports, (*Support).sure)) {
					f.sure, changed = true, true
				}
			}
		}
	}
}

// fire finds the instances of a rule at a time and reports whether one of their
// conclusions is new.
func (g *grounder) fire(r *datalog.Rule, now int) (changed bool) {
	if g.limit(len(g.known), maxHeld, "instances of rules"); g.err != nil {
		return false
	}
	then := now
	if r.Timing != datalog.Deductive {
		then++
	}
	b := g.batches[[2]int{r.ID, now}]
	read := func(a datalog.Atom) []naive.Tuple { return g.tuples[naive.Seen(g.program, a, now)] }
	for _, i := range naive.Instances(r, read, &g.work) {
		if g.limit(len(g.known), maxHeld, "instances of rules"); g.err != nil {
			return false
		}
		f, args := g.firing(i, now, read)
		if f == nil || g.known[f.instance.Key()] {
			continue
		}
		g.known[f.instance.Key()] = true
		b.firings = append(b.firings, f)
		switch {
		case f.overflow:
		case r.Aggregates():
			b.collect(r, f, args)
		default:
			changed = g.add(naive.Tuple{Relation: r.Head.Relation, Time: then, Args: args}, &f.Support) || changed
		}
	}
	slices.SortFunc(b.firings, func(x, y *firing) int { return x.instance.Compare(y.instance) })
	for _, group := range b.groups {
		for _, row := range g.rows(r, group) {
			g.add(naive.Tuple{Relation: r.Head.Relation, Time: then, Args: row.args}, &row.Support)
		}
	}
	g.batches[[2]int{r.ID, now}] = b
	g.limit(len(g.known), maxHeld, "instances of rules")
	return changed
}

// firing judges an instance. It returns nil for one that no admissible run has, and
// otherwise the columns of the head.
func (g *grounder) firing(i naive.Instance, now int, read func(datalog.Atom) []naive.Tuple) (*firing, []datalog.Value) {
	f := &firing{instance: naive.Firing{Rule: i.Rule.ID, Time: now, Premises: i.Premises}}
	judgement := i.Judge(func(a datalog.Atom, p naive.Pattern) bool {
		first := len(f.absent)
		for _, t := range read(a) {
			if g.work.Looked++; p.Matches(t) {
				f.absent = append(f.absent, g.facts[t.Key()])
			}
		}
		matched := f.absent[first:]
		slices.SortFunc(matched, func(x, y *Fact) int { return datalog.CompareTuples(x.Args, y.Args) })
		return slices.ContainsFunc(matched, func(x *Fact) bool { return x.sure })
	})
	if judgement == naive.Fails {
		return nil, nil
	}
	for _, t := range i.Premises {
		f.Premises = append(f.Premises, g.facts[t.Key()])
	}
	f.overflow = judgement == naive.Overflowed
	args := i.Head()
	if i.Rule.Timing == datalog.Asynchronous && !f.overflow {
		f.from, f.to = i.Place().Text(), args[0].Text()
		for _, v := range []datalog.Value{i.Place(), args[0]} {
			if v.Type() != datalog.Text || !slices.Contains(g.Nodes, v.Text()) {
				return nil, nil
			}
		}
	}
	f.doubtful = len(f.absent) > 0 || f.from != f.to && (now < g.Spec.EFF || g.Spec.Crashes > 0)
	return f, args
}
