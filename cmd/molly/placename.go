package main

import (
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

// unprintable finds a name that would not show on a terminal what it is.
func unprintable(names []string) (name string, found bool) {
	for _, n := range names {
		if !utf8.ValidString(n) || strings.ContainsFunc(n, func(r rune) bool { return !unicode.IsPrint(r) }) {
			return n, true
		}
	}
	return "", false
}
