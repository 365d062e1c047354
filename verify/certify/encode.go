package certify

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
)

// Plain is a question as clauses, as docs/certificates.md specifies them: they have a
// model for every admissible scenario that violates the invariant or overflows. A
// literal is a variable, from 1, or its negation, as in DIMACS.
type Plain struct {
	Faults    []failure.Fault // variable i+1 says that Faults[i] happens
	Facts     []*Fact         // those of crash excepted; their variables come next
	Variables int
	Clauses   [][]int

	happens   map[failure.Fault]int
	byName    map[string]*Fact
	overflows []int // what must not hold, as well as the violation
	ctx       context.Context
	err       error // why there is no more of it
	seen      []int // by literal, as index has it: the round in which it was met last
	round     int
}

// plain grounds the question and makes it clauses.
func (k *check) plain(ctx context.Context) (*Plain, error) {
	p := k.program
	g, err := k.ground(ctx)
	if err != nil {
		return nil, err
	}
	e := &Plain{Faults: k.Spec.Faults(k.Nodes), byName: map[string]*Fact{}, happens: map[failure.Fault]int{}, seen: make([]int, 2), ctx: ctx}
	for _, f := range e.Faults {
		e.happens[f] = e.variable()
	}
	e.facts(g)
	crashedBy := e.admissible(k.Question)
	rest := e.Facts
	for t := 1; t <= k.Spec.EOT; t++ {
		for i := range p.Rules {
			if e.ended() {
				return nil, e.err
			}
			now := t
			if p.Rules[i].Timing != datalog.Deductive {
				now--
			}
			b := g.batches[[2]int{i, now}]
			for _, f := range b.firings {
				f.Literal = e.both(e.body(f, crashedBy)...)
				if f.overflow {
					e.overflows = append(e.overflows, f.Literal)
				}
			}
			for _, group := range b.groups {
				e.group(group)
			}
		}
		for ; len(rest) > 0 && rest[0].Time == t; rest = rest[1:] {
			e.fact(rest[0])
		}
	}
	e.clause(append(e.violations(g), e.overflows...)...)
	if e.ended() {
		return nil, e.err
	}
	return e, nil
}

// ended reports whether there are too many clauses, or the context has ended.
func (e *Plain) ended() bool {
	if e.err == nil {
		e.err = context.Cause(e.ctx)
	}
	if e.err == nil && len(e.Clauses) > 10*maxHeld {
		e.err = &SizeError{fmt.Sprintf("%d clauses", len(e.Clauses))}
	}
	return e.err != nil
}

// facts gives each fact its variable, by time, name of the relation and tuple. A fact of
// crash has that of the crash.
func (e *Plain) facts(g *grounder) {
	for _, f := range g.facts {
		if f.Relation == g.program.Crash {
			f.Literal = e.happens[failure.CrashAt(f.Args[1].Text(), int(f.Args[2].Number()))]
			continue
		}
		e.Facts = append(e.Facts, f)
		e.byName[f.Name] = f
	}
	name := func(f *Fact) string { return g.program.Relations[f.Relation].Name }
	slices.SortFunc(e.Facts, func(x, y *Fact) int {
		return cmp.Or(cmp.Compare(x.Time, y.Time), strings.Compare(name(x), name(y)), datalog.CompareTuples(x.Args, y.Args))
	})
	for _, f := range e.Facts {
		f.Literal = e.variable()
	}
}

// admissible says that a node crashes once at most, and no more than Crashes do. It
// returns who has crashed at a time or earlier.
func (e *Plain) admissible(q *Question) map[failure.Fault]int {
	by := map[failure.Fault]int{}
	if q.Spec.Crashes == 0 {
		return by
	}
	var ever []int
	for _, n := range q.Nodes {
		var before []int // whether it has crashed before
		for k := 1; k <= q.Spec.EOT; k++ {
			at := failure.CrashAt(n, k)
			for _, b := range before {
				e.clause(-b, -e.happens[at])
			}
			by[at] = e.some(append(before, e.happens[at])...)
			before = []int{by[at]}
		}
		ever = append(ever, before...)
	}
	count := []int{e.both()} // count[k]: k or more of the nodes so far crash
	for range q.Spec.Crashes + 1 {
		count = append(count, e.some())
	}
	for _, l := range ever {
		next := count[:1:1]
		for k := 1; k < len(count); k++ {
			next = append(next, e.some(count[k], e.both(count[k-1], l)))
		}
		count = next
	}
	e.clause(-count[q.Spec.Crashes+1])
	return by
}

// body lists what a firing needs.
func (e *Plain) body(f *firing, crashedBy map[failure.Fault]int) (needs []int) {
	for _, p := range f.Premises {
		needs = append(needs, p.Literal)
	}
	for _, a := range f.absent {
		needs = append(needs, -a.Literal)
	}
	if f.from != f.to {
		if o := e.happens[failure.Omit(f.from, f.to, f.instance.Time)]; o != 0 {
			needs = append(needs, -o)
		}
		if c := crashedBy[failure.CrashAt(f.from, f.instance.Time)]; c != 0 {
			needs = append(needs, -c)
		}
	}
	return needs
}

// fact says that a fact holds exactly where the program states it or some support does.
func (e *Plain) fact(f *Fact) {
	var supports []int
	for _, s := range f.Supports {
		supports = append(supports, s.Literal)
	}
	if slices.Sort(supports); f.Given {
		e.clause(f.Literal)
	} else {
		e.define(f.Literal, supports)
	}
}

