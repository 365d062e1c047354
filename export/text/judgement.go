package text

import (
	"fmt"

	"molly/datalog"
	"molly/eval"
	"molly/verify"
)

// invariant writes pre and post at EOT.
func (r *runText) invariant() {
	if !r.Program.HasInvariant() {
		return
	}
	r.section(fmt.Sprintf("Invariant at time %d", r.Spec.EOT))
	w := r.newTable("tuple", "pre", "post")
	pre, post := r.run.History(r.Program.Pre, r.Spec.EOT), r.run.History(r.Program.Post, r.Spec.EOT)
	for len(pre)+len(post) > 0 {
		tuple, inPre, inPost := next(&pre, &post)
		w.AppendRow([]any{datalog.FormatArgs(tuple), cross(inPre), cross(inPost)})
	}
	if w.Length() > 0 {
		r.table(w)
	}
}

// next takes the first tuple of two sorted lists, and says which of them had it.
func next(a, b *[]eval.History) (tuple []datalog.Value, inA, inB bool) {
	order := 0
	switch {
	case len(*a) == 0:
		order = 1
	case len(*b) == 0:
		order = -1
	default:
		order = datalog.CompareTuples((*a)[0].Tuple, (*b)[0].Tuple)
	}
	if order <= 0 {
		tuple, inA, *a = (*a)[0].Tuple, true, (*a)[1:]
	}
	if order >= 0 {
		tuple, inB, *b = (*b)[0].Tuple, true, (*b)[1:]
	}
	return tuple, inA, inB
}

// judgement writes whether the run keeps the invariant, and what it violates.
func (r *runText) judgement(x *verify.Judged) {
	if len(x.Violated) == 0 {
		r.printf("\n%s: the invariant holds in this run", r.Paint(Good, "holds"))
		if x.Vacuous {
			r.printf(", %s", r.Paint(Doubt, "but "+r.nothingOwed()))
		}
		r.printf("\n")
		return
	}
	r.printf("\n%s: the invariant does not hold in this run\n", r.Paint(Bad, "violated"))
	for _, v := range x.Violated {
		r.printf("  %s\n%s", v.Describe(r.Program), indent(indent(instead(r.Subject, v))))
	}
}

// nothingOwed says why a run could violate nothing.
func (r *runText) nothingOwed() string {
	switch {
	case r.Program.JudgesPersistence():
		return "no persistent relation has a tuple to keep"
	case !r.Program.HasInvariant():
		return "what never is about is not there: nothing was at stake"
	case r.Outcomes == verify.FailureFree:
		return "pre has nothing that post has in the failure-free run: nothing was promised"
	}
	return "pre is empty: nothing was promised"
}
