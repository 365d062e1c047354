package certify

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"molly/datalog"
)

// group is what an aggregate is computed over: the firings of a rule at a time whose
// heads agree in the columns that do not aggregate.
type group struct {
	key     []datalog.Value
	members []member
	columns []*column // one for each aggregate of the head, from left to right
	rows    []*row
}

// member is a firing with its head, which holds the values to aggregate.
type member struct {
	*firing
	args []datalog.Value
}

// row is one row that a group may have.
type row struct {
	Support
	args    []datalog.Value
	choices []*big.Int // by column: its result
}

// column is one aggregate of a group, computed item by item. An item occurs when one of
// its members holds: for sum, an item is one member; for the others, all members that have the
// same value.
type column struct {
	aggregate datalog.Aggregate
	items     []item
	// states[i] are the results that the first i items may have, in order; nil, the
	// first one, is that none has occurred. The result of min and max is the place of
	// an item.
	states [][]*big.Int
}

// item is something that an aggregate counts, adds or compares.
type item struct {
	value   datalog.Value
	members []*firing
	sure    bool // some member holds in every admissible run
}

// collect puts a firing into its group.
func (b *batch) collect(r *datalog.Rule, f *firing, args []datalog.Value) {
	var key []datalog.Value
	for i, a := range r.Head.Args {
		if a.Aggregate == datalog.NoAggregate {
			key = append(key, args[i])
		}
	}
	i, found := slices.BinarySearchFunc(b.groups, key, func(g *group, key []datalog.Value) int {
		return datalog.CompareTuples(g.key, key)
	})
	if !found {
		b.groups = slices.Insert(b.groups, i, &group{key: key})
	}
	b.groups[i].members = append(b.groups[i].members, member{f, args})
}

// rows finds the rows that a group may have, all members being known.
func (g *grounder) rows(r *datalog.Rule, of *group) []*row {
	slices.SortFunc(of.members, func(x, y member) int { return x.instance.Compare(y.instance) })
	overflows := false
	of.rows = []*row{{args: of.members[0].args}}
	for i, a := range r.Head.Args {
		if a.Aggregate == datalog.NoAggregate {
			continue
		}
		c := g.column(of, a.Aggregate, i)
		of.columns = append(of.columns, c)
		var longer []*row
		for _, begun := range of.rows {
			for _, s := range c.results() {
				v, fits := c.value(s)
				if !fits {
					overflows = true
					continue
				}
				args := slices.Clone(begun.args)
				args[i] = v
				longer = append(longer, &row{args: args, choices: append(slices.Clip(begun.choices), s)})
			}
			if g.limit(len(longer), maxHeld, "rows of one group"); g.err != nil {
				return nil
			}
		}
		of.rows = longer
	}
	sure := slices.ContainsFunc(of.members, func(m member) bool { return m.sure() })
	for _, row := range of.rows {
		row.doubtful = !sure || overflows || len(of.rows) > 1
	}
	return of.rows
}

// column finds what one aggregate of a group may be.
func (g *grounder) column(of *group, a datalog.Aggregate, at int) *column {
	c := &column{aggregate: a, states: [][]*big.Int{{nil}}}
	place := map[datalog.Value]int{}
	for _, m := range of.members {
		i, known := place[m.args[at]]
		if !known || a == datalog.Sum {
			i = len(c.items)
			place[m.args[at]] = i
			c.items = append(c.items, item{value: m.args[at]})
		}
		c.items[i].members = append(c.items[i].members, m.firing)
		c.items[i].sure = c.items[i].sure || m.sure()
	}
	if a != datalog.Sum {
		slices.SortFunc(c.items, func(x, y item) int { return x.value.Compare(y.value) })
	}
	for i := range c.items {
		var next []*big.Int
		seen := map[string]bool{}
		c.step(i, func(_, to *big.Int, _ bool) {
			if !seen[to.String()] {
				seen[to.String()] = true
				next = append(next, to)
			}
		})
		c.states = append(c.states, next)
		slices.SortFunc(c.results(), (*big.Int).Cmp)
		g.work.Looked += len(next)
		if g.limit(len(next), maxValues, "values of one aggregate"); g.err != nil {
			break
		}
	}
	return c
}

// step calls way for each state before item i: with what it becomes if the item does not
// occur, unless it is sure to, and with what it becomes if it does.
func (c *column) step(i int, way func(from, to *big.Int, occurs bool)) {
	add := big.NewInt(1)
	if c.aggregate == datalog.Sum {
		add = big.NewInt(c.items[i].value.Number())
	}
	for _, s := range c.states[i] {
		if !c.items[i].sure {
			way(s, s, false)
		}
		switch {
		case c.aggregate == datalog.Max, c.aggregate == datalog.Min && s == nil:
			way(s, big.NewInt(int64(i)), true)
		case c.aggregate == datalog.Min:
			way(s, s, true)
		case s == nil:
			way(s, add, true)
		default:
			way(s, new(big.Int).Add(s, add), true)
		}
	}
}

// results lists the last states in which something has occurred.
func (c *column) results() []*big.Int {
	last := c.states[len(c.states)-1]
	if last[0] == nil {
		return last[1:]
	}
	return last
}

// value returns the value of a result, and whether it fits into 64 bits.
func (c *column) value(s *big.Int) (datalog.Value, bool) {
	if c.aggregate == datalog.Min || c.aggregate == datalog.Max {
		return c.items[s.Int64()].value, true
	}
	return datalog.Int(s.Int64()), s.IsInt64()
}

// limit ends the grounding where there are too many of something, and with its context.
func (g *grounder) limit(n, most int, what string) {
	if g.err == nil && (n > most || g.work.TooLarge()) {
		if g.err = context.Cause(g.work.Context); g.err == nil {
			g.err = &SizeError{fmt.Sprintf("%d %s", n, what)}
		}
	}
}
