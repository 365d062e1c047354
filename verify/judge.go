package verify

import (
	"slices"
	"strings"
	"sync"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
)

// judge decides what an execution must have at EOT, and what it lacks, and what it must never
// have. The rule for EOT is one of three: every pre tuple is in post; the same, for tuples that
// post has in the failure-free run; every persistent tuple of the failure-free run is there. The
// last is the rule where a program states no invariant; never may be all that it states.
type judge struct {
	program *datalog.Program
	eot     int
	// expected are the failure-free outcomes, by the relation's name and the tuple; pre
	// decides alone where expectAll is set.
	expected  []datalog.Fact
	expectAll bool
}

// newJudge learns from the failure-free run, which may go on after eot.
func newJudge(free *eval.Run, eot int, outcomes Outcomes) *judge {
	j := &judge{program: free.Program(), eot: eot}
	relations := slices.Clone(j.program.Persistent)
	slices.SortFunc(relations, func(a, b datalog.RelID) int {
		return strings.Compare(j.program.Relations[a].Name, j.program.Relations[b].Name)
	})
	switch {
	case j.program.HasInvariant():
		relations = []datalog.RelID{j.program.Post}
		j.expectAll = outcomes == AllRuns
	case !j.program.JudgesPersistence():
		relations = nil
	}
	for _, r := range relations {
		first := len(j.expected)
		for _, f := range free.At(r, j.eot) {
			j.expected = append(j.expected, free.Fact(f))
		}
		slices.SortFunc(j.expected[first:], datalog.Fact.Compare)
	}
	return j
}

// counts reports whether a tuple that pre has must be in post.
func (j *judge) counts(args []datalog.Value) bool {
	if j.expectAll {
		return true
	}
	_, found := slices.BinarySearchFunc(j.expected, j.promised(args), datalog.Fact.Compare)
	return found
}

// promised is the fact of post that a tuple of pre asks for.
func (j *judge) promised(args []datalog.Value) datalog.Fact {
	return datalog.Fact{Relation: j.program.Post, Args: args, Time: j.eot}
}

// owes reports whether there is something that a run must have, or, where never alone is the
// invariant, could have had in vain.
func (j *judge) owes(run *eval.Run) bool {
	switch {
	case j.program.JudgesPersistence():
		return len(j.expected) > 0
	case !j.program.HasInvariant():
		return j.nearly(run.Lineage, circuit.New()) == circuit.True
	}
	for _, f := range run.At(j.program.Pre, j.eot) {
		if j.counts(run.Args(f)) {
			return true
		}
	}
	return false
}

// judge judges a run.
func (j *judge) judge(run *eval.Run) Judged {
	return Judged{Scenario: run.Scenario, Run: run, Violated: j.violated(run), Vacuous: !j.owes(run)}
}

// violated lists what a run lacks, in the order of expected or of the tuples, and then what it must
// never have.
func (j *judge) violated(run *eval.Run) []Violation {
	var out []Violation
	for _, f := range j.lacks(run) {
		out = append(out, Violation{f, j.instead(run, f)})
	}
	for _, f := range j.had(run.Lineage) {
		out = append(out, Violation{Fact: run.Fact(f)})
	}
	return out
}

// had lists the facts of never at the first times of their tuples, by time and tuple.
func (j *judge) had(l *eval.Lineage) (list []eval.FactID) {
	known := map[string]bool{}
	for t := 1; t <= j.eot && j.program.Never != datalog.NoRelation; t++ {
		for _, f := range byTuple(l, l.At(j.program.Never, t)) {
			if name := datalog.FormatArgs(l.Args(f)); !known[name] {
				known[name] = true
				list = append(list, f)
			}
		}
	}
	return list
}

// byTuple sorts facts of one relation and time.
func byTuple(l *eval.Lineage, facts []eval.FactID) []eval.FactID {
	sorted := slices.Clone(facts)
	slices.SortFunc(sorted, func(a, b eval.FactID) int { return datalog.CompareTuples(l.Args(a), l.Args(b)) })
	return sorted
}

// lacks is violated, without what the run holds instead.
func (j *judge) lacks(run *eval.Run) []datalog.Fact {
	var out []datalog.Fact
	if !j.program.HasInvariant() { // then nothing is expected where it has never
		for _, f := range j.expected {
			if _, holds := run.Find(f.Relation, f.Time, f.Args); !holds {
				out = append(out, f)
			}
		}
		return out
	}
	for _, f := range run.At(j.program.Pre, j.eot) {
		args := run.Args(f)
		if _, holds := run.Find(j.program.Post, j.eot, args); !holds && j.counts(args) {
			out = append(out, j.promised(args))
		}
	}
	slices.SortFunc(out, datalog.Fact.Compare)
	return out
}

// question is the invariant over all executions: for each fact that may be lacking,
// the function that says when it is.
type question struct {
	facts []datalog.Fact // those at EOT, sorted, and then those of never, by time and tuple
	bad   []circuit.Lit
	any   circuit.Lit        // the OR of bad
	pre   func() circuit.Lit // something is owed at all
}

// question builds the circuits of what violated decides.
func (j *judge) question(space *eval.Space) *question {
	q := &question{}
	c := space.Circuit
	literal := func(v datalog.Fact) circuit.Lit {
		if f, ok := space.Find(v.Relation, v.Time, v.Args); ok {
			return space.Lit(f)
		}
		return circuit.False
	}
	var owed []circuit.Lit
	switch {
	case j.program.JudgesPersistence():
		for _, v := range j.expected {
			q.add(v, literal(v).Not())
			owed = append(owed, circuit.True)
		}
	case j.program.HasInvariant():
		for _, f := range byTuple(&space.Lineage, space.At(j.program.Pre, j.eot)) {
			v := j.promised(space.Args(f))
			if !j.counts(v.Args) {
				continue
			}
			q.add(v, c.And(space.Lit(f), literal(v).Not()))
			owed = append(owed, space.Lit(f))
		}
	}
	q.pre = func() circuit.Lit { return c.Or(owed...) }
	if never := j.program.Never; never != datalog.NoRelation {
		for t := 1; t <= j.eot; t++ {
			for _, f := range byTuple(&space.Lineage, space.At(never, t)) {
				q.add(space.Fact(f), space.Lit(f))
			}
		}
		if !j.program.HasInvariant() {
			q.pre = sync.OnceValue(func() circuit.Lit { return j.nearly(&space.Lineage, c) })
		}
	}
	q.any = c.Or(q.bad...)
	return q
}

func (q *question) add(f datalog.Fact, bad circuit.Lit) {
	if bad != circuit.False {
		q.facts = append(q.facts, f)
		q.bad = append(q.bad, bad)
	}
}

// predicted lists what is lacking under a valuation, and, at its first time, what must never be.
func (q *question) predicted(v *circuit.Valuation) []datalog.Fact {
	var out []datalog.Fact
	for i, l := range q.bad {
		again := func(f datalog.Fact) bool {
			f.Time = q.facts[i].Time
			return f.Equal(q.facts[i])
		}
		if v.Holds(l) && !slices.ContainsFunc(out, again) {
			out = append(out, q.facts[i])
		}
	}
	return out
}
