package eval

import (
	"fmt"
	"math/big"
	"slices"

	"molly/circuit"
	"molly/datalog"
)

// Aggregates over functions. The bindings of an aggregate rule come first, each with
// its literal; a group is those that agree on the other columns. Which value an
// aggregate has depends on which bindings happen, so a group has one row for each
// value that it can have:
//
//	count  a sequential counter (Sinz, 2005) over the distinct values: exactly k of them occur
//	min    this value occurs and no smaller one does; max likewise
//	sum    the sums that can be reached, binding by binding
//
// Several aggregates in a head are functions of the same bindings: a row for each
// combination. A group of which no binding happens has no row.

// grouping collects the bindings of the aggregate rule that is running.
type grouping struct {
	keys     tupleSet
	members  []member
	sizes    []int // members of each group
	key, row []valueID
}

// member is one binding: its group, and its value in each aggregate column.
type member struct {
	group   int
	firing  FiringID
	columns int // where its values start in grouping.row
}

// collect adds a binding to its group.
func (m *machine) collect(r *rule, head []valueID, firing FiringID) {
	g := &m.group
	key := g.key[:0]
	b := member{firing: firing, columns: len(g.row)}
	for c, v := range head {
		if r.Head.Args[c].Aggregate == datalog.NoAggregate {
			key = append(key, v)
		} else {
			g.row = append(g.row, v)
		}
	}
	g.key = key
	g.keys.arity = len(key)
	group, added := g.keys.add(key)
	if added {
		g.sizes = append(g.sizes, 0)
	}
	g.sizes[group]++
	b.group = group
	g.members = append(g.members, b)
}

// aggregate concludes the rows of the groups that the rule's join has collected.
func (m *machine) aggregate(r *rule) {
	g := &m.group
	slices.SortStableFunc(g.members, func(a, b member) int { return a.group - b.group })
	rest := g.members
	for group, size := range g.sizes {
		if m.err != nil {
			break
		}
		m.concludeGroup(r, g.keys.row(group), rest[:size])
		rest = rest[size:]
	}
	g.keys.reset()
	g.members, g.sizes, g.row = g.members[:0], g.sizes[:0], g.row[:0]
}

// choice is a value that an aggregate can have, and when.
type choice struct {
	value valueID
	lit   circuit.Lit
}

func (m *machine) concludeGroup(r *rule, key []valueID, members []member) {
	number := int32(len(m.groups))
	first := int32(len(m.bindings))
	for _, b := range members {
		m.bindings = append(m.bindings, b.firing)
	}
	m.groups = append(m.groups, groupRecord{
		rule: int32(r.ID), time: int32(m.now), first: first, end: int32(len(m.bindings)),
	})
	var columns [][]choice
	for _, a := range r.Head.Args {
		if a.Aggregate != datalog.NoAggregate {
			columns = append(columns, m.choices(r, a.Aggregate, members, len(columns)))
		}
	}
	time := m.now
	if r.Timing != datalog.Deductive {
		time = m.next
	}
	t := m.table(int(r.Head.Relation), time)
	picked := make([]choice, len(columns))
	var pick func(c int)
	pick = func(c int) {
		if c < len(columns) {
			for _, picked[c] = range columns[c] {
				if pick(c + 1); m.err != nil {
					return
				}
			}
			return
		}
		lits := m.lits[:0]
		for _, p := range picked {
			lits = append(lits, p.lit)
		}
		m.lits = lits
		lit := m.circuit.And(lits...)
		if m.tick(1); lit == circuit.False || m.err != nil {
			return
		}
		tuple := make([]valueID, 0, len(r.Head.Args))
		k, p := 0, 0
		for _, a := range r.Head.Args {
			if a.Aggregate == datalog.NoAggregate {
				tuple = append(tuple, key[k])
				k++
			} else {
				tuple = append(tuple, picked[p].value)
				p++
			}
		}
		id, _ := m.insert(t, tuple)
		m.rows = append(m.rows, rowRecord{head: id, group: number, lit: lit, next: m.facts[id].rows})
		m.facts[id].rows = int32(len(m.rows) - 1)
	}
	pick(0)
}

// choices lists the values that one aggregate column of a group can have.
func (m *machine) choices(r *rule, a datalog.Aggregate, members []member, column int) []choice {
	if a == datalog.Sum {
		return m.sums(r, members, column)
	}
	distinct := m.distinct(members, column)
	if a == datalog.Count {
		return m.counts(distinct)
	}
	slices.SortFunc(distinct, func(x, y choice) int {
		c := m.values.list[x.value].Compare(m.values.list[y.value])
		if a == datalog.Max {
			return -c
		}
		return c
	})
	// The first value that occurs is the result.
	none := circuit.True
	var out []choice
	for _, d := range distinct {
		if lit := m.circuit.And(none, d.lit); lit != circuit.False {
			out = append(out, choice{d.value, lit})
		}
		none = m.circuit.And(none, d.lit.Not())
		if none == circuit.False {
			break
		}
	}
	return out
}

