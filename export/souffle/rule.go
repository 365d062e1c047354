package souffle

import (
	"fmt"

	"molly/datalog"
	"molly/datalog/flat"
	"molly/dedalus/rewrite"
)

// rule writes a rule whose premises hold now, and whose conclusion then. Where it aggregates,
// its firings are a relation, as in the rewriting; else the two rules of the rewriting are one.
func (e *encoder) rule(w rewrite.Rule, firing *flat.Rule, now, then int) {
	r := &ruleEncoder{encoder: e, Rule: w, firing: firing, now: now, then: then, fresh: map[string]bool{}}
	source := w.Source
	where := fmt.Sprintf("rule %d, %s: %s", source.ID+1, source.Pos.Short(), e.Program.FormatRule(source))
	e.line("// %s", comment(where))
	for _, l := range firing.Body {
		if at, _ := r.time(l.Atom); l.Kind == flat.Positive && at > now {
			e.line("// (not before time %d)", at)
			return
		}
	}
	for _, l := range firing.Body {
		if l.Kind == flat.Positive && l.Atom.Relation == e.plain.Clock && source.Timing == datalog.Asynchronous {
			from, to := l.Atom.Args[0], l.Atom.Args[1]
			if firing.Type(from) != datalog.Text || firing.Type(to) != datalog.Text {
				e.line("// (never: a number is not a node)")
				return
			}
			r.body = append(r.body, fmt.Sprintf("Clock(%s, %s, %d, %d)", r.term(from), r.term(to), now, then))
		}
	}
	for _, l := range firing.Body {
		r.literal(l)
	}
	head := e.plain.Datalog.Rules[w.Head].Head.Args
	head = head[:len(head)-1]
	if source.Aggregates() {
		r.aggregate(head)
		return
	}
	args := make([]string, len(head))
	for i, a := range head {
		args[i] = r.term(a.Term)
	}
	r.conclude(args)
}
