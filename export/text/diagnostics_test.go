package text_test

import (
	"testing"

	"molly/datalog"
	"molly/dedalus"
	"molly/export/text"
	"molly/failure"
	"molly/verify"
)

// What executions show is rendered as the checks render theirs, with hints about the nodes where
// nothing names them.
func TestDiagnostics(t *testing.T) {
	t.Parallel()
	g := &golden{T: t}
	p, found := dedalus.ParseString("test.ded", "p(\"a\", \"b\")@1;\nq(M, N)@async :- p(N, M);\n")
	if found.HasErrors() {
		t.Fatal(found)
	}
	at := datalog.Position{File: "test.ded", Line: 2, Column: 1}
	nodes := []string{"a", "n 1", "c"}
	shown := []verify.Warning{
		{Code: "silent-node", Text: "node c takes no part", Node: "c"},
		{Code: "no-node", Text: "b is no node", Pos: at},
	}
	for _, inferred := range []bool{true, false} {
		g.title("inferred: %v", inferred)
		s := dedalus.Setting{Spec: failure.Spec{EOT: 2}, Nodes: nodes, Inferred: inferred}
		before := dedalus.Diagnostics{text.Inferred(nodes)}
		g.do(text.Warned(before, p, s, shown).Render(g))
		if before[0].Hint != text.Inferred(nodes).Hint {
			t.Error("what was given has changed")
		}
	}
	g.title("no node takes part")
	g.do(text.Warned(nil, p, dedalus.Setting{Nodes: []string{"c"}, Inferred: true}, shown[:1]).Render(g))
	g.title("errors that only evaluation finds")
	g.do(dedalus.Diagnostics{
		text.Overflow(p, &verify.ProgramError{Text: "a number does not fit", Pos: at}),
		text.Overflow(p, &verify.ProgramError{Text: "a number does not fit", Pos: at, Scenario: failure.NewScenario(failure.Omit("a", "b", 1), failure.CrashAt("a", 2))}),
		text.Narrow(p, &verify.NarrowError{Text: "a number has more than 32 bits", Pos: at}),
		text.Narrow(p, &verify.NarrowError{Text: "a number has more than 32 bits", Pos: at, Reached: true}),
	}.Render(g))
	g.compare("diagnostics", "What executions show about a program: text.Inferred, text.Warned, text.Overflow and text.Narrow.")
}
