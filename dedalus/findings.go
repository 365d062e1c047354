package dedalus

import (
	"cmp"
	"slices"

	"molly/datalog"
)

// Findings are all warnings that the text of the program and its directive show without an evaluation:
// what Load reports, OwnHorizon and Latched, without what comments ignore, and the comments that ignore
// nothing of these.
func (p *Program) Findings() Diagnostics {
	found := p.AllFindings()
	return p.InOrder(slices.Concat(p.Unignored(found), p.UnusedIgnores(found, p.Judges)))
}

// AllFindings are Findings with those that comments ignore, and without unused comments.
func (p *Program) AllFindings() Diagnostics {
	found := slices.Concat(p.warnings, p.ownHorizon(), p.latched())
	if p.settings.EOT == nil {
		found = append(found, p.apart()...)
	}
	return found
}

// evaluated are the codes of findings that may take an evaluation, or a command that
// evaluates.
var evaluated = []string{"dropped", "inferred-nodes", "no-node", "second-opinion", "silent-node", "unreachable", "vacuous", "wide-excuse"}

// Judges reports whether AllFindings has all findings with a code: that it takes no evaluation, and that the directive says what it takes.
func (p *Program) Judges(code string) bool {
	switch {
	case slices.Contains(evaluated, code):
		return false
	case code == "horizon":
		return p.settings.EOT != nil
	case code == "forgotten":
		return p.settings.Restarts != nil
	}
	return true
}

// InOrder returns findings in the order of the program's text, each once.
func (p *Program) InOrder(list Diagnostics) Diagnostics {
	order := func(at datalog.Position) int {
		return slices.IndexFunc(p.sources, func(s Source) bool { return s.Name == at.File })
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Diagnostic) int {
		return cmp.Or(cmp.Compare(order(a.Pos), order(b.Pos)), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	return slices.CompactFunc(list, func(a, b Diagnostic) bool {
		return a.Pos == b.Pos && a.Code == b.Code && a.Message == b.Message
	})
}
