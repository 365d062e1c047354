package verify

import (
	"cmp"
	"slices"
	"strings"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// judge decides what an execution must have at EOT, and what it lacks. The rule is
// one of three: every pre tuple is in post; the same, for tuples that post has in the
// failure-free run; every persistent tuple of the failure-free run is there.
type judge struct {
	program *datalog.Program
	eot     int
	// expected are the failure-free outcomes, by the relation's name and the tuple; pre
	// decides alone where expectAll is set.
	expected  []Violation
	expectAll bool
}

// newJudge learns from the failure-free run, which may go on after eot.
func newJudge(free *eval.Run, eot int, outcomes Outcomes) *judge {
	j := &judge{program: free.Program(), eot: eot}
	relations := slices.Clone(j.program.Persistent)
	slices.SortFunc(relations, func(a, b datalog.RelID) int {
		return strings.Compare(j.program.Relations[a].Name, j.program.Relations[b].Name)
	})
	if j.program.HasInvariant() {
		relations = []datalog.RelID{j.program.Post}
		j.expectAll = outcomes == AllRuns
	}
	for _, r := range relations {
		first := len(j.expected)
		for _, f := range free.At(r, j.eot) {
			j.expected = append(j.expected, Violation{Relation: r, Tuple: free.Args(f)})
		}
		slices.SortFunc(j.expected[first:], compareViolations)
	}
	return j
}

func compareViolations(a, b Violation) int {
	return cmp.Or(cmp.Compare(a.Relation, b.Relation), datalog.CompareTuples(a.Tuple, b.Tuple))
}

// counts reports whether a tuple that pre has must be in post.
func (j *judge) counts(args []datalog.Value) bool {
	if j.expectAll {
		return true
	}
	_, found := slices.BinarySearchFunc(j.expected, Violation{Relation: j.program.Post, Tuple: args}, compareViolations)
	return found
}

// owes reports whether there is something that a run must have.
func (j *judge) owes(run *eval.Run) bool {
	if !j.program.HasInvariant() {
		return len(j.expected) > 0
	}
	for _, f := range run.At(j.program.Pre, j.eot) {
		if j.counts(run.Args(f)) {
			return true
		}
	}
	return false
}

// violated lists what a run lacks, in the order of expected or of the tuples.
func (j *judge) violated(run *eval.Run) []Violation {
	out := j.lacks(run)
	for i := range out {
		out[i].Instead = j.instead(run, out[i])
	}
	return out
}

// lacks is violated, without what the run holds instead.
func (j *judge) lacks(run *eval.Run) []Violation {
	var out []Violation
	if !j.program.HasInvariant() {
		for _, v := range j.expected {
			if _, holds := run.Find(v.Relation, j.eot, v.Tuple); !holds {
				out = append(out, v)
			}
		}
		return out
	}
	for _, f := range run.At(j.program.Pre, j.eot) {
		args := run.Args(f)
		if _, holds := run.Find(j.program.Post, j.eot, args); !holds && j.counts(args) {
			out = append(out, Violation{Relation: j.program.Post, Tuple: args})
		}
	}
	slices.SortFunc(out, compareViolations)
	return out
}

// question is the invariant over all executions: for each tuple that may be lacking,
// the function that says when it is.
type question struct {
	tuples []Violation // sorted
	bad    []circuit.Lit
	any    circuit.Lit // the OR of bad
	pre    circuit.Lit // something is owed at all
}

// question builds the circuits of what violated decides.
func (j *judge) question(space *eval.Space) *question {
	q := &question{}
	c := space.Circuit
	literal := func(v Violation) circuit.Lit {
		if f, ok := space.Find(v.Relation, j.eot, v.Tuple); ok {
			return space.Lit(f)
		}
		return circuit.False
	}
	var owed []circuit.Lit
	if !j.program.HasInvariant() {
		for _, v := range j.expected {
			q.add(v, literal(v).Not())
			owed = append(owed, circuit.True)
		}
	} else {
		pre := slices.Clone(space.At(j.program.Pre, j.eot))
		slices.SortFunc(pre, func(a, b eval.FactID) int {
			return datalog.CompareTuples(space.Args(a), space.Args(b))
		})
		for _, f := range pre {
			v := Violation{Relation: j.program.Post, Tuple: space.Args(f)}
			if !j.counts(v.Tuple) {
				continue
			}
			q.add(v, c.And(space.Lit(f), literal(v).Not()))
			owed = append(owed, space.Lit(f))
		}
	}
	q.any = c.Or(q.bad...)
	q.pre = c.Or(owed...)
	return q
}

func (q *question) add(v Violation, bad circuit.Lit) {
	if bad != circuit.False {
		q.tuples = append(q.tuples, v)
		q.bad = append(q.bad, bad)
	}
}

// predicted lists what is lacking under a valuation.
func (q *question) predicted(v *circuit.Valuation) []Violation {
	var out []Violation
	for i, l := range q.bad {
		if v.Holds(l) {
			out = append(out, q.tuples[i])
		}
	}
	return out
}
