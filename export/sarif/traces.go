package sarif

import (
	"molly/datalog"
	"molly/dedalus"
	"molly/explore/replay"
	"molly/node"
	"molly/node/trace"
)

// mostSteps is how many steps of a trace a finding has; a longer one has those before its end.
const mostSteps = 500

// OfTrace is a finding about a trace that is violated, with the steps that lead there, each at its line of the file.
func OfTrace(d dedalus.Diagnostic, r *replay.Result) Finding {
	f := Finding{Diagnostic: d}
	if r.Violation == nil {
		return f
	}
	f.Flow = "The execution: " + r.Violation.Text
	records := r.Trace.Records[:r.At+1]
	for _, x := range records[max(0, len(records)-mostSteps):] {
		f.Steps = append(f.Steps, ofRecord(r.Name, x))
	}
	f.Steps = append(f.Steps, Step{Kind: ViolationStep, Time: r.At, Pos: d.Pos, Text: r.Violation.Text, Decides: true})
	return f
}

// ofRecord is an event of a trace as a step.
func ofRecord(file string, x trace.Record) Step {
	s := Step{Kind: MessageStep, Time: x.N, Pos: datalog.Position{File: file, Line: x.N + 2, Column: 1}, Text: x.String()}
	switch x.Do {
	case node.Start, node.Command, node.Deliver, node.Fire:
	default:
		s.Kind, s.Decides = FaultStep, true
	}
	return s
}
