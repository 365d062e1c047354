package format

import (
	"strings"

	"molly/dedalus"
)

// Markdown formats the programs in a text of Markdown: its blocks that are fenced as dedalus.
// Everything else stays. A block that shows what is no program, marked as "dedalus wrong" or
// anything else behind dedalus, stays too. The error is an *Error, with places in the whole text.
func Markdown(name, text string) (string, error) {
	var b strings.Builder
	var found dedalus.Diagnostics
	lines := strings.SplitAfter(text, "\n")
	for i := 0; i < len(lines); i++ {
		b.WriteString(lines[i])
		indent, fence, ok := opens(lines[i])
		if !ok {
			continue
		}
		end := i + 1
		for end < len(lines) && !closes(lines[end], fence) {
			end++
		}
		if end == len(lines) {
			continue // it does not end
		}
		out, err := block(name, lines[i+1:end], i+1, indent)
		if err != nil {
			found = append(found, err.Diagnostics...)
			continue
		}
		b.WriteString(out)
		i = end - 1
	}
	if len(found) > 0 {
		return "", &Error{found}
	}
	return b.String(), nil
}

// opens reports whether a line begins a block of a program, and returns its indentation and what
// closes it.
func opens(line string) (indent, fence string, ok bool) {
	text := strings.TrimLeft(line, " ")
	info := strings.TrimLeft(text, "`")
	indent, fence = line[:len(line)-len(text)], text[:len(text)-len(info)]
	return indent, fence, len(fence) >= 3 && strings.TrimSpace(info) == "dedalus"
}

// closes reports whether a line ends a block that a fence has begun.
func closes(line, fence string) bool {
	text := strings.TrimSpace(line)
	return len(text) >= len(fence) && strings.Trim(text, "`") == ""
}

// block formats the lines of a block that come behind so many others.
func block(name string, lines []string, before int, indent string) (string, *Error) {
	var inner strings.Builder
	for _, l := range lines {
		inner.WriteString(strings.TrimPrefix(l, indent))
	}
	out, err := source(name, inner.String())
	if err != nil {
		for i := range err.Diagnostics {
			d := &err.Diagnostics[i]
			d.Pos.Line += before
			d.Pos.Column += len(indent)
			d.Line = indent + d.Line
		}
		return "", err
	}
	if indent == "" {
		return out, nil
	}
	var b strings.Builder
	for _, l := range strings.SplitAfter(out, "\n") {
		if strings.TrimSpace(l) != "" {
			b.WriteString(indent)
		}
		b.WriteString(l)
	}
	return b.String(), nil
}
