package bdd

import (
	"cmp"
	"slices"

	"molly/failure"
)

// choices are what a scenario consists of, step by step in the order of time: at each time first
// which nodes come back, crash or go down, then which inputs are there, then what happens to
// each message. The variables of a diagram are those of the steps, by level.
type choices struct {
	spec   failure.Spec
	names  []string
	steps  []step
	levels int
	places int     // that have a status: the nodes, and the inputs
	fates  []*fate // all, by number
	// first is the first level of a step, by what it decides: see at, down and back.
	first map[failure.Fault]int
}

// A step decides one thing, of which its place's status says what is possible.
type step struct {
	*decision
	first int // its first level
	place int // whose status it reads and changes
}

// The first level of a step is found by a fault: that of a message by its omission, that of a
// crash and of an input by itself, and these two by what no scenario has.
func down(node string, time int) failure.Fault { return failure.OutageOf(node, time, 0) }
func back(node string, time int) failure.Fault { return failure.OutageOf(node, 0, time) }

func newChoices(spec failure.Spec, nodes []string) *choices {
	c := &choices{spec: spec, names: nodes, places: len(nodes), first: map[failure.Fault]int{}}
	messages, ends, inputs := c.ofMessage(), c.ofEnds(), c.inputs()
	for t := 1; t <= spec.EOT; t++ {
		for i, n := range nodes {
			if !spec.Crashable.Has(n) || spec.Crashes == 0 {
				continue
			}
			if spec.Restarts > 0 && 1 < t && t <= spec.EFF {
				c.first[back(n, t)] = c.levels
				c.add(c.ofReturn(spec.EFF-t), i)
			}
			if t <= spec.LastCrash() {
				c.first[failure.CrashAt(n, t)], c.first[down(n, t)] = c.levels, c.levels+1
				c.add(ends[spec.Restarts > 0 && t < spec.EFF], i)
			}
		}
		for _, in := range inputs[t] {
			c.first[in.fault] = c.levels
			c.add(in.decision, in.place)
		}
		if t >= spec.EFF || messages.levels() == 0 {
			continue
		}
		for i, from := range nodes {
			for _, to := range nodes {
				if from != to && spec.Lossy.Has(from, to) {
					c.first[failure.Omit(from, to, t)] = c.levels
					c.add(messages, i)
				}
			}
		}
	}
	return c
}

func (c *choices) add(d *decision, place int) {
	c.steps = append(c.steps, step{d, c.levels, place})
	c.levels += d.levels()
}

// An input at one of its times.
type input struct {
	fault failure.Fault
	*decision
	place int
}

// inputs lists what may be chosen, by time.
func (c *choices) inputs() map[int][]input {
	at := map[int][]input{}
	byLeft := map[int]*decision{} // by the number of times that are left
	for _, one := range c.spec.Inputs.Until(c.spec.EOT) {
		for i, f := range one {
			left := len(one) - i
			if byLeft[left] == nil {
				byLeft[left] = c.ofInput(left)
			}
			at[f.Time] = append(at[f.Time], input{f, byLeft[left], c.places})
		}
		c.places++
	}
	return at
}

// fault returns the function of the variable of f, which Holds of [failure.Scenario] defines.
// What is not admissible never happens.
func (c *choices) fault(d *diagram, f failure.Fault) edge {
	switch f.Kind {
	case failure.Late, failure.Omission, failure.Twice:
		return c.ofLink(d, f)
	case failure.Crash:
		level, admissible := c.first[f]
		if !admissible {
			return no
		}
		return d.cube(append(c.untouched(f), literal{level, true}))
	case failure.Outage:
		return c.outage(d, f)
	}
	level, admissible := c.first[f]
	if !admissible {
		return no
	}
	list := []literal{{level, true}}
	for _, t := range c.spec.Inputs.List()[f.D-1].Times {
		if t < f.Time {
			list = append(list, literal{c.first[failure.Choose(f.Node, f.D, t)], false})
		}
	}
	return d.cube(list)
}

// ofLink is fault of what is late, lost or comes twice. The first levels of a message say, each
// if those before it do, that it is late by one more round, and the last of them that it is lost;
// the rest say the same of its second copy, if it is not lost.
func (c *choices) ofLink(d *diagram, f failure.Fault) edge {
	first, admissible := c.first[failure.Omit(f.Node, f.To, f.Time)]
	if !admissible {
		return no
	}
	row := func(first, n int) edge {
		var list []literal
		for i := range n {
			list = append(list, literal{first + i, true})
		}
		return d.cube(list)
	}
	late := c.spec.Delay
	lost := no
	if !c.spec.NoLoss {
		lost = row(first, late+1)
	}
	switch {
	case f.Kind == failure.Omission, f.Kind == failure.Late && f.D > late:
		return lost
	case f.Kind == failure.Late:
		return row(first, f.D)
	case f.D > c.spec.CopyDelay():
		return no
	}
	copies := first + late
	if !c.spec.NoLoss {
		copies++
	}
	return d.and(row(copies, f.D), lost.not())
}

// outage is fault of an outage: the node goes down, and is back at its end, not before.
func (c *choices) outage(d *diagram, f failure.Fault) edge {
	level, admissible := c.first[down(f.Node, f.Time)]
	if !admissible || c.spec.Restarts == 0 || f.Until <= f.Time || f.Until > c.spec.EFF {
		return no
	}
	list := append(c.untouched(f), literal{level - 1, false}, literal{level, true})
	for t := f.Time + 1; t <= f.Until; t++ {
		if t < c.spec.EFF { // then it is back
			list = append(list, literal{c.first[back(f.Node, t)], t == f.Until})
		}
	}
	return d.cube(list)
}

// untouched says that a node neither crashes nor goes down before a time.
func (c *choices) untouched(f failure.Fault) []literal {
	var list []literal
	for t := 1; t < f.Time; t++ {
		list = append(list, literal{c.first[failure.CrashAt(f.Node, t)], false})
		if c.spec.Restarts > 0 && t < c.spec.EFF {
			list = append(list, literal{c.first[down(f.Node, t)], false})
		}
	}
	return list
}

// A literal says that the variable of a level is true, or that it is false.
type literal struct {
	level int
	is    bool
}

// cube returns the conjunction of literals of different levels.
func (d *diagram) cube(list []literal) edge {
	slices.SortFunc(list, func(a, b literal) int { return cmp.Compare(b.level, a.level) })
	e := yes
	for _, l := range list {
		if l.is {
			e = d.branch(uint32(l.level), no, e)
		} else {
			e = d.branch(uint32(l.level), e, no)
		}
	}
	return e
}
