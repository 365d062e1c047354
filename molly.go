// Package molly finds the faults that break a distributed protocol, or proves that none do.
//
// A protocol is a program in Dedalus. [Load] reads one; [Program.Question] says under which
// failures it is asked about, ⟨EOT, EFF, Crashes⟩ over some nodes; the methods of [Question] answer:
//
//	Verify   the fewest faults that violate the invariant, or a certificate that none do
//	Run      one execution, judged
//	Explain  why a tuple holds in an execution, or why it does not
//	Hazard   which faults the failure-free run suggests, and what becomes of them
//	Count    how many scenarios violate the invariant, and how likely that is
//	Sweep    which specifications break the program
//	Draw     a run, or a lineage, as a picture; Report: a verdict as a page
//	Certify  a certificate of a verdict, which CheckCertificate checks
//	ASP      the question for clingo, whose answer Answer reads; Souffle: a run for Soufflé
//
// [Test] holds programs against what their comments expect. docs/library.md shows all in short programs.
//
// A question evaluates the program once, on demand, and all its answers share what was evaluated.
// All that takes long takes a context, and says how far it came when the context ends.
//
// What goes in and out are the values of the packages below: a program is a [dedalus.Program], a
// scenario a [failure.Scenario], a verdict a [verify.Verdict], an execution an [eval.Run], an
// explanation a [provenance.Graph].
package molly

import (
	"molly/failure"
	"molly/provenance"
	"molly/verify"
)

// The values that a user of this package writes down most often, or names in a signature.
type (
	Spec        = failure.Spec
	Scenario    = failure.Scenario
	Fault       = failure.Fault
	Verdict     = verify.Verdict
	Execution   = verify.Judged
	Search      = verify.Options
	Explanation = provenance.Graph
	TextOptions = provenance.TextOptions
)
