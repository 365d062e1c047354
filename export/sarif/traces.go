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

// OfReplay is a finding about a trace that was done again, with the steps that lead to what is violated, if anything is.
func OfReplay(d dedalus.Diagnostic, r *replay.Result) Finding {
	if r.Violation == nil {
		return Finding{Diagnostic: d}
	}
	return OfTrace(d, r.Trace, r.At, r.Violation)
}

// OfTrace is a finding about a trace that is violated after event n, with the steps that lead there, each at its line of the file.
func OfTrace(d dedalus.Diagnostic, t *trace.Trace, n int, v *node.Violation) Finding {
	f := Finding{Diagnostic: d, Flow: "The execution: " + v.Text}
	records := t.Records[:n+1]
	for _, x := range records[max(0, len(records)-mostSteps):] {
		f.Steps = append(f.Steps, ofRecord(d.Pos.File, x))
	}
	f.Steps = append(f.Steps, Step{Kind: ViolationStep, Time: n, Pos: d.Pos, Text: v.Text, Decides: true})
	return f
}

// ofRecord is an event of a trace as a step.
func ofRecord(file string, x trace.Record) Step {
	s := Step{Kind: MessageStep, Time: x.N, Text: x.String()}
	if file != "" {
		s.Pos = datalog.Position{File: file, Line: replay.LineOf(x.N), Column: 1}
	}
	switch x.Do {
	case node.Start, node.Command, node.Deliver, node.Fire:
	default:
		s.Kind, s.Decides = FaultStep, true
	}
	return s
}
