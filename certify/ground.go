package certify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/failure"
	"molly/naive"
)

// The bounds of a plain question. A question beyond them has no certificate.
const (
	maxLooked = 4_000_000_000 // tuples that the grounder looks at
	maxHeld   = 5_000_000     // instances of one rule at one time; firings; gates
	maxEOT    = 100_000
)

// SizeError says that a question is too large to be asked plainly.
type SizeError struct{ Text string }

func (e *SizeError) Error() string { return "the plain question is too large: " + e.Text }

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
	message  bool    // that may be lost
	from, to string  // of the message
	overflow bool    // it concludes nothing, but must never hold
}

// batch is what one rule does at one time.
type batch struct {
	firings []*firing
	groups  []*group
}

// moment is a rule, or a relation, at a time.
type moment struct{ what, time int }

// grounder finds what may be.
type grounder struct {
	ctx     context.Context
	program *datalog.Program
	nodes   []string
	spec    failure.Spec
	work    naive.Work

	facts   map[string]*Fact // by naive.Tuple.Key
	tuples  map[moment][]naive.Tuple
	batches map[moment]*batch
	known   map[string]bool // firings, by naive.Firing.Key
	err     error
}

// ground finds the facts and firings that some admissible run may have. A firing is
// left out only where a negated atom matches a fact that every admissible run holds.
func ground(ctx context.Context, p *datalog.Program, q *Question) (*grounder, error) {
	g := &grounder{
		ctx: ctx, program: p, nodes: q.Nodes, spec: q.Spec(),
		work:  naive.Work{MaxLooked: maxLooked, MaxHolding: maxHeld},
		facts: map[string]*Fact{}, tuples: map[moment][]naive.Tuple{},
		batches: map[moment]*batch{}, known: map[string]bool{},
	}
	g.addCrashes()
	for now := 1; now <= q.EOT && g.err == nil; now++ {
		for _, f := range p.Facts {
			if f.Time == now {
				f, _ := g.add(naive.Tuple{Relation: f.Relation, Time: now, Args: f.Args})
				f.Given = true
			}
		}
		for _, s := range p.Strata {
			g.settle(s, now)
		}
		for i := range p.Rules {
			if r := &p.Rules[i]; r.Timing != datalog.Deductive && now < q.EOT {
				g.fire(r, now)
			}
		}
	}
	return g, g.err
}

// add makes a fact possible and reports whether that is new.
func (g *grounder) add(t naive.Tuple) (*Fact, bool) {
	key := t.Key()
	if f := g.facts[key]; f != nil {
		return f, false
	}
	f := &Fact{Tuple: t, Name: factName(g.program, t)}
	g.facts[key] = f
	at := moment{int(t.Relation), t.Time}
	g.tuples[at] = append(g.tuples[at], t)
	return f, true
}

func factName(p *datalog.Program, t naive.Tuple) string {
	return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[t.Relation].Name, t.Args), t.Time)
}

// addCrashes adds crash(o, n, k), for every observer o and every possible crash.
func (g *grounder) addCrashes() {
	if g.program.Crash == datalog.NoRelation || g.spec.Crashes == 0 {
		return
	}
	for _, n := range g.nodes {
		for k := 1; k <= g.spec.EOT; k++ {
			for _, o := range g.nodes {
				args := []datalog.Value{datalog.String(o), datalog.String(n), datalog.Int(int64(k))}
				g.add(naive.Tuple{Relation: g.program.Crash, Args: args})
			}
		}
	}
}

// read returns the facts that an atom may see now.
func (g *grounder) read(a datalog.Atom, now int) []naive.Tuple {
	switch {
	case a.At > now:
		return nil
	case a.Relation == g.program.Crash:
		now = 0
	case a.At > 0:
		now = a.At
	}
	return g.tuples[moment{int(a.Relation), now}]
}

