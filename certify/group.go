package certify

import (
	"cmp"
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
	columns []column // one for each aggregate of the head, from left to right
	rows    []*row
}

// member is a firing with its head, which holds the values to aggregate.
type member struct {
	*firing
	args []datalog.Value
}

// column is one aggregate of a group: the values that it may have.
type column struct {
	aggregate datalog.Aggregate
	at        int        // which column of the head it is
	distinct  []distinct // count, min, max: the values to aggregate, in order
	sums      [][]*big.Int
	values    []*big.Int // count, sum: the results, in order
}

// Invariant of column.sums: sums[i] are the sums that the first i members of the group may
// have, in order; the last are the values.

// distinct is a value with the members that have it.
type distinct struct {
	value   datalog.Value
	members []*firing
	sure    bool
}

// row is one row that a group may have: a value of each column.
type row struct {
	Support
	args    []datalog.Value
	choices []int // by column: an index into its results
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
	lost := false
	of.rows = []*row{{args: slices.Clone(of.members[0].args)}}
	for i, a := range r.Head.Args {
		if a.Aggregate == datalog.NoAggregate {
			continue
		}
		c := g.column(of, a.Aggregate, i)
		of.columns = append(of.columns, c)
		var longer []*row
		for _, begun := range of.rows {
			for j := range c.results() {
				v, fits := c.result(j)
				if !fits {
					lost = true
					continue
				}
				args := slices.Clone(begun.args)
				args[i] = v
				longer = append(longer, &row{args: args, choices: append(slices.Clip(begun.choices), j)})
			}
			if len(longer) > maxHeld {
				g.err = &SizeError{fmt.Sprintf("an aggregate of %s may have more than %d rows", g.program.Relations[r.Head.Relation].Name, maxHeld)}
				return nil
			}
		}
		of.rows = longer
	}
	certain := slices.ContainsFunc(of.members, func(m member) bool { return m.sure() })
	for _, row := range of.rows {
		row.doubtful = !certain || lost || len(of.rows) > 1
	}
	return of.rows
}

// column finds what one aggregate of a group may be.
func (g *grounder) column(of *group, a datalog.Aggregate, at int) column {
	c := column{aggregate: a, at: at}
	if a == datalog.Sum {
		c.sums = [][]*big.Int{{new(big.Int)}}
		for _, m := range of.members {
			next := map[string]*big.Int{}
			for _, s := range c.sums[len(c.sums)-1] {
				with := new(big.Int).Add(s, big.NewInt(m.args[at].Number()))
				next[with.String()] = with
				if !m.sure() {
					next[s.String()] = s
				}
			}
			var list []*big.Int
			for _, s := range next {
				list = append(list, s)
			}
			slices.SortFunc(list, (*big.Int).Cmp)
			c.sums = append(c.sums, list)
			if g.work.Looked += len(list); len(list) > maxHeld || g.work.TooLarge() {
				g.err = &SizeError{fmt.Sprintf("a sum over %d bindings may have %d values", len(of.members), len(list))}
				return column{}
			}
		}
		c.values = c.sums[len(c.sums)-1]
		return c
	}
	find := map[datalog.Value]int{}
	for _, m := range of.members {
		v := m.args[at]
		i, found := find[v]
		if !found {
			i = len(c.distinct)
			find[v] = i
			c.distinct = append(c.distinct, distinct{value: v})
		}
		c.distinct[i].members = append(c.distinct[i].members, m.firing)
		c.distinct[i].sure = c.distinct[i].sure || m.sure()
	}
	slices.SortFunc(c.distinct, func(x, y distinct) int {
		if a == datalog.Max {
			x, y = y, x
		}
		return x.value.Compare(y.value)
	})
	least := 0
	for i, d := range c.distinct {
		if d.sure {
			least++
		}
		if d.sure && a != datalog.Count {
			c.distinct = c.distinct[:i+1] // none beyond it can be the result
			break
		}
	}
	for k := max(1, least); a == datalog.Count && k <= len(c.distinct); k++ {
		c.values = append(c.values, big.NewInt(int64(k)))
	}
	return c
}

// results is the number of values that the aggregate may have.
func (c *column) results() int { return cmp.Or(len(c.values), len(c.distinct)) }

// result returns one of these values, and whether it fits into 64 bits.
func (c *column) result(i int) (datalog.Value, bool) {
	if c.values == nil {
		return c.distinct[i].value, true
	}
	return datalog.Int(c.values[i].Int64()), c.values[i].IsInt64()
}
