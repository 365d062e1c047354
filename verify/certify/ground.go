package certify

import (
	"context"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
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
	Literal  int  // its variable; for a fact of crash or outage that of the fault
	sure     bool // every admissible run holds it

	// Supports without a rule, nil where there are none: that it is stated of a node that is up,
	// that it is an input that is chosen, that it is kept while its node is down.
	stated, input, kept *Support
	is                  failure.Fault // for a fact of crash or outage
}

// Support is a way in which a fact may come about: a firing, or a row of a group. The
// premises of a row are those of other facts, earlier in every run, and are left out.
type Support struct {
	Premises []*Fact
	Literal  int
	needs    []need // what it needs of the faults
	doubtful bool   // it needs more than its premises and this
	keeps    bool   // a stable relation keeps what it concludes on stable storage
}

func (s *Support) sure() bool {
	return !s.doubtful && len(s.needs) == 0 && !slices.ContainsFunc(s.Premises, func(f *Fact) bool { return !f.sure })
}

// firing is an instance of a rule whose body may hold.
type firing struct {
	Support
	instance naive.Firing
	absent   []*Fact // what must not hold
	overflow bool    // it concludes nothing, but must never hold
}

// batch is what one rule concludes for one time.
type batch struct {
	firings []*firing
	groups  []*group
}

// grounder finds what may be.
type grounder struct {
	*check
	network *network
	work    naive.Work
	facts   map[string]*Fact // by naive.Tuple.Key
	tuples  map[naive.Where][]naive.Tuple
	batches map[[2]int]*batch // by rule and time
	early   []bool            // by relation: its tuples before EOT matter
	own     []bool            // by relation: its deductive rules are the nodes' own
	known   map[string]bool   // instances, by naive.Firing.Key
	firings int
	err     error
}

// ground finds the facts and firings that some admissible run may have. A firing is
// left out only where a negated atom matches a fact that every admissible run holds.
func (k *check) ground(ctx context.Context) (*grounder, error) {
	p := k.program
	g := &grounder{
		check: k, network: newNetwork(k.Question), work: naive.Work{MaxLooked: maxLooked, MaxHolding: maxHeld, Context: ctx},
		facts: map[string]*Fact{}, tuples: map[naive.Where][]naive.Tuple{}, batches: map[[2]int]*batch{},
		early: early(p), own: own(p), known: map[string]bool{},
	}
	g.timeless()
	for now := 1; now <= k.Spec.EOT && g.err == nil; now++ {
		g.state(now)
		g.keep(now)
		g.receive(now)
		for _, s := range p.Strata {
			g.settle(s, now)
		}
		for i := range p.Rules {
			if r := &p.Rules[i]; r.Timing != datalog.Deductive && now < k.Spec.EOT {
				g.fire(r, now)
			}
		}
	}
	for _, b := range g.batches {
		slices.SortFunc(b.firings, func(x, y *firing) int { return x.instance.Compare(y.instance) })
	}
	return g, g.err
}

// add gives a fact one more support and reports whether the fact is new.
func (g *grounder) add(t naive.Tuple, s *Support) bool {
	f, known := g.fact(t)
	f.Supports = append(f.Supports, s)
	return !known
}

// fact finds a fact, or makes it.
func (g *grounder) fact(t naive.Tuple) (f *Fact, known bool) {
	f, known = g.facts[t.Key()]
	if !known {
		f = &Fact{Tuple: t, Name: factName(g.program, t)}
		g.facts[t.Key()] = f
		at := naive.Where{Relation: t.Relation, Time: t.Time}
		g.tuples[at] = append(g.tuples[at], t)
	}
	return f, known
}

func factName(p *datalog.Program, t naive.Tuple) string {
	return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[t.Relation].Name, t.Args), t.Time)
}

// early finds the relations whose tuples before EOT matter: an inductive or asynchronous
// rule, an absolute time, a rule that may overflow, or never depends on them. The deductive
// rules of the others need not run before EOT.
func early(p *datalog.Program) []bool {
	early := make([]bool, len(p.Relations))
	if p.Never != datalog.NoRelation {
		early[p.Never] = true
	}
	for i := range p.Rules {
		if r := &p.Rules[i]; r.Timing != datalog.Deductive || r.MayOverflow() {
			early[r.Head.Relation] = true
		}
	}
	for _, r := range p.Rules {
		for _, l := range r.Body {
			if l.Kind != datalog.Comparison && l.Atom.At > 0 {
				early[l.Atom.Relation] = true
			}
		}
	}
	feeding(p, early)
	return early
}

// own finds the relations whose deductive rules are the nodes' own: an inductive or
// asynchronous rule depends on them. The other ones are an observer's.
func own(p *datalog.Program) []bool {
	own := make([]bool, len(p.Relations))
	feeding(p, own)
	return own
}

// feeding adds to a set of relations those that a rule which is not deductive reads, and those
// that the deductive rules of the set read.
func feeding(p *datalog.Program, set []bool) {
	for changed := true; changed; {
		changed = false
		for _, r := range p.Rules {
			all := r.Timing != datalog.Deductive || set[r.Head.Relation]
			for _, l := range r.Body {
				if l.Kind != datalog.Comparison && all && !set[l.Atom.Relation] {
					set[l.Atom.Relation], changed = true, true
				}
			}
		}
	}
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

// seen is where an atom looks now: nowhere, which is time -1, before the absolute time that it
// names; crash and outage have no time.
func (g *grounder) seen(a datalog.Atom, now int) naive.Where {
	switch {
	case a.At > now:
		now = -1
	case a.Relation == g.program.Crash || a.Relation == g.program.Outage:
		now = 0
	case a.At > 0:
		now = a.At
	}
	return naive.Where{Relation: a.Relation, Time: now}
}

// fire finds the instances of a rule at a time and reports whether one of their
// conclusions is new.
func (g *grounder) fire(r *datalog.Rule, now int) (changed bool) {
	if g.limit(g.firings, maxHeld, "instances of rules"); g.err != nil {
		return false
	}
	read := func(a datalog.Atom) []naive.Tuple { return g.tuples[g.seen(a, now)] }
	for _, i := range naive.Instances(r, read, &g.work) {
		if g.limit(g.firings, maxHeld, "instances of rules"); g.err != nil {
			return false
		}
		f := g.firing(i, now, read)
		if f == nil || g.known[f.instance.Key()] {
			continue
		}
		g.known[f.instance.Key()] = true
		changed = g.conclude(i, f) || changed
	}
	if r.Timing == datalog.Deductive {
		g.addRows(r, now)
	}
	g.limit(g.firings, maxHeld, "instances of rules")
	return changed
}
