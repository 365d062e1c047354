package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"molly/failure"
)

// directable reports whether a directive can name these nodes.
func directable(names []string) bool {
	for _, n := range names {
		if failure.QuoteNode(n) != n || strings.ContainsAny(n, " \t") {
			return false
		}
	}
	return len(names) > 0
}

// splitNames cuts a text at a separator, but not inside of a quoted name, and takes the
// quotes off. It reports whether there were any.
func splitNames(text string, separator byte) (parts []string, quoted bool, err error) {
	for {
		rest := strings.TrimLeft(text, " ")
		var part string
		if strings.HasPrefix(rest, `"`) {
			prefix, e := strconv.QuotedPrefix(rest)
			if e != nil {
				return nil, true, fmt.Errorf("the quoted name %s does not end, or has an escape that nobody knows", rest)
			}
			part, _ = strconv.Unquote(prefix) // QuotedPrefix has read it
			text, quoted = strings.TrimLeft(rest[len(prefix):], " "), true
			if text != "" && text[0] != separator {
				return nil, true, fmt.Errorf("%q follows the name %s", text, prefix)
			}
		} else {
			end := strings.IndexByte(text, separator)
			if end < 0 {
				end = len(text)
			}
			part, text = text[:end], text[end:]
		}
		parts = append(parts, part)
		if text == "" {
			return parts, quoted, nil
		}
		text = text[1:]
	}
}

// unprintable finds a name that would not show on a terminal what it is.
func unprintable(names []string) (name string, found bool) {
	for _, n := range names {
		if !utf8.ValidString(n) || strings.ContainsFunc(n, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return n, true
		}
	}
	return "", false
}
