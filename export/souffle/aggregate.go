package souffle

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
)

// group is how the firings of a rule are grouped.
type group struct {
	fired    string   // the relation of all firings
	all      []string // its columns
	outer    []string // the same, with only those to group by
	key      []string // the variables to group by
	keyTypes []datalog.Type
	time     int  // of the names of its relations
	sent     bool // the last column is the time of sending, of which there are several
}

// group declares the firings of a rule that aggregates.
func (r *ruleEncoder) group(head []datalog.HeadTerm) *group {
	grouped := make([]bool, len(r.Columns))
	for _, a := range head {
		if a.Aggregate == datalog.NoAggregate && a.Term.Kind == datalog.Variable {
			grouped[a.Term.Var] = true
		}
	}
	g := &group{time: r.now}
	if g.sent = r.Source.Timing == datalog.Asynchronous && r.timed(); g.sent {
		g.time = r.then
	}
	types := slices.Clone(r.firing.Types[:r.Now])
	g.fired = fmt.Sprintf("Fired%d_%d", r.Source.ID+1, g.time)
	for i, t := range types {
		name := variable(r.firing.Vars[i])
		g.all = append(g.all, name)
		if grouped[i] {
			g.key = append(g.key, name)
			g.keyTypes = append(g.keyTypes, t)
			g.outer = append(g.outer, name)
		} else {
			g.outer = append(g.outer, "_")
		}
	}
	if g.sent {
		g.outer = append(g.outer, "_")
		types = append(types, datalog.Integer)
	}
	r.line(".decl %s(%s)", g.fired, columns(types))
	return g
}

// firings writes the rule of the firings at the time of the premises.
func (r *ruleEncoder) firings(g *group) {
	row := g.all
	if g.sent {
		row = append(row[:len(row):len(row)], fmt.Sprint(r.now))
	}
	r.clause(atom(g.fired, row))
}

// each is the atom of all firings, in variables.
func (r *ruleEncoder) each(g *group) string {
	if g.sent {
		return atom(g.fired, append(g.all[:len(g.all):len(g.all)], r.name("Sent")))
	}
	return atom(g.fired, g.all)
}

// aggregate writes the rows of the groups. Count, min and max go over the values of a group, which
// are another relation; sum over its firings.
func (r *ruleEncoder) aggregate(g *group, head []datalog.HeadTerm) {
	args := make([]string, len(head))
	r.body = []string{atom(g.fired, g.outer)}
	for i, a := range head {
		args[i] = r.term(a.Term)
		if a.Aggregate != datalog.NoAggregate {
			args[i] = r.row(g, i, a)
		}
	}
	r.conclude(args)
}

func atom(name string, args []string) string {
	return fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
}

// row adds what computes an aggregate's column, and returns the column.
func (r *ruleEncoder) row(g *group, column int, a datalog.HeadTerm) string {
	x, of, result := r.term(a.Term), r.name("Each"), r.name("Value")
	if a.Aggregate == datalog.Sum {
		r.body = append(r.body, fmt.Sprintf("%s = sum %s : { %s, %s = %s }", result, of, r.each(g), of, x))
		return result
	}
	values := fmt.Sprintf("Values%d_%d_%d", r.Source.ID+1, column+1, g.time)
	types := append(g.keyTypes[:len(g.keyTypes):len(g.keyTypes)], r.firing.Type(a.Term))
	collected := r.each(g)
	if ranked(r.firing, a) {
		types[len(types)-1] = datalog.Integer
		rank := r.name("Ordinal")
		collected += fmt.Sprintf(", Rank(%s, %s)", x, rank)
		x = rank
	}
	r.line(".decl %s(%s)", values, columns(types))
	r.line("%s", once(fmt.Sprintf("%s :- %s.", atom(values, append(g.key[:len(g.key):len(g.key)], x)), collected)))
	aggregate := fmt.Sprintf("%s %s", a.Aggregate, of)
	if a.Aggregate == datalog.Count {
		aggregate = "count"
	}
	r.body = append(r.body, fmt.Sprintf("%s = %s : { %s }", result, aggregate, atom(values, append(g.key[:len(g.key):len(g.key)], of))))
	if !ranked(r.firing, a) {
		return result
	}
	text := r.name("Text")
	r.body = append(r.body, fmt.Sprintf("Rank(%s, %s)", text, result))
	return text
}
