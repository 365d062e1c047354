package randprog

import (
	"slices"
	"strings"
)

// Shrink drops clauses, and then literals, from a program for as long as it passes
// the checks and failing says true, and returns what is left. It returns src
// itself where failing(src) is false.
func Shrink(src string, failing func(src string) bool) string {
	still := func(clauses []string) bool {
		text := strings.Join(clauses, "\n")
		_, ok := Parse(text)
		return ok && failing(text)
	}
	clauses := split(src, ';')
	if !still(clauses) {
		return src
	}
	for changed := true; changed; {
		changed = false
		for size := max(len(clauses)/2, 1); size > 0; size /= 2 {
			for i := 0; i+size <= len(clauses); {
				if fewer := slices.Delete(slices.Clone(clauses), i, i+size); still(fewer) {
					clauses, changed = fewer, true
				} else {
					i++
				}
			}
		}
		for i := range clauses {
			for {
				shorter, ok := dropLiteral(clauses, i, still)
				if !ok {
					break
				}
				clauses, changed = shorter, true
			}
		}
	}
	return strings.Join(clauses, "\n") + "\n"
}

// dropLiteral drops one literal from the body of clause i, if that is still
// failing.
func dropLiteral(clauses []string, i int, still func([]string) bool) ([]string, bool) {
	head, body, isRule := strings.Cut(strings.TrimSuffix(clauses[i], ";"), ":-")
	if !isRule {
		return nil, false
	}
	literals := split(body, ',')
	for j := range literals {
		fewer := slices.Delete(slices.Clone(literals), j, j+1)
		if len(fewer) == 0 {
			continue
		}
		for k := range fewer {
			fewer[k] = strings.TrimSuffix(strings.TrimSpace(fewer[k]), ",")
		}
		shorter := slices.Clone(clauses)
		shorter[i] = head + ":- " + strings.Join(fewer, ", ") + ";"
		if still(shorter) {
			return shorter, true
		}
	}
	return nil, false
}

// split cuts text after each separator outside of parentheses, strings
// and comments. The pieces keep their separator and lose the space around them.
func split(text string, separator byte) []string {
	var pieces []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case strings.HasPrefix(text[i:], "//"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			if end := strings.Index(text[i+2:], "*/"); end >= 0 {
				i += end + 3
			}
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == separator && depth == 0:
			pieces = append(pieces, strings.TrimSpace(text[start:i+1]))
			start = i + 1
		}
	}
	if rest := strings.TrimSpace(text[min(start, len(text)):]); rest != "" {
		pieces = append(pieces, rest)
	}
	return pieces
}
