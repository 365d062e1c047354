package hazard

import (
	"slices"

	"molly/failure"
)

// faults are the admissible faults that the solver knows. The others do not happen.
type faults struct {
	literal map[failure.Fault]literal
	list    []knownFault // sorted up to sorted, the rest in order of appearance
	sorted  int

	ladder  map[string]*ladder
	ladders []*ladder // in order of appearance

	crashing counter // nodes that crash: the ladders' tops
	bounded  int     // how many ladders the bound on crashes knows
}

type knownFault struct {
	failure.Fault
	happens literal
}

// A ladder says when one node has crashed.
//
// Invariant: a crash at t implies rung t-1 false (it is the first) and rung t true;
// a rung implies the next. Rungs may be true without a crash, so they must only be
// required to be false.
type ladder struct {
	rung    []literal // rung[t-1]: crashed at t or earlier, 1 ≤ t ≤ EOT
	crashes []knownFault
	exact   bool // a rung is true only after a crash
}

func (l *ladder) top() literal { return l.rung[len(l.rung)-1] }

func (f *faults) init() {
	f.literal = map[failure.Fault]literal{}
	f.ladder = map[string]*ladder{}
}

// admits reports whether the fault is in some admissible scenario, and looked for.
func (s *Search) admits(f failure.Fault) bool {
	if f.Time < 1 || !s.nodes[f.Node] {
		return false
	}
	if f.Kind == failure.Crash {
		return s.spec.Crashes > 0 && f.Time <= s.spec.EOT && !s.spared[f.Node]
	}
	return f.Time < s.spec.EFF && f.Node != f.To && s.nodes[f.To]
}

// happens returns the variable of an admissible fault.
func (s *Search) happens(f failure.Fault) literal {
	if l, ok := s.faults.literal[f]; ok {
		return l
	}
	l := s.newVar()
	s.faults.literal[f] = l
	known := knownFault{f, l}
	s.faults.list = append(s.faults.list, known)
	if f.Kind == failure.Omission {
		s.uncounted = append(s.uncounted, known)
		return l
	}
	rungs := s.climb(f.Node)
	rungs.crashes = append(rungs.crashes, known)
	s.add(-l, rungs.rung[f.Time-1])
	if f.Time > 1 {
		s.add(-l, -rungs.rung[f.Time-2])
	}
	return l
}

// happenedBy returns a literal that is true when f has happened, or, if it is a
// crash, an earlier crash of the node. It may be true otherwise, too.
func (s *Search) happenedBy(f failure.Fault) literal {
	if f.Kind == failure.Omission {
		return s.happens(f)
	}
	return s.climb(f.Node).rung[f.Time-1]
}

// climb returns the node's ladder.
func (s *Search) climb(node string) *ladder {
	if l, ok := s.faults.ladder[node]; ok {
		return l
	}
	l := &ladder{rung: make([]literal, s.spec.EOT)}
	for i := range l.rung {
		l.rung[i] = s.newVar()
		if i > 0 {
			s.add(-l.rung[i-1], l.rung[i])
		}
	}
	s.faults.ladder[node] = l
	s.faults.ladders = append(s.faults.ladders, l)
	s.uncounted = append(s.uncounted, knownFault{failure.Fault{Kind: failure.Crash, Node: node}, l.top()})
	return l
}

// boundCrashes brings the bound on the number of crashes up to date.
func (s *Search) boundCrashes() {
	f := &s.faults
	if f.bounded == len(f.ladders) {
		return
	}
	var tops []literal
	for _, l := range f.ladders[f.bounded:] {
		tops = append(tops, l.top())
	}
	f.bounded = len(f.ladders)
	f.crashing.insert(tops)
	if over, ok := f.crashing.atLeast(s, s.spec.Crashes+1); ok {
		s.add(-over)
	}
}

// sortedFaults returns the known faults in order.
func (s *Search) sortedFaults() []knownFault {
	f := &s.faults
	if f.sorted < len(f.list) {
		slices.SortFunc(f.list, func(a, b knownFault) int { return a.Compare(b.Fault) })
		f.sorted = len(f.list)
	}
	return f.list
}

// scenario reads the solver's model.
func (s *Search) scenario() failure.Scenario {
	var happened []failure.Fault
	for _, f := range s.faults.list {
		if s.solver.holds(f.happens) {
			happened = append(happened, f.Fault)
		}
	}
	return failure.NewScenario(happened...)
}
