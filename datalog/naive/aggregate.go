package naive

import (
	"math/big"

	"molly/datalog"
)

// groups collects the instances of a rule that aggregates, group by group. A
// group is what agrees in the columns that do not aggregate.
type groups struct {
	list []*group
	find map[string]*group
}

// group is one group: the head columns of its distinct instances.
type group struct {
	members [][]datalog.Value
	seen    map[string]bool // the instances that are in members
}

// add puts an instance into its group; key tells instances apart.
func (g *groups) add(rule *datalog.Rule, key string, args []datalog.Value) {
	var by []byte
	for column, a := range rule.Head.Args {
		if a.Aggregate == datalog.NoAggregate {
			by = appendValue(by, args[column])
		}
	}
	to := g.find[string(by)]
	if to == nil {
		to = &group{seen: map[string]bool{}}
		g.list = append(g.list, to)
		if g.find == nil {
			g.find = map[string]*group{}
		}
		g.find[string(by)] = to
	}
	if !to.seen[key] {
		to.seen[key] = true
		to.members = append(to.members, args)
	}
}

// rows returns the row of each group, and whether a group has none because a sum
// overflows.
func (g *groups) rows(rule *datalog.Rule) (rows [][]datalog.Value, overflows bool) {
next:
	for _, group := range g.list {
		row := make([]datalog.Value, len(rule.Head.Args))
		for column, a := range rule.Head.Args {
			v, s := group.aggregate(a.Aggregate, column)
			if s != known {
				overflows = true
				continue next
			}
			row[column] = v
		}
		rows = append(rows, row)
	}
	return rows, overflows
}

// aggregate computes one column of a group's row.
func (g *group) aggregate(a datalog.Aggregate, column int) (datalog.Value, status) {
	least, most := g.members[0][column], g.members[0][column]
	sum := new(big.Int)
	distinct := map[datalog.Value]bool{}
	for _, m := range g.members {
		v := m[column]
		if v.Compare(least) < 0 {
			least = v
		}
		if v.Compare(most) > 0 {
			most = v
		}
		sum.Add(sum, big.NewInt(v.Number()))
		distinct[v] = true
	}
	switch a {
	case datalog.Count:
		return datalog.Int(int64(len(distinct))), known
	case datalog.Sum:
		return fits(sum)
	case datalog.Max:
		return most, known
	default: // min, and a column to group by, where all are the same
		return least, known
	}
}
