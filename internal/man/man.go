// Package man writes the manual of a command line as pages for man(1): one for the program,
// and one for each of its commands. The text is that of --help, taken literally: unlike
// cobra/doc, which reads it as Markdown, and adds three modules to the program. A page has no
// date, so the same commands are always the same bytes.
package man

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Write writes the pages of a command and of all below it that are not hidden to a folder:
// molly.1, molly-verify.1, …
func Write(folder string, root *cobra.Command) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	return write(folder, root, root.Name()+" "+root.Version)
}

func write(folder string, c *cobra.Command, source string) error {
	var page bytes.Buffer
	Page(&page, c, source)
	if err := os.WriteFile(filepath.Join(folder, pageName(c)+".1"), page.Bytes(), 0o666); err != nil {
		return err
	}
	for _, sub := range shown(c) {
		if err := write(folder, sub, source); err != nil {
			return err
		}
	}
	return nil
}

// Page writes the page of one command. The source, such as "molly 1.2.0", is in its footer.
func Page(w io.Writer, c *cobra.Command, source string) {
	c.InitDefaultHelpFlag()
	name := pageName(c)
	fmt.Fprintf(w, ".TH %s 1 \"\" \"%s\" \"\"\n", strings.ToUpper(escape(name)), escape(source))
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", escape(name), escape(c.Short))
	fmt.Fprintf(w, ".SH SYNOPSIS\n.nf\n%s\n.fi\n", line(c.UseLine()))
	fmt.Fprint(w, ".SH DESCRIPTION\n")
	prose(w, text(c))
	if c.Example != "" {
		fmt.Fprint(w, ".SH EXAMPLES\n")
		literal(w, c.Example)
	}
	if subs := shown(c); len(subs) > 0 {
		fmt.Fprint(w, ".SH COMMANDS\n")
		for _, sub := range subs {
			fmt.Fprintf(w, ".TP\n.B %s\n%s\n", line(sub.Name()), line(sub.Short))
		}
	}
	if c.LocalFlags().HasAvailableFlags() {
		fmt.Fprint(w, ".SH OPTIONS\n")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) { option(w, f) })
	}
	var related []string
	if c.HasParent() {
		related = append(related, reference(c.Parent()))
	}
	for _, sub := range shown(c) {
		related = append(related, reference(sub))
	}
	if len(related) > 0 {
		fmt.Fprintf(w, ".SH \"SEE ALSO\"\n%s\n", strings.Join(related, ",\n"))
	}
}

// shown are the commands below another one that --help lists.
func shown(c *cobra.Command) (list []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub)
		}
	}
	return list
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

func reference(c *cobra.Command) string { return `\fB` + escape(pageName(c)) + `\fP(1)` }

func text(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short + "."
}

// option writes a flag as --help does: its value by the name in the usage, and the default.
func option(w io.Writer, f *pflag.Flag) {
	if f.Hidden || f.Deprecated != "" {
		return
	}
	value, usage := pflag.UnquoteUsage(f)
	names := "--" + f.Name
	if f.Shorthand != "" {
		names = "-" + f.Shorthand + ", " + names
	}
	names = `\fB` + escape(names) + `\fP`
	if value != "" {
		names += ` \fI` + escape(value) + `\fP`
	}
	switch f.DefValue {
	case "", "0", "0s", "false", "[]":
	default:
		usage += " (default " + f.DefValue + ")"
	}
	fmt.Fprintf(w, ".TP\n%s\n%s\n", names, line(usage))
}

// prose writes paragraphs, with empty lines between them. Where a paragraph has lines that
// are indented, all its lines stay as they are.
func prose(w io.Writer, text string) {
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			fmt.Fprint(w, ".PP\n")
		}
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") {
			literal(w, paragraph)
			continue
		}
		for l := range strings.Lines(paragraph) {
			fmt.Fprintln(w, line(l))
		}
	}
}

// literal writes lines that are not filled.
func literal(w io.Writer, text string) {
	fmt.Fprint(w, ".nf\n")
	for l := range strings.Lines(text) {
		fmt.Fprintln(w, line(l))
	}
	fmt.Fprint(w, ".fi\n")
}

// line is a line of text that roff does not take for a request.
func line(text string) string {
	text = escape(strings.TrimRight(text, "\n"))
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}

// escape is text that means itself: backslashes, hyphens as they are typed, quotes.
var escape = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `"`, `\(dq`).Replace
