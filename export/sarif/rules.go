package sarif

import (
	"cmp"
	"slices"

	"molly/dedalus"
	"molly/export/text"
)

// summaries are the kinds of findings that are about verdicts. docs/ci.md has a section on each.
var summaries = map[string]string{
	text.CodeCounterexample: "faults that the specification admits and that violate the program's invariant",
	text.CodeVacuous:        "an invariant that nothing could violate",
	text.CodeExpectation:    "a verdict that is not the one that a comment of the program expects",
	text.CodeUndecided:      "a verdict that a bound kept from being found",
	text.CodeChanged:        "a verdict that is not that of the baseline",
}

// rules are the kinds of some findings, by name.
func rules(t Tool, list []Finding) []Rule {
	out := []Rule{}
	for _, f := range list {
		i := slices.IndexFunc(out, func(r Rule) bool { return r.ID == f.Code })
		if i < 0 {
			i, out = len(out), append(out, newRule(t, f.Code))
		}
		if f.Severity == dedalus.Error {
			out[i].Configuration.Level = dedalus.Error.String()
		}
	}
	slices.SortFunc(out, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

func newRule(t Tool, code string) Rule {
	page := "lint.md"
	summary, verdict := summaries[code]
	if verdict {
		page = "ci.md"
	} else {
		summary = "something about the text of a program"
	}
	r := Rule{
		ID: code, ShortDescription: Message{Text: summary}, FullDescription: Message{Text: summary},
		Help:          Message{Text: "See docs/" + page + "#" + code + "."},
		Configuration: Default{dedalus.Warning.String()},
	}
	if t.Docs != "" {
		r.HelpURI = t.Docs + page + "#" + code
		r.Help.Markdown = "See [" + page + "](" + r.HelpURI + ")."
	}
	return r
}