// group says which row a group has.
func (e *Plain) group(of *group) {
	var results []map[string]int
	for _, c := range of.columns {
		reached := e.column(c)
		results = append(results, reached)
		for _, s := range c.results() {
			if _, fits := c.value(s); !fits {
				e.overflows = append(e.overflows, reached[s.String()])
			}
		}
	}
	for _, r := range of.rows {
		var needs []int
		for i, s := range r.choices {
			needs = append(needs, results[i][s.String()])
		}
		r.Literal = e.both(needs...)
	}
}

// column says which result an aggregate has. It returns what says so, by state.
func (e *Plain) column(c *column) map[string]int {
	reached := map[string]int{(*big.Int)(nil).String(): e.both()}
	for i, t := range c.items {
		if e.ended() {
			break
		}
		var members []int
		for _, m := range t.members {
			members = append(members, m.Literal)
		}
		occurs := e.some(members...)
		ways := map[string][]int{}
		c.step(i, func(from, to *big.Int, taken bool) {
			l := occurs
			if !taken {
				l = -l
			}
			ways[to.String()] = append(ways[to.String()], e.both(reached[from.String()], l))
		})
		reached = map[string]int{}
		for _, s := range c.states[i+1] {
			reached[s.String()] = e.some(ways[s.String()]...)
		}
	}
	return reached
}

// violations lists what violates the invariant, by tuple.
func (e *Plain) violations(g *grounder) (list []int) {
	p := g.program
	for _, f := range e.Facts {
		switch {
		case f.Time != g.Spec.EOT:
		case !p.HasInvariant() && slices.Contains(p.Persistent, f.Relation) && g.free.Holds(f.Relation, f.Time, f.Args):
			list = append(list, e.both(-f.Literal))
		case p.HasInvariant() && f.Relation == p.Pre && g.owed(f.Args):
			needs := []int{f.Literal}
			if post := g.facts[naive.Tuple{Relation: p.Post, Time: f.Time, Args: f.Args}.Key()]; post != nil {
				needs = append(needs, -post.Literal)
			}
			list = append(list, e.both(needs...))
		}
	}
	return list
}

// AddLoop says that facts, named as in Fact.Name, do not hold each other up: none of
// them holds unless one has a support with none of them among its premises.
func (e *Plain) AddLoop(names []string) error {
	var loop []*Fact
	in := map[*Fact]bool{}
	for _, name := range names {
		f := e.byName[name]
		if f == nil || f.Given {
			return fmt.Errorf("%s is a fact of the program, or of no admissible run", name)
		}
		loop, in[f] = append(loop, f), true
	}
	var outside []int
	for _, f := range loop {
		for _, s := range f.Supports {
			if !slices.ContainsFunc(s.Premises, func(p *Fact) bool { return in[p] }) {
				outside = append(outside, s.Literal)
			}
		}
	}
	slices.Sort(outside)
	outside = slices.Compact(outside)
	for _, f := range loop {
		e.clause(append([]int{-f.Literal}, outside...)...)
	}
	return nil
}

// DIMACS prints the clauses, with the names of faults and facts in comments.
func (e *Plain) DIMACS() string {
	var b strings.Builder
	for i, f := range e.Faults {
		fmt.Fprintf(&b, "c %d %v\n", i+1, f)
	}
	for _, f := range e.Facts {
		fmt.Fprintf(&b, "c %d %s\n", f.Literal, f.Name)
	}
	fmt.Fprintf(&b, "p cnf %d %d\n", e.Variables, len(e.Clauses))
	var line []byte
	for _, c := range e.Clauses {
		line = line[:0]
		for _, l := range c {
			line = append(strconv.AppendInt(line, int64(l), 10), ' ')
		}
		b.Write(append(line, "0\n"...))
	}
	return b.String()
}

func (e *Plain) variable() int {
	e.Variables++
	e.seen = append(e.seen, 0, 0)
	return e.Variables
}

// some returns a new variable that holds exactly where one of the literals does.
func (e *Plain) some(literals ...int) int {
	v := e.variable()
	e.define(v, literals)
	return v
}

// both returns a new variable that holds exactly where all of the literals do.
func (e *Plain) both(literals ...int) int {
	v := e.variable()
	negated := make([]int, len(literals))
	for i, l := range literals {
		negated[i] = -l
	}
	e.define(-v, negated)
	return v
}

// define says that v holds exactly where one of the literals does.
func (e *Plain) define(v int, literals []int) {
	distinct := []int{-v}
	e.round++
	for _, l := range literals {
		if e.seen[index(l)] != e.round {
			e.seen[index(l)] = e.round
			distinct = append(distinct, l)
		}
	}
	for _, l := range distinct[1:] {
		e.clause(-l, v)
	}
	e.clause(distinct...)
}

// clause adds a clause, unless it has a literal and its negation.
func (e *Plain) clause(literals ...int) {
	e.round++
	for _, l := range literals {
		if e.seen[index(-l)] == e.round {
			return
		}
		e.seen[index(l)] = e.round
	}
	e.Clauses = append(e.Clauses, literals)
}

// index is a place for each literal.
func index(literal int) int {
	if literal < 0 {
		return -2*literal + 1
	}
	return 2 * literal
}
