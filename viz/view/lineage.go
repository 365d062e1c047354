package view

import (
	"molly/eval"
	"molly/provenance"
	"molly/viz"
	"molly/viz/lineage"
)

// Lineage is an explanation of a run as a diagram shows it, without what no message and no fault
// has to do with.
func Lineage(title string, run *eval.Run, graph *provenance.Graph) viz.Graph {
	f := newFiller(title, run, graph)
	f.fill()
	f.prune()
	f.out.Faults = faultsOf(run.Scenario)
	return f.out
}

// LineageWithin is [Lineage] as a diagram of so many boxes shows it first, and all of it. Where
// all of it does not fit, one reason is shown.
func LineageWithin(boxes int, title string, run *eval.Run, graph *provenance.Graph) (shown, whole viz.Graph) {
	whole = Lineage(title, run, graph)
	if boxes == 0 || lineage.Fits(whole, boxes) {
		return whole, whole
	}
	return Lineage(title, run, graph.Reason()), whole
}

// Difference is an explanation of the failure-free run as a diagram shows it, with what is left of
// it in another run. All of it is shown, as no one way in the failure-free run need meet all that
// the other run lost.
func Difference(title string, run *eval.Run, before *provenance.Graph) viz.Graph {
	f := newFiller(title, run, before)
	f.fill()
	f.compare(run)
	f.out.Faults = faultsOf(run.Scenario)
	return f.out
}

// fill adds what the explanation has, from its roots, level by level.
func (f *filler) fill() {
	var queue []pending
	for _, r := range f.graph.Roots {
		lacking := f.graph.Node(r).Kind == provenance.Missing
		if n, fresh := f.goal(r, lacking); fresh {
			queue = append(queue, pending{r, lacking})
			f.out.Roots = append(f.out.Roots, n)
		}
	}
	for i := 0; i < len(queue); i++ {
		queue = append(queue, f.ways(queue[i])...)
	}
}
