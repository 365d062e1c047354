package dedalus

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"molly/datalog"
	"molly/failure"
)

// Setting is what a program is run under.
//
// Invariant: Spec is valid over Nodes, and EOT is at most LargestEOT.
type Setting struct {
	Spec  failure.Spec
	Nodes []string
	// Inferred means that nothing names the nodes: they are what some fact begins with.
	Inferred bool
}

// LargestEOT keeps a mistyped number from filling the memory.
const LargestEOT = 100_000

// Setting joins what is given for one use of a program with the program's directive, which
// says the rest. Crashes is 0 where neither says it; the nodes are then those that the facts
// begin with. Of given, Pos does not count.
//
// The error is a *MissingError, a *NoNodesError, a *NodeNameError or a *SpecError. With it
// comes what is known about the setting.
func (p *Program) Setting(given Settings) (Setting, error) {
	own := p.settings
	var s Setting
	var missing, directed []string
	for _, k := range settingKeys {
		k.use(&own, &s.Spec)
		k.use(&given, &s.Spec)
		switch name := setName(k.name); {
		case k.name == "nodes", k.value(&given) != "":
		case k.value(&own) != "":
			directed = append(directed, name)
		case k.name == "eot" || k.name == "eff":
			missing = append(missing, name)
		}
	}
	s.Spec.Inputs = p.inputs
	switch {
	case given.Nodes != nil:
		s.Nodes = given.Nodes
	case own.Nodes != nil:
		s.Nodes = own.Nodes
	default:
		s.Nodes, s.Inferred = p.program.Places(), true
	}
	if missing != nil {
		return s, &MissingError{Missing: missing, Example: p.example(given, s.Nodes)}
	}
	if len(s.Nodes) == 0 {
		return s, &NoNodesError{}
	}
	for _, n := range s.Nodes {
		if !printable(n) {
			return s, &NodeNameError{n}
		}
	}
	err := s.Spec.Validate(len(s.Nodes))
	if err == nil {
		err = s.Spec.CheckNames(s.Nodes)
	}
	if err != nil {
		return s, &SpecError{Problem: err, Directed: directed, Directive: own.Pos}
	}
	if s.Spec.EOT > LargestEOT {
		return s, &SpecError{Problem: fmt.Errorf("EOT is %d: the limit is %d", s.Spec.EOT, LargestEOT)}
	}
	return s, nil
}

// setName is how messages call a key.
func setName(key string) string {
	if key == "eot" || key == "eff" {
		return strings.ToUpper(key)
	}
	return key
}

// printable reports whether a name shows on a terminal what it is.
func printable(name string) bool {
	return utf8.ValidString(name) && !strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// Directable reports whether a directive can name these nodes.
func Directable(nodes []string) bool {
	for _, n := range nodes {
		if failure.QuoteNode(n) != n || strings.ContainsAny(n, " \t") {
			return false
		}
	}
	return len(nodes) > 0
}

// example completes what is given, and what the directive has, to a setting that a user could
// begin with.
func (p *Program) example(given Settings, nodes []string) Settings {
	last := 1
	for _, f := range p.program.Facts {
		last = max(last, f.Time)
	}
	own := p.settings
	pick := func(value, directive *int, otherwise int) *int {
		switch {
		case value != nil:
			return value
		case directive != nil:
			return directive
		}
		return &otherwise
	}
	e := Settings{Nodes: nodes}
	e.EOT = pick(given.EOT, own.EOT, max(last+5, *pick(given.EFF, own.EFF, 0)+3))
	e.EFF = pick(given.EFF, own.EFF, min(last+2, max(*e.EOT-1, 0)))
	e.Crashes = pick(given.Crashes, own.Crashes, 0)
	return e
}

// MissingError says that neither what was given nor the directive says how long a run lasts, or
// until when messages are lost.
type MissingError struct {
	Missing []string // of EOT and EFF
	Example Settings // a complete setting that a user could begin with; nodes only where some are known
}

func (e *MissingError) Error() string {
	verb := " is"
	if len(e.Missing) > 1 {
		verb = " are"
	}
	return strings.Join(e.Missing, " and ") + verb + " neither given nor in the program's directive"
}

// NoNodesError says that a program has no nodes.
type NoNodesError struct{}

func (*NoNodesError) Error() string {
	return "there are no nodes: none are given, no directive names any, and no fact begins with a string"
}

// NodeNameError says that a node has a name that cannot be shown.
type NodeNameError struct{ Name string }

func (e *NodeNameError) Error() string {
	return fmt.Sprintf("node %q has characters that cannot be shown", e.Name)
}

// SpecError says that the numbers of a setting do not fit each other, or the nodes.
type SpecError struct {
	Problem   error            // in words
	Directed  []string         // what the directive says of EOT, EFF, crashes and the rest
	Directive datalog.Position // of the directive; zero where nothing is Directed
}

func (e *SpecError) Error() string { return e.Problem.Error() }

func (e *SpecError) Unwrap() error { return e.Problem }