// settle runs the deductive rules of a stratum until nothing is new; then it finds
// which of its facts are sure.
func (g *grounder) settle(s datalog.Stratum, now int) {
	for first, changed := true, true; changed; first = false {
		changed = false
		for i := range g.program.Rules {
			r := &g.program.Rules[i]
			if r.Timing != datalog.Deductive || !slices.Contains(s.Relations, r.Head.Relation) ||
				!first && r.Aggregates() {
				continue
			}
			changed = g.fire(r, now) && s.Recursive || changed
		}
	}
	for changed := true; changed; {
		changed = false
		for _, relation := range s.Relations {
			for _, t := range g.tuples[moment{int(relation), now}] {
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
	if g.err == nil {
		g.err = g.ctx.Err()
	}
	if g.err != nil {
		return false
	}
	then := now
	if r.Timing != datalog.Deductive {
		then++
	}
	b := g.batches[moment{r.ID, now}]
	if b == nil {
		b = &batch{}
		g.batches[moment{r.ID, now}] = b
	}
	read := func(a datalog.Atom) []naive.Tuple { return g.read(a, now) }
	for _, i := range naive.Instances(r, read, &g.work) {
		f, args := g.firing(i, now)
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
			changed = g.conclude(naive.Tuple{Relation: r.Head.Relation, Time: then, Args: args}, &f.Support) || changed
		}
	}
	slices.SortFunc(b.firings, func(x, y *firing) int { return x.instance.Compare(y.instance) })
	for _, group := range b.groups {
		for _, row := range g.rows(r, group) {
			g.conclude(naive.Tuple{Relation: r.Head.Relation, Time: then, Args: row.args}, &row.Support)
		}
	}
	if g.err == nil && (g.work.TooLarge() || len(g.known) > maxHeld || len(g.facts) > maxHeld) {
		g.err = &SizeError{fmt.Sprintf("%d facts and %d instances of rules up to time %d", len(g.facts), len(g.known), now)}
	}
	return changed
}

// conclude gives a fact one more support.
func (g *grounder) conclude(t naive.Tuple, s *Support) bool {
	f, changed := g.add(t)
	f.Supports = append(f.Supports, s)
	return changed
}

// firing judges an instance. It returns nil for one that no admissible run has, and
// otherwise the columns of the head.
func (g *grounder) firing(i naive.Instance, now int) (*firing, []datalog.Value) {
	f := &firing{instance: naive.Firing{Rule: i.Rule.ID, Time: now, Premises: i.Premises}}
	judgement := i.Judge(func(a datalog.Atom, p naive.Pattern) bool {
		first := len(f.absent)
		for _, t := range g.matching(a, p, now) {
			fact := g.facts[t.Key()]
			if fact.sure {
				return true
			}
			f.absent = append(f.absent, fact)
		}
		slices.SortFunc(f.absent[first:], compareFacts)
		return false
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
		from, to := i.Place(), args[0]
		if !g.isNode(from) || !g.isNode(to) {
			return nil, nil
		}
		f.from, f.to = from.Text(), to.Text()
		f.message = f.from != f.to && (now < g.spec.EFF || g.spec.Crashes > 0)
	}
	f.doubtful = len(f.absent) > 0 || f.message
	return f, args
}

// matching returns the facts that a negated atom matches now.
func (g *grounder) matching(a datalog.Atom, p naive.Pattern, now int) (found []naive.Tuple) {
	list := g.read(a, now)
	if len(list) > 0 && !slices.Contains(p, datalog.Value{}) { // it can be one fact only
		t := naive.Tuple{Relation: a.Relation, Time: list[0].Time, Args: p}
		if g.facts[t.Key()] == nil {
			return nil
		}
		return []naive.Tuple{t}
	}
	for _, t := range list {
		g.work.Looked++
		if p.Matches(t) {
			found = append(found, t)
		}
	}
	return found
}

func (g *grounder) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(g.nodes, v.Text())
}

// compareFacts orders facts of one relation.
func compareFacts(f, h *Fact) int {
	return cmp.Or(cmp.Compare(f.Time, h.Time), datalog.CompareTuples(f.Args, h.Args))
}
