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

	network   *network
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
	e := newPlain(ctx, g.network)
	e.facts(g)
	e.admissible()
	e.outages()
	e.arrivals()
	rest := e.Facts
	for t := 1; t <= k.Spec.EOT; t++ {
		var now []*Fact
		for ; len(rest) > 0 && rest[0].Time == t; rest = rest[1:] {
			now = append(now, rest[0])
		}
		for _, f := range now {
			e.stated(f)
		}
		for i := range p.Rules {
			if e.ended() {
				return nil, e.err
			}
			b := g.batch(i, t)
			for _, f := range b.firings {
				f.Literal = e.both(e.body(f)...)
				if f.overflow {
					e.overflows = append(e.overflows, f.Literal)
				}
			}
			for _, group := range b.groups {
				e.group(group)
			}
		}
		for _, f := range now {
			e.fact(f)
		}
	}
	e.clause(append(e.violations(g), e.overflows...)...)
	if e.ended() {
		return nil, e.err
	}
	return e, nil
}

// newPlain returns a question without clauses, in which the faults have their variables.
func newPlain(ctx context.Context, n *network) *Plain {
	e := &Plain{Faults: n.spec.Faults(n.nodes), network: n, byName: map[string]*Fact{}, seen: make([]int, 2), ctx: ctx}
	for _, f := range e.Faults {
		n.fault[f] = e.variable()
	}
	return e
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
// crash or outage has that of the crash or outage.
func (e *Plain) facts(g *grounder) {
	for _, f := range g.facts {
		if f.Time == 0 {
			f.Literal = e.network.fault[f.is]
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

// body lists what a firing needs.
func (e *Plain) body(f *firing) (needs []int) {
	for _, p := range f.Premises {
		needs = append(needs, p.Literal)
	}
	for _, a := range f.absent {
		needs = append(needs, -a.Literal)
	}
	for _, n := range f.needs {
		needs = append(needs, e.literals(n)...)
	}
	return needs
}

// stated says when what supports a fact without a rule does: that it is stated, may be an
// input, or is kept on stable storage while its node is down.
func (e *Plain) stated(f *Fact) {
	for _, s := range []*Support{f.stated, f.input, f.kept} {
		if s == nil {
			continue
		}
		var needs []int
		if s == f.kept {
			var written []int
			for _, w := range s.Premises[0].Supports {
				if w.keeps {
					written = append(written, w.Literal)
				}
			}
			slices.Sort(written)
			needs = append(needs, e.some(written...))
		}
		for _, n := range s.needs {
			needs = append(needs, e.literals(n)...)
		}
		s.Literal = e.both(needs...)
	}
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
		case f.Relation == p.Never:
			list = append(list, e.both(f.Literal))
		case f.Time != g.Spec.EOT:
		case g.invariant == Persistent && slices.Contains(p.Persistent, f.Relation) && g.free.Holds(f.Relation, f.Time, f.Args):
			list = append(list, e.both(-f.Literal))
		case f.Relation == p.Pre && g.owed(f.Args):
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
