package sarif

import (
	"cmp"
	"slices"

	"molly/dedalus"
	"molly/explore/replay"
	"molly/export/text"
)

// summaries are the kinds of findings that are about verdicts. docs/ci.md has a section on each.
var summaries = map[string]string{
	text.CodeCounterexample: "faults that the specification admits and that violate the program's invariant",
	text.CodeExpectation:    "a verdict that is not the one that a comment of the program expects",
	text.CodeUndecided:      "a verdict that a bound kept from being found",
	text.CodeChanged:        "a verdict that is not that of the baseline",

	text.CodeViolated:         "a saved execution in which something is violated",
	string(replay.Gone):       "a saved execution whose violation is expected, and does not happen any more",
	string(replay.Differs):    "a saved execution that goes another way now",
	string(replay.Unreadable): "a trace that cannot be read, or whose target cannot be made",
}

// rules are the kinds of some findings, by name.
func rules(t Tool, list []Finding) []Rule {
	out := []Rule{}
	for _, f := range list {
		i := slices.IndexFunc(out, func(r Rule) bool { return r.ID == f.Code })
		if i < 0 {
			i, out = len(out), append(out, newRule(t, f.Code))
			out[i].ID = f.Code
		}
		if f.Severity == dedalus.Error {
			out[i].Configuration.Level = dedalus.Error.String()
		}
	}
	slices.SortFunc(out, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// newRule describes a kind of findings.
func newRule(t Tool, code string) Rule {
	page, summary := "ci.md", summaries[code]
	if known, ok := dedalus.CodeNamed(code); ok {
		page, summary = "lint.md", known.Summary
	} else if summary == "" {
		code, summary = "other", "something about the command line"
	}
	about := page + "#" + code
	r := Rule{
		ID: code, ShortDescription: Message{Text: summary}, FullDescription: Message{Text: summary},
		Help:          Message{Text: "See docs/" + about + "."},
		Configuration: Default{dedalus.Warning.String()},
	}
	if t.Docs != "" {
		r.HelpURI = t.Docs + about
		r.Help.Markdown = "See [" + page + "](" + r.HelpURI + ")."
	}
	return r
}
