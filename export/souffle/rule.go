package souffle

import (
	"fmt"

	"molly/datalog"
	"molly/datalog/flat"
	"molly/dedalus/rewrite"
)

// rule writes a rule whose premises hold now, and whose conclusion then. Where it aggregates,
// its firings are a relation, as in the rewriting; else the two rules of the rewriting are one.
// What is sent at several times may arrive at one.
func (e *encoder) rule(w rewrite.Rule, firing *flat.Rule, then int, now ...int) {
	head := e.plain.Datalog.Rules[w.Head].Head.Args
	head = head[:len(head)-1]
	var g *group
	var last *ruleEncoder
	for _, t := range now {
		r := &ruleEncoder{encoder: e, Rule: w, firing: firing, now: t, then: then, fresh: map[string]bool{}}
		if !r.premises() {
			continue
		}
		r.up(head[0].Term)
		if !w.Source.Aggregates() {
			args := make([]string, len(head))
			for i, a := range head {
				args[i] = r.term(a.Term)
			}
			r.conclude(args)
			continue
		}
		if last = r; g == nil {
			g = r.group(head)
		}
		r.firings(g)
	}
	if last != nil {
		last.aggregate(g, head)
	}
}

// premises writes the body, under a comment with the rule. It is false where the rule concludes nothing.
func (r *ruleEncoder) premises() bool {
	source := r.Source
	where := fmt.Sprintf("rule %d, %s: %s", source.ID+1, source.Pos.Short(), r.Program.FormatRule(source))
	r.line("// %s", comment(where))
	for _, l := range r.firing.Body {
		if at, _ := r.time(l.Atom); l.Kind == flat.Positive && at > r.now {
			r.line("// (not before time %d)", at)
			return false
		}
	}
	for _, l := range r.firing.Body {
		if l.Kind == flat.Positive && l.Atom.Relation == r.plain.Clock && source.Timing == datalog.Asynchronous {
			from, to := l.Atom.Args[0], l.Atom.Args[1]
			if r.firing.Type(from) != datalog.Text || r.firing.Type(to) != datalog.Text {
				r.line("// (never: a number is not a node)")
				return false
			}
			r.body = append(r.body, fmt.Sprintf("Clock(%s, %s, %d, %d)", r.term(from), r.term(to), r.now, r.then))
		}
	}
	for _, l := range r.firing.Body {
		r.literal(l)
	}
	return true
}
