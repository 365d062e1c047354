package asp

import (
	"molly/datalog"
	"molly/failure"
)

// Question is what is asked: whether some admissible scenario violates the invariant.
type Question struct {
	Program *datalog.Program
	Nodes   []string
	Spec    failure.Spec
	// FailureFree keeps to the tuples that post has in the failure-free run.
	FailureFree bool
}

// compares reports whether the invariant speaks of the failure-free run.
func (q Question) compares() bool {
	if q.Program.HasInvariant() {
		return q.FailureFree
	}
	return q.Program.Never == datalog.NoRelation
}

// wide reports whether more than losses and crashes may happen, or something is left open.
func (q Question) wide() bool { return !q.Spec.Classic() || len(q.Program.Inputs) > 0 }

// links lists the links that lose, delay and double messages.
func (q Question) links() (list [][2]string) {
	for _, from := range q.Nodes {
		for _, to := range q.Nodes {
			if from != to && q.Spec.Lossy.Has(from, to) {
				list = append(list, [2]string{from, to})
			}
		}
	}
	return list
}

// suffers reports whether messages may suffer by faults of their own.
func (q Question) suffers() bool { return q.Spec.EFF > 1 && len(q.links()) > 0 }

func (q Question) loses() bool   { return q.suffers() && !q.Spec.NoLoss }
func (q Question) delays() bool  { return q.suffers() && q.Spec.Delay > 0 }
func (q Question) doubles() bool { return q.suffers() && q.Spec.Twice }

// restarts reports whether nodes may be down for some time.
func (q Question) restarts() bool { return q.Spec.Restarts > 0 && q.Spec.EFF > 1 && len(q.Nodes) > 0 }

// faultAtom is the atom by which an answer names a fault, or an input that is chosen.
type faultAtom struct {
	name      string
	arguments []string
	meaning   string
	possible  bool
}

// faultAtoms lists the atoms of an answer.
func (q Question) faultAtoms() []faultAtom {
	message := []string{"From", "To", "Time"}
	return []faultAtom{
		{"omit", message, "what From sends To at Time is lost", q.loses()},
		{"late", append(message[:3:3], "Rounds"), "what From sends To at Time arrives so many rounds late", q.delays()},
		{"twice", append(message[:3:3], "Rounds"), "what From sends To at Time arrives again, so many rounds later", q.doubles()},
		{"crash", []string{"Node", "Time"}, "Node crashes", q.Spec.Crashes > 0},
		{"outage", []string{"Node", "From", "Until"}, "Node is down from From on, and back at Until", q.restarts()},
		{"input", []string{"Clause", "Tuple", "Time"}, "the tuple of that may clause, counted from 1, is there at Time", len(q.Program.Inputs) > 0},
	}
}
