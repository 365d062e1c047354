package souffle

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// aggregate writes a rule that aggregates: the bindings of its body as a relation of
// their own, then the rows of their groups. Count, min and max go over the values of a
// group, which are another relation; sum over its bindings.
func (r *ruleEncoder) aggregate() {
	fired := fmt.Sprintf("Fired%d_%d", r.Source.ID+1, r.now)
	head := make([]string, len(r.Head))
	grouped := make([]bool, len(r.Vars))
	for i, a := range r.Head {
		head[i] = r.term(a.Term)
		if a.Aggregate == datalog.NoAggregate && a.Term.Kind == datalog.Variable {
			grouped[a.Term.Var] = true
		}
	}
	g := group{fired: fired}
	for i, v := range r.Vars {
		name := variable(v)
		g.all = append(g.all, name)
		if grouped[i] {
			g.key = append(g.key, name)
			g.keyTypes = append(g.keyTypes, r.Types[i])
			g.outer = append(g.outer, name)
		} else {
			g.outer = append(g.outer, "_")
		}
	}
	r.line(".decl %s(%s)", fired, columns(r.Types))
	r.clause(atom(fired, g.all))

	r.body = []string{atom(fired, g.outer)}
	for i, a := range r.Head {
		if a.Aggregate != datalog.NoAggregate {
			head[i] = r.row(g, i, a)
		}
	}
	r.conclude(head)
}

// group is how the bindings of a rule are grouped.
type group struct {
	fired    string   // the relation of all bindings
	all      []string // its columns
	outer    []string // the same, with only those to group by
	key      []string // the variables to group by
	keyTypes []datalog.Type
}

func atom(name string, args []string) string {
	return fmt.Sprintf("%s(%s)", name, strings.Join(args, ", "))
}

// row adds what computes an aggregate's column, and returns the column.
func (r *ruleEncoder) row(g group, column int, a datalog.HeadTerm) string {
	x, of, result := r.term(a.Term), r.name("Each"), r.name("Value")
	if a.Aggregate == datalog.Sum {
		r.body = append(r.body, fmt.Sprintf("%s = sum %s : { %s, %s = %s }", result, of, atom(g.fired, g.all), of, x))
		return result
	}
	values := fmt.Sprintf("Values%d_%d_%d", r.Source.ID+1, column+1, r.now)
	types := append(g.keyTypes[:len(g.keyTypes):len(g.keyTypes)], r.Type(a.Term))
	collected := atom(g.fired, g.all)
	if ranked(r.Rule, a) {
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
	if !ranked(r.Rule, a) {
		return result
	}
	text := r.name("Text")
	r.body = append(r.body, fmt.Sprintf("Rank(%s, %s)", text, result))
	return text
}
