package lint

import (
	"context"
	"fmt"
	"slices"

	"molly/datalog"
	"molly/dedalus"
	"molly/verify/expect"
)

// unreachable warns of the rules that fire in no execution that the directive admits, nor in one that
// some expectation of the same file asks about.
//
// Not reported are rules that need a relation which holds nothing at all: then that is what is wrong, and
// it is reported, or it is a kind of fault that the directive does not have. Nor are those whose conclusions can only show a
// mistake of the protocol: that they never fire is their purpose.
func (l *linter) unreachable() error {
	reach, err := l.world.Reach(l.ctx)
	if err != nil {
		return err
	}
	p := l.datalog()
	bad := onlyBad(p)
	var dead []int
	for i := range p.Rules {
		if r := &p.Rules[i]; !reach.Fires[i] && l.named(r.Pos) && !bad[r.Head.Relation] && begins(r, reach.Holds) {
			dead = append(dead, i)
		}
	}
	settings := []dedalus.Setting{l.setting}
	for _, e := range l.expected {
		if len(dead) == 0 {
			break
		}
		s := dedalus.Setting{Spec: e.Spec, Nodes: e.Nodes}
		if slices.ContainsFunc(settings, func(o dedalus.Setting) bool { return o.Spec == s.Spec && slices.Equal(o.Nodes, s.Nodes) }) {
			continue
		}
		settings = append(settings, s)
		w, err := l.worldOf(p, s)
		if err != nil {
			return err
		}
		other, err := w.Reach(l.ctx)
		if err != nil {
			return err
		}
		dead = slices.DeleteFunc(dead, func(i int) bool { return other.Fires[i] })
	}
	if len(dead) == 0 {
		return nil
	}
	late, dead, err := l.late(dead)
	if err != nil {
		return err
	}
	for _, i := range late {
		if r := &p.Rules[i]; r.Timing == datalog.Asynchronous {
			l.found = append(l.found, l.arrivesNever(r))
		}
	}
	var missed []int // rules whose premises are never together
	for _, i := range dead {
		g, found, err := l.apart(&p.Rules[i])
		if err != nil {
			return err
		}
		if l.dropped(g, found) {
			missed = append(missed, i)
		}
	}
	dead = slices.DeleteFunc(dead, func(i int) bool { return slices.Contains(missed, i) })
	blocks, err := l.blocks(dead)
	if err != nil {
		return err
	}
	for _, i := range dead {
		l.found = append(l.found, l.neverFires(&p.Rules[i], blocks[i], len(settings)))
	}
	return nil
}

// neverFires says that a rule fires in no execution, and which premise keeps it from firing.
func (l *linter) neverFires(r *datalog.Rule, block *datalog.Literal, settings int) dedalus.Diagnostic {
	name, width := l.name(r.Head.Relation)
	under := "under " + l.setting.Spec.String()
	if settings > 1 {
		under += ", nor one that this file expects something of,"
	}
	d := l.warning(r.Pos, width, "unreachable", fmt.Sprintf("no admissible execution %s fires this rule for %s", under, name))
	d.Hint = "should it fire: let a fact, an input (may) or another specification lead to it; else remove it"
	if block != nil {
		at := place(block)
		d.Notes = append(d.Notes, dedalus.Note{Pos: at, Text: "it would fire without this premise", Line: l.program.Line(at)})
	}
	return d
}

// arrivesNever says that all messages of a rule are sent when the run ends.
func (l *linter) arrivesNever(r *datalog.Rule) dedalus.Diagnostic {
	_, width := l.name(r.Head.Relation)
	eot := l.setting.Spec.EOT
	d := l.warning(r.Pos, width, "horizon", fmt.Sprintf("the run ends at time %d, when this message is sent at the earliest, so it never arrives", eot))
	d.Hint = fmt.Sprintf("let the run be longer: eot=%d", eot+1)
	return d
}

// place is where a premise is.
func place(l *datalog.Literal) datalog.Position {
	if l.Pos.IsValid() {
		return l.Pos
	}
	return l.Atom.Pos
}

// expectations are what the program's files expect, and what is wrong with how they say so.
func expectations(ctx context.Context, p *dedalus.Program) (list []expect.Expectation, wrong dedalus.Diagnostics) {
	for _, s := range p.Sources() {
		if s.Named {
			more, problems := expect.Parse(dedalus.Comments(ctx, s.Name, s.Text), p)
			list, wrong = append(list, more...), append(wrong, problems...)
		}
	}
	return list, wrong
}

// begins reports whether all relations of a rule's positive premises hold something.
func begins(r *datalog.Rule, holds []bool) bool {
	return !slices.ContainsFunc(r.Body, func(l datalog.Literal) bool {
		return l.Kind == datalog.Positive && !holds[l.Atom.Relation]
	})
}
