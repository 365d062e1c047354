package provenance

import (
	"slices"

	"molly/datalog"
	"molly/failure"
)

// What the program states, what it leaves open, and what builtin relations have.

// given adds to a goal that holds what states it.
func (b *builder) given(id NodeID) {
	n := b.graph.Nodes[id]
	for _, f := range b.program.Facts {
		if f.Equal(n.Fact) {
			b.child(id, about(Given, Goal{f}))
		}
	}
	for _, f := range b.program.Lasting {
		if f.Relation == n.Relation && f.Time <= n.Time && matches(n.Args, f.Args) {
			f.Time = n.Time
			b.child(id, about(Given, Goal{f}))
		}
	}
	for i := range b.program.Inputs {
		if f := b.input(i, n.Goal); b.run.Scenario.Has(f) {
			there := about(Given, n.Goal)
			there.Pos, there.Fault = b.program.Inputs[i].Pos, f
			b.child(id, there)
		}
	}
	switch n.Relation {
	case b.program.Boot:
		boot := about(Given, n.Goal)
		for _, f := range b.run.Scenario.Of(failure.Outage) {
			if n.Args[0] == datalog.String(f.Node) && f.Until == n.Time {
				boot.Fault = f
			}
		}
		b.child(id, boot)
	case b.program.Member, b.program.Now:
		b.child(id, about(Given, n.Goal)) // no rule concludes it
	}
}

// input is the choice of an input of the program, were it the goal; the zero Fault, where it is not.
func (b *builder) input(i int, g Goal) failure.Fault {
	in := &b.program.Inputs[i]
	if in.Relation != g.Relation || datalog.CompareTuples(in.Args, g.Args) != 0 {
		return failure.Fault{}
	}
	return failure.Choose(b.run.Spec.Inputs.List()[i].Tuple, i+1, g.Time)
}

// notGiven adds to a tuple that does not hold why it is not stated, where it may be: it is an input
// that is not there, or its node is down. Nothing but the space knows that it may be.
func (b *builder) notGiven(id NodeID) {
	n := b.graph.Nodes[id]
	offered := false
	for i := range b.program.Inputs {
		f := b.input(i, n.Goal)
		if f == (failure.Fault{}) || !slices.Contains(b.program.Inputs[i].Times, n.Time) {
			continue
		}
		offered = true
		if !b.run.Scenario.Has(f) {
			open := about(Unchosen, n.Goal)
			open.Pos, open.Fault, open.Possible = b.program.Inputs[i].Pos, f, true
			b.child(id, open)
			return // that it is down, too, is of no matter
		}
	}
	for _, f := range b.program.Facts {
		offered = offered || f.Equal(n.Fact)
	}
	for _, f := range b.program.Lasting {
		offered = offered || f.Relation == n.Relation && f.Time <= n.Time && matches(n.Args, f.Args)
	}
	builtin := n.Relation == b.program.Member || n.Relation == b.program.Now || n.Relation == b.program.Boot && n.Time == 1
	if offered || builtin {
		b.down(id, n.Args[0], n.Time)
	}
	if n.Relation == b.program.Boot && n.Time > 1 {
		quiet := about(NoRule, n.Goal)
		quiet.Possible = true
		b.child(id, quiet)
	}
}

// seenFault is the fault that a tuple of crash or outage shows.
func seenFault(p *datalog.Program, f datalog.Fact) failure.Fault {
	node, from := f.Args[1].Text(), int(f.Args[2].Number())
	if f.Relation == p.Outage {
		return failure.OutageOf(node, from, int(f.Args[3].Number()))
	}
	return failure.CrashAt(node, from)
}
