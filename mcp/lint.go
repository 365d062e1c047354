package mcp

import (
	"context"
	"errors"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"molly"
	"molly/dedalus"
	"molly/dedalus/format"
	"molly/export/text"
	"molly/export/wire"
)

type lintInput struct {
	source
	Timeout float64 `json:"timeout,omitempty" jsonschema:"seconds after which the call ends"`
}

func addLint(s *sdk.Server, w *worker) {
	add(s, w, "lint", "Check a protocol's text",
		"Parse and check a program, and list everything that is wrong with it or suspicious: each finding has a place, a code that the pages \"language\" and \"lint\" explain, "+
			"often a hint, and in the JSON edits that mend it. Cheap: call it after each change.",
		func(in lintInput) float64 { return in.Timeout }, lintTool)
}

type formatInput struct {
	Program string `json:"program" jsonschema:"the text of a Dedalus program"`
}

func addFormat(s *sdk.Server, w *worker) {
	add(s, w, "format", "Format a protocol",
		"Write a program in the one layout of the language, as molly fmt does. The program stays what it is, and so do its comments.",
		func(formatInput) float64 { return 0 }, formatTool)
}

func formatTool(_ context.Context, _ progress, in formatInput) (answer, error) {
	formatted, err := format.Source(given, in.Program)
	return answer{text: formatted}, err
}

func lintTool(ctx context.Context, _ progress, in lintInput) (answer, error) {
	p, err := in.load(ctx)
	var wrong *molly.LoadError
	var found dedalus.Diagnostics
	switch {
	case errors.As(err, &wrong):
		found = wrong.Diagnostics
	case err != nil:
		return answer{}, err
	default:
		if found, err = p.Lint(ctx); err != nil {
			return answer{}, err
		}
	}
	var b strings.Builder
	b.WriteString(rendered(found))
	if p != nil {
		_ = text.Sound(&b, text.Style{}, p.Datalog(), len(found.Warnings())) // a Builder takes everything
	}
	return answer{b.String(), wire.NewCheck(p != nil, found)}, nil
}
