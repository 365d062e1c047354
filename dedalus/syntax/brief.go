package syntax

import "strings"

// Brief shortens a text that a message quotes.
func Brief(s string) string {
	const limit = 40
	if short := Prefix(s, limit); len(short) < len(s) {
		return short + "…"
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// Prefix returns the first n characters of s.
func Prefix(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}
