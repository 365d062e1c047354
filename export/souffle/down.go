package souffle

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
)

// The run's outages are known. So a rule says at which nodes it does not fire, or conclude: those
// that are down then. At a time at which a node is down, what @next rules conclude for a stable
// relation is a relation of its own, from which it is kept to the next time.

// down lists the nodes that are down at a time.
func (e *encoder) down(time int) []string {
	return slices.DeleteFunc(slices.Clone(e.Nodes), func(n string) bool {
		_, down := e.Scenario.OutageAt(n, time)
		return !down
	})
}

// isDown reports whether the place of a tuple is a node that is down at a time.
func (e *encoder) isDown(place datalog.Value, time int) bool {
	return place.Type() == datalog.Text && slices.Contains(e.down(time), place.Text())
}

// keeps reports whether some of what a relation holds at a time is kept by a node that is down.
func (e *encoder) keeps(r datalog.RelID, time int) bool {
	types := e.Program.Relations[r].Types
	return slices.Contains(e.Program.Stable, r) && len(e.down(time)) > 0 && types[0] != datalog.Integer
}

// written is the relation of what @next rules conclude for a time.
func (e *encoder) written(r datalog.RelID, time int) string {
	if e.keeps(r, time) {
		return fmt.Sprintf("Kept%d_%s", time, relation(e.Program.Relations[r].Name))
	}
	return e.at(r, time)
}

// kept writes what stable relations hold at a time by @next rules, and what they hold over from the
// time before.
func (e *encoder) kept(time int) {
	for _, s := range e.Program.Stable {
		types := e.Program.Relations[s].Types
		x := variables(len(types))
		for _, n := range e.down(time - 1) {
			if e.keeps(s, time-1) {
				e.conclusion(e.written(s, time), x, fmt.Sprintf("%s(%s), X1 = %s", e.written(s, time-1), x, text(n)))
			}
		}
		if e.keeps(s, time) {
			e.unconcluded(e.written(s, time), len(types))
			e.conclusion(e.at(s, time), x, fmt.Sprintf("%s(%s)", e.written(s, time), x))
		}
	}
}

func (e *encoder) conclusion(relation, args, body string) {
	e.concluded[relation] = true
	e.line("%s(%s) :- %s.", relation, args, body)
}

// up adds that the rule's node is not down, nor the node that it concludes for. What a message
// meets is said where it arrives.
func (r *ruleEncoder) up(head datalog.Term) {
	if r.plain.Observes(r.Rule) {
		return
	}
	place, ok := r.Place()
	if ok {
		r.notAt(place, r.down(r.now))
	}
	switch {
	case ok && head == place && r.now == r.then || r.Source.Timing == datalog.Asynchronous:
	case r.Source.Timing == datalog.Inductive && slices.Contains(r.Program.Stable, r.Source.Head.Relation):
		was := r.down(r.now)
		r.notAt(head, slices.DeleteFunc(r.down(r.then), func(n string) bool { return !slices.Contains(was, n) }))
	default:
		r.notAt(head, r.down(r.then))
	}
}

// notAt adds that a place is none of some nodes.
func (r *ruleEncoder) notAt(place datalog.Term, nodes []string) {
	for _, n := range nodes {
		literal := fmt.Sprintf("%s != %s", r.term(place), text(n))
		if r.firing.Type(place) == datalog.Text && !slices.Contains(r.body, literal) {
			r.body = append(r.body, literal)
		}
	}
}

// located reports whether a wildcard's variable is that of where the rule runs.
func (r *ruleEncoder) located(v datalog.VarID) bool {
	place, ok := r.Place()
	return ok && place.Kind == datalog.Variable && place.Var == v && len(r.down(r.now)) > 0 && !r.plain.Observes(r.Rule)
}

// builtins writes the relations that no program defines, at a time.
func (e *encoder) builtins(time int) {
	p := e.Program
	for _, n := range e.Nodes {
		if p.Boot != datalog.NoRelation && e.Scenario.Boots(n, time) {
			e.fact(e.at(p.Boot, time), text(n))
		}
		if e.isDown(datalog.String(n), time) {
			continue
		}
		if p.Now != datalog.NoRelation {
			e.fact(e.at(p.Now, time), fmt.Sprintf("%s, %d", text(n), time))
		}
		for _, m := range e.Nodes {
			if p.Member != datalog.NoRelation {
				e.fact(e.at(p.Member, time), fmt.Sprintf("%s, %s", text(n), text(m)))
			}
		}
	}
}

// facts writes what the program states of a time, and the inputs that are chosen.
func (e *encoder) facts(time int) {
	state := func(r datalog.RelID, tuple []datalog.Value) {
		if e.isDown(tuple[0], time) {
			return
		}
		args := make([]string, len(tuple))
		for i, v := range tuple {
			args[i] = value(v)
		}
		e.fact(e.at(r, time), strings.Join(args, ", "))
	}
	for _, f := range e.Program.Facts {
		if f.Time == time {
			state(f.Relation, f.Args)
		}
	}
	for _, f := range e.Program.Lasting {
		if f.Time <= time {
			state(f.Relation, f.Args)
		}
	}
	for _, chosen := range e.Scenario.Inputs() {
		if in := e.Program.Inputs[chosen.D-1]; chosen.Time == time {
			state(in.Relation, in.Args)
		}
	}
}
