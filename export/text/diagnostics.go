package text

import (
	"slices"
	"strings"

	"molly/dedalus"
	"molly/failure"
	"molly/verify"
)

// What executions show about a program, in the form in which the checks of dedalus show what they
// find.

// InferredNodes is the code of the warning that nothing names the nodes.
const InferredNodes = "inferred-nodes"

// Inferred warns that nothing names the nodes: they are what some fact begins with.
func Inferred(nodes []string) dedalus.Diagnostic {
	return dedalus.Diagnostic{
		Severity: dedalus.Warning, Code: InferredNodes, Width: 1,
		Message: "the nodes are taken from the facts: " + strings.Join(nodes, ", "),
		Hint:    "name them with " + naming(nodes),
	}
}

// naming says how to name the nodes of a run.
func naming(nodes []string) string {
	text := "--nodes " + Quote(failure.QuoteNodes(nodes))
	if dedalus.Directable(nodes) {
		text += " or in the directive"
	}
	return text
}

// Warned returns the warnings of a program with what executions have shown. Where the nodes are
// inferred and some take no part, it hints at what to name instead.
func Warned(warnings dedalus.Diagnostics, p *dedalus.Program, s dedalus.Setting, list []verify.Warning) dedalus.Diagnostics {
	warnings = slices.Clone(warnings)
	leaveOut := ""
	if others := takingPart(s, list); others != nil {
		leaveOut = "a fact begins with it, so it counts as a node; to leave it out, name the others: " + naming(others)
		for i := range warnings {
			if warnings[i].Code == InferredNodes {
				warnings[i].Hint = "name those that take part with " + naming(others)
			}
		}
	}
	for _, w := range list {
		d := dedalus.Diagnostic{Severity: dedalus.Warning, Code: w.Code, Message: w.Text, Pos: w.Pos, Line: p.Line(w.Pos), Width: 1}
		switch {
		case w.Node != "":
			d.Hint = leaveOut
		case w.Code == "no-node" && s.Inferred:
			d.Hint = "only what some fact begins with counts as a node; name all of them with --nodes or in the directive"
		}
		warnings = append(warnings, d)
	}
	return p.Unignored(warnings)
}

// takingPart are the nodes that take part, where they are inferred and not all do: what a fact
// begins with may be something else. It is nil where none would be left.
func takingPart(s dedalus.Setting, list []verify.Warning) []string {
	taking := slices.DeleteFunc(slices.Clone(s.Nodes), func(n string) bool {
		return slices.ContainsFunc(list, func(w verify.Warning) bool { return w.Node == n })
	})
	if !s.Inferred || len(taking) == 0 || len(taking) == len(s.Nodes) {
		return nil
	}
	return taking
}

// Overflow is an error of the program that only evaluation could find.
func Overflow(p *dedalus.Program, err *verify.ProgramError) dedalus.Diagnostic {
	return dedalus.Diagnostic{
		Severity: dedalus.Error, Code: "overflow", Message: err.Text,
		Pos: err.Pos, Line: p.Line(err.Pos), Width: 1, Hint: happens(err.Scenario),
	}
}

// Narrow is the error of a program that another engine cannot run.
func Narrow(p *dedalus.Program, err *verify.NarrowError) dedalus.Diagnostic {
	d := dedalus.Diagnostic{
		Severity: dedalus.Error, Code: "32-bits", Message: err.Text,
		Pos: err.Pos, Line: p.Line(err.Pos), Width: 1,
	}
	if err.Reached {
		d.Hint = happens(err.Scenario)
	}
	return d
}

// Disagreement warns that another engine's scenario, which should be a counterexample, is none.
func Disagreement() dedalus.Diagnostic {
	return dedalus.Diagnostic{
		Severity: dedalus.Warning, Code: "second-opinion", Width: 1,
		Message: "clingo's scenario does not violate the invariant",
		Hint:    "was the program compiled from the same files, with the same specification, nodes and --outcomes?",
	}
}

// happens says in which scenario something happens.
func happens(s failure.Scenario) string {
	if len(s) == 0 {
		return "it happens in the failure-free run"
	}
	return "it happens when " + strings.Join(s.Describe(), ", and ")
}
