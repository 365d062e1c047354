package cnf

import (
	"molly/failure"
	"molly/hazard/solver"
)

// rungs say by when something has happened: rungs[t-1] at t or earlier.
//
// Invariant: a rung implies the next. What happens at t implies rung t-1 false (it is the
// first) and rung t true. Where nothing happens at all, rungs may be true, too.
type rungs []solver.Literal

func (r rungs) top() solver.Literal { return r[len(r)-1] }

func (q *Question) newRungs(n int) *rungs {
	r := make(rungs, n)
	for i := range r {
		r[i] = q.NewVar()
		if i > 0 {
			q.Add(-r[i-1], r[i])
		}
	}
	return &r
}

// first says that v happens at a time, and nothing else of these rungs does earlier or later.
func (q *Question) first(v Variable, r rungs, time int) {
	q.Add(-v.Happens, r[time-1])
	if time > 1 {
		q.Add(-v.Happens, -r[time-2])
	}
}

// A ladder says when one node has crashed or gone down, and when it is back. So it does so once
// at most: of two crashes or outages that begin at one time, one ends earlier, or never.
type ladder struct {
	rung  rungs // crashed or gone down at t or earlier, 1 ≤ t ≤ EOT
	ends  []Variable
	exact bool // a rung is true only after a crash or an outage

	// back are the rungs of its return, 1 ≤ t ≤ EFF; nil where no node returns. They are false
	// where the node has crashed for good.
	back rungs
	// forGood is true where the node has crashed for good; 0 where nothing has asked for it.
	forGood solver.Literal
}

// end says that a crash or an outage is the only one of its node.
func (q *Question) end(v Variable) {
	l := q.climb(v.Node)
	l.ends = append(l.ends, v)
	q.first(v, l.rung, v.Time)
	if v.Kind == failure.Outage {
		q.first(v, l.back, v.Until)
		return
	}
	if l.back != nil {
		q.Add(-v.Happens, -l.back.top())
	}
	if l.forGood != 0 {
		q.Add(-v.Happens, l.forGood)
	}
}

// climb returns the node's ladder.
func (q *Question) climb(node string) *ladder {
	if l, ok := q.faults.ladder[node]; ok {
		return l
	}
	l := &ladder{rung: *q.newRungs(q.spec.EOT)}
	q.faults.ladder[node] = l
	q.faults.ladders = append(q.faults.ladders, l)
	q.faults.ending.waiting = append(q.faults.ending.waiting, l.rung.top())
	q.uncounted = append(q.uncounted, Variable{failure.Fault{Kind: failure.Crash, Node: node}, l.rung.top()})
	if q.spec.Restarts > 0 && q.spec.EFF > 1 {
		l.back = *q.newRungs(q.spec.EFF)
		q.faults.returning.waiting = append(q.faults.returning.waiting, l.back.top())
	}
	for _, c := range q.faults.chains {
		if c.faults[0].Node == node {
			q.silence(c, l)
		}
	}
	return l
}

// lasting returns a literal that is true where the node crashes for good.
func (q *Question) lasting(l *ladder) solver.Literal {
	if l.forGood == 0 {
		l.forGood = q.NewVar()
		for _, v := range l.ends {
			if v.Kind == failure.Crash {
				q.Add(-v.Happens, l.forGood)
			}
		}
	}
	return l.forGood
}

// downAt returns literals that are true at the times at which the node is down.
func (q *Question) downAt(l *ladder) (times []solver.Literal) {
	for t := 1; t < len(l.back); t++ {
		down := q.NewVar()
		q.Add(-l.rung[t-1], l.back[t-1], -l.back.top(), down)
		times = append(times, down)
	}
	return times
}
