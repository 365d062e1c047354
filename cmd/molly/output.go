package main

import (
	"io/fs"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"molly/dedalus"
	"molly/export/github"
	"molly/export/sarif"
	"molly/internal/flagvalue"
	"molly/internal/numeral"
	"molly/protocols"
)

// docs is the address of the documentation, with a slash at its end. A release has it, set by the
// linker: -ldflags "-X main.docs=https://…/docs/".
var docs string

// form is how a result is printed.
type form int

// The forms. JSON has the findings inside; a log of SARIF is written in the end; commands of GitHub
// take the place of findings in words.
const (
	asText form = iota
	asJSON
	asSARIF
	asGitHub
)

// output is how check, lint, verify and test print what they find.
type output struct {
	form   form
	werror bool
	raised int             // warnings that count as errors
	found  []sarif.Finding // for the log
}

// registerOutput adds --format, --json and --werror.
func (t *tool) registerOutput(c *cobra.Command, json *bool) {
	t.registerFormat(c, json)
	c.Flags().BoolVar(&t.output.werror, "werror", false, "warnings count as errors (exit code 2)")
}

// registerFormat adds --format and --json.
func (t *tool) registerFormat(c *cobra.Command, json *bool) {
	registerJSON(c, json)
	flagvalue.Among(c, &t.output.form, "format", "how to print the result: for people, as JSON, as SARIF 2.1.0, or with workflow commands for GitHub Actions (docs/ci.md)",
		[]string{"text", "json", "sarif", "github"}, asText, asJSON, asSARIF, asGitHub)
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		switch {
		case *json && c.Flags().Changed("format") && t.output.form != asJSON:
			return usageError("--json and --format %s contradict each other", c.Flags().Lookup("format").Value)
		case *json:
			t.output.form = asJSON
		}
		*json = t.output.form == asJSON
		return nil
	}
}

// words reports whether the result is printed in words, as it comes.
func (o output) words() bool { return o.form == asText || o.form == asGitHub }

// raise returns findings as they count: with --werror, a warning is an error.
func (t *tool) raise(list dedalus.Diagnostics) dedalus.Diagnostics {
	if !t.output.werror {
		return list
	}
	t.output.raised += len(list.Warnings())
	return list.WarningsAsErrors()
}

// show writes findings for people, or keeps them for the log.
func (t *tool) show(list dedalus.Diagnostics) { t.find(sarif.Findings(list)...) }

// find is show for findings that may have the steps of an execution, which only the log has.
func (t *tool) find(list ...sarif.Finding) {
	var plain dedalus.Diagnostics
	for i := range list {
		plain = append(plain, list[i].Diagnostic)
	}
	plain = t.raise(plain)
	for i := range list {
		list[i].Diagnostic = plain[i]
	}
	switch t.output.form {
	case asSARIF:
		t.output.found = append(t.output.found, list...)
	case asGitHub:
		_ = github.Write(&t.Out, plain) // a buffer takes everything
	default:
		_ = plain.Render(t.Stderr) // there is no other place to say that this one is closed
	}
}

// finish is how a call ends, with the warnings that count as errors, and writes the log.
func (t *tool) finish(end *outcome) *outcome {
	if n := t.output.raised; n > 0 && end.code <= exitInconclusive {
		end = &outcome{exitUsage, end.text}
		if end.text != "" {
			end.text += "\n"
		}
		if n == 1 {
			end.text += "1 warning counts as an error (--werror)"
		} else {
			end.text += numeral.Count(n, "warning") + " count as errors (--werror)"
		}
	}
	if t.output.form == asSARIF {
		t.log(end)
	}
	return end
}

// counted is the code of a call, with the warnings that count as errors.
func (t *tool) counted(code int) int {
	if t.output.raised > 0 && code <= exitInconclusive {
		return exitUsage
	}
	return code
}

// log writes the log.
func (t *tool) log(end *outcome) {
	about := sarif.Tool{Version: build().Version, Docs: docs, Shipped: shipped}
	ending := sarif.Ending{Code: end.code, Text: end.text, Complete: end.code < exitInconclusive}
	if end.code == exitUsage {
		ending.Complete = slices.ContainsFunc(t.output.found, func(f sarif.Finding) bool { return f.Severity == dedalus.Error })
	}
	_ = sarif.Write(&t.Out, sarif.New(about, t.output.found, ending)) // a buffer takes everything
}

// shipped reports whether a file is one of the library, and none of the disk.
func shipped(file string) bool {
	if _, err := os.Stat(file); err == nil {
		return false
	}
	_, err := fs.Stat(protocols.Library(), file)
	return err == nil
}
