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
	"molly/failure"
	"molly/naive"
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
	overflows []int // what must not hold beside the violation
}

// plain grounds the question and makes it clauses.
func (k *check) plain(ctx context.Context) (*Plain, error) {
	p, q := k.program, k.Question
	g, err := ground(ctx, p, q)
	if err != nil {
		return nil, err
	}
	e := &Plain{Faults: q.Spec().Faults(q.Nodes), byName: map[string]*Fact{}, happens: map[failure.Fault]int{}}
	for _, f := range e.Faults {
		e.happens[f] = e.variable()
	}
	e.facts(g)
	crashedBy := e.admissible(q)
	rest := e.Facts
	for t := 1; t <= q.EOT; t++ {
		for i := range p.Rules {
			now := t
			if p.Rules[i].Timing != datalog.Deductive {
				now--
			}
			b := g.batches[moment{i, now}]
			if b == nil {
				continue
			}
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
		if len(e.Clauses) > 20*maxHeld {
			return nil, &SizeError{fmt.Sprintf("%d clauses up to time %d", len(e.Clauses), t)}
		}
	}
	e.clause(append(e.violations(g, k), e.overflows...)...)
	return e, nil
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
		return cmp.Or(cmp.Compare(x.Time, y.Time), strings.Compare(name(x), name(y)), compareFacts(x, y))
	})
	for _, f := range e.Facts {
		f.Literal = e.variable()
	}
}

// admissible says that a node crashes once at most, and no more than Crashes do. It
// returns who has crashed at a time or earlier.
func (e *Plain) admissible(q *Question) map[failure.Fault]int {
	by := map[failure.Fault]int{}
	if q.Crashes == 0 {
		return by
	}
	var ever []int
	for _, n := range q.Nodes {
		for k := 1; k <= q.EOT; k++ {
			at := failure.CrashAt(n, k)
			if k == 1 {
				by[at] = e.some(e.happens[at])
				continue
			}
			before := by[failure.CrashAt(n, k-1)]
			by[at] = e.some(before, e.happens[at])
			e.clause(-before, -e.happens[at])
		}
		ever = append(ever, by[failure.CrashAt(n, q.EOT)])
	}
	if q.Crashes < len(q.Nodes) {
		e.clause(-e.counter(ever, q.Crashes+1)[q.Crashes])
	}
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
	if f.message {
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
	if f.Given {
		e.clause(f.Literal)
		return
	}
	e.define(f.Literal, literals(f.Supports))
}

func literals(supports []*Support) (list []int) {
	for _, s := range supports {
		list = append(list, s.Literal)
	}
	slices.Sort(list)
	return list
}

// group says which row a group has.
func (e *Plain) group(of *group) {
	results := make([][]int, len(of.columns))
	for i := range of.columns {
		c := &of.columns[i]
		if c.aggregate == datalog.Sum {
			results[i] = e.sum(of, c)
		} else {
			results[i] = e.choose(c)
		}
		for j := range results[i] {
			if _, fits := c.result(j); !fits {
				e.overflows = append(e.overflows, results[i][j])
			}
		}
	}
	for _, r := range of.rows {
		var needs []int
		for i, j := range r.choices {
			needs = append(needs, results[i][j])
		}
		r.Literal = e.both(needs...)
	}
}

// choose says which of its results a count, min or max has.
func (e *Plain) choose(c *column) (results []int) {
	var occurs []int
	for _, d := range c.distinct {
		var members []int
		for _, m := range d.members {
			members = append(members, m.Literal)
		}
		occurs = append(occurs, e.some(members...))
	}
	if c.aggregate != datalog.Count {
		for i, o := range occurs {
			needs := []int{o}
			for _, before := range occurs[:i] {
				needs = append(needs, -before)
			}
			results = append(results, e.both(needs...))
		}
		return results
	}
	atLeast := e.counter(occurs, len(occurs))
	for _, v := range c.values {
		k := int(v.Int64())
		if k < len(atLeast) {
			results = append(results, e.both(atLeast[k-1], -atLeast[k]))
		} else {
			results = append(results, e.both(atLeast[k-1]))
		}
	}
	return results
}

// sum says which sum a group has, member by member.
func (e *Plain) sum(of *group, c *column) (results []int) {
	var members []int
	reached := map[string][]int{"0": nil} // by sum so far: what says that it is; at first nothing
	for i, m := range of.members {
		members = append(members, m.Literal)
		next := map[string][]int{}
		for _, s := range c.sums[i+1] {
			var ways []int
			if before, ok := reached[s.String()]; ok {
				ways = append(ways, e.both(append(slices.Clip(before), -m.Literal)...))
			}
			less := new(big.Int).Sub(s, big.NewInt(m.args[c.at].Number()))
			if before, ok := reached[less.String()]; ok {
				ways = append(ways, e.both(append(slices.Clip(before), m.Literal)...))
			}
			next[s.String()] = []int{e.some(ways...)}
		}
		reached = next
	}
	some := e.some(members...)
	for _, s := range c.values {
		results = append(results, e.both(reached[s.String()][0], some))
	}
	return results
}

// counter returns what says that at least 1, 2, …, most of the literals hold.
func (e *Plain) counter(literals []int, most int) (count []int) {
	for _, l := range literals {
		var next []int
		for j := range min(len(count)+1, most) {
			var ways []int
			if j < len(count) {
				ways = append(ways, count[j])
			}
			if j == 0 {
				ways = append(ways, l)
			} else {
				ways = append(ways, e.both(count[j-1], l))
			}
			next = append(next, e.some(ways...))
		}
		count = next
	}
	return count
}

// violations lists what violates the invariant, by tuple.
func (e *Plain) violations(g *grounder, k *check) (list []int) {
	p := k.program
	for _, f := range e.Facts {
		switch {
		case f.Time != k.EOT:
		case !p.HasInvariant() && slices.Contains(p.Persistent, f.Relation) && k.free.Holds(f.Relation, f.Time, f.Args):
			list = append(list, e.both(-f.Literal))
		case p.HasInvariant() && f.Relation == p.Pre && k.owed(f.Args):
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
	in := map[*Fact]bool{}
	for _, name := range names {
		f := e.byName[name]
		if f == nil {
			return fmt.Errorf("no admissible run has %s", name)
		}
		in[f] = true
	}
	var loop []*Fact
	var outside []int
	for _, f := range e.Facts {
		if !in[f] {
			continue
		}
		loop = append(loop, f)
		if f.Given {
			return fmt.Errorf("%s is a fact of the program", f.Name)
		}
		for _, s := range f.Supports {
			if !slices.ContainsFunc(s.Premises, func(p *Fact) bool { return in[p] }) {
				outside = append(outside, s.Literal)
			}
		}
	}
	slices.Sort(outside)
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
	var distinct []int
	for _, l := range literals {
		if !slices.Contains(distinct, l) {
			distinct = append(distinct, l)
			e.clause(-l, v)
		}
	}
	e.clause(append([]int{-v}, distinct...)...)
}

// clause adds a clause, unless it has a literal and its negation.
func (e *Plain) clause(literals ...int) {
	for i, l := range literals {
		if slices.Contains(literals[:i], -l) {
			return
		}
	}
	e.Clauses = append(e.Clauses, literals)
}