// distinct lists the values of a column, each with the OR of the bindings that have
// it.
func (m *machine) distinct(members []member, column int) []choice {
	var order []valueID
	lits := map[valueID][]circuit.Lit{}
	for _, b := range members {
		v := m.group.row[b.columns+column]
		if _, seen := lits[v]; !seen {
			order = append(order, v)
		}
		lits[v] = append(lits[v], m.firings[b.firing].lit)
	}
	out := make([]choice, len(order))
	for i, v := range order {
		out[i] = choice{v, m.circuit.Or(lits[v]...)}
	}
	return out
}

// counts lists how many of the values can occur: atLeast[j] says that j of those
// that are not certain do.
func (m *machine) counts(distinct []choice) []choice {
	certain := 0
	atLeast := []circuit.Lit{circuit.True}
	for _, d := range distinct {
		if d.lit == circuit.True {
			certain++
			continue
		}
		atLeast = append(atLeast, circuit.False)
		for j := len(atLeast) - 1; j > 0; j-- {
			atLeast[j] = m.circuit.Or(atLeast[j], m.circuit.And(atLeast[j-1], d.lit))
		}
		if m.tick(len(atLeast)); m.err != nil {
			return nil
		}
	}
	var out []choice
	for j := range atLeast {
		exactly := atLeast[j]
		if j+1 < len(atLeast) {
			exactly = m.circuit.And(exactly, atLeast[j+1].Not())
		}
		if certain+j > 0 && exactly != circuit.False {
			out = append(out, choice{m.values.number(int64(certain + j)), exactly})
		}
	}
	return out
}

// sum is a sum that can be reached, and when.
type sum struct {
	value *big.Int
	lit   circuit.Lit
}

// sums lists the sums that can be reached, over all bindings. Sums are big integers;
// one that does not fit 64 bits has no row and is an overflow.
func (m *machine) sums(r *rule, members []member, column int) []choice {
	steps := m.summands(members, column)
	some := make([]circuit.Lit, len(steps))
	reached := []sum{{new(big.Int), circuit.True}}
	for i, step := range steps {
		some[i] = step.lit
		reached = m.addSummand(reached, step)
		if len(reached) > m.options.MaxFacts {
			m.fail(m.limitError(fmt.Sprintf("values of sum over %d bindings", len(members))))
		}
		if m.tick(len(reached)); m.err != nil {
			return nil
		}
	}
	nonEmpty := m.circuit.Or(some...)
	if limit := m.options.MaxInteger; limit > 0 && m.magnitude(members, column).Cmp(big.NewInt(limit)) > 0 {
		m.overflows = append(m.overflows, Overflow{Rule: r.ID, Time: m.now, Lit: nonEmpty})
	}
	slices.SortFunc(reached, func(a, b sum) int { return a.value.Cmp(b.value) })
	var out []choice
	for _, s := range reached {
		if m.tick(1); m.err != nil {
			return nil
		}
		lit := m.circuit.And(s.lit, nonEmpty)
		switch {
		case lit == circuit.False:
		case !s.value.IsInt64():
			m.overflows = append(m.overflows, Overflow{Rule: r.ID, Time: m.now, Lit: lit})
		default:
			out = append(out, choice{m.values.number(s.value.Int64()), lit})
		}
	}
	return out
}

// magnitude is what the members of a group add up to without their signs.
func (m *machine) magnitude(members []member, column int) *big.Int {
	total := new(big.Int)
	for _, b := range members {
		v := big.NewInt(m.values.list[m.group.row[b.columns+column]].Number())
		total.Add(total, v.Abs(v))
	}
	return total
}

// summands adds up the bindings that happen in the same scenarios: one summand for
// each literal, in order of appearance.
func (m *machine) summands(members []member, column int) []sum {
	var steps []sum
	at := map[circuit.Lit]int{}
	for _, b := range members {
		lit := m.firings[b.firing].lit
		i, seen := at[lit]
		if !seen {
			i = len(steps)
			at[lit] = i
			steps = append(steps, sum{new(big.Int), lit})
		}
		v := m.values.list[m.group.row[b.columns+column]].Number()
		steps[i].value.Add(steps[i].value, big.NewInt(v))
	}
	return steps
}

// addSummand lists what can be reached with one more summand, which may happen or
// not. Equal sums become one.
func (m *machine) addSummand(reached []sum, step sum) []sum {
	var next []sum
	at := map[string]int{}
	add := func(value *big.Int, lit circuit.Lit) {
		if lit == circuit.False {
			return
		}
		name := value.String()
		if i, seen := at[name]; seen {
			next[i].lit = m.circuit.Or(next[i].lit, lit)
			return
		}
		at[name] = len(next)
		next = append(next, sum{value, lit})
	}
	for _, s := range reached {
		if m.tick(1); m.err != nil {
			return nil
		}
		if len(next) > m.options.MaxFacts {
			return next // which is too many
		}
		add(s.value, m.circuit.And(s.lit, step.lit.Not()))
		add(new(big.Int).Add(s.value, step.value), m.circuit.And(s.lit, step.lit))
	}
	return next
}
