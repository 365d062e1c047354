package syntax

import (
	"strconv"
	"strings"
)

// fixes are the edits that the hint at the point proposes, where it proposes some. Its cases are those of hint,
// in the same order.
func (s stuck) fixes() []Fix {
	if s.declaredHint() != "" {
		return s.mendDeclared()
	}
	if s.otherDialect() != "" {
		return s.mendDialect()
	}
	t, p, next := s.token(), s.previous(1), s.following(1)
	atPremise := startsPremise(p)
	switch {
	case atPremise && t.Value == "\\" && adjacent(t, "\\", next, "+"):
		return s.negation(t, 2, s.following(2))
	case atPremise && (t.Value == "!" || t.Value == "\\" || t.Value == "~"):
		return s.negation(t, 1, next)
	case strings.EqualFold(p.Value, "not") && t.Type == Ident:
		return write("notin", p, Width(p))
	case t.Type == Other && strings.Contains("'`“”‘’«»„", t.Value):
		return s.mendQuotes()
	case t.Value == "=":
		return write("==", t, 1)
	case t.Value == "<" && adjacent(t, "<", next, "-"), t.Value == "<=" && s.opener() < 0 && !s.inBody():
		return write(":-", t, 2)
	case t.Value == "." && p.Type == Int && next.Type == Int:
		return nil
	case t.Value == "." && s.opener() < 0:
		return write(";", t, 1)
	case t.Value == "&" && adjacent(t, "&", next, "&"):
		return s.comma(2)
	case t.Value == "&":
		return s.comma(1)
	case t.Value == "#":
		return write("//", t, 1)
	case t.Value == "(" && isAggregate(p.Value) && !s.inBody():
		if shut := s.following(2); next.Type == Ident && shut.Value == ")" {
			return []Fix{{"write `" + p.Value + "<" + next.Value + ">`", []Edit{{t.Pos, 1, "<"}, {shut.Pos, 1, ">"}}}}
		}
	case t.Type == Compare && s.afterComparison() && s.opener() < 0 && s.previous(2).Type == Compare:
		return insert(", "+p.Value, p)
	case p.Value == "-" && t.Type == Ident && !s.operandBeforeSign():
		return []Fix{{"write `(0 - " + t.Value + ")`", []Edit{{p.Pos, 1, "(0 - "}, {behind(t).Pos, 0, ")"}}}}
	case len(s.before) > 0 && t.Pos.Line > p.Pos.Line && s.opener() < 0 && t.Type == Ident && !atPremise:
		return insert(";", p)
	case s.opener() >= 0 && (t.Value == ":-" || t.Value == ";" || t.EOF()):
		return insert(")", p)
	case atPremise && (t.Value == ";" || t.EOF()) && p.Value == ",":
		return []Fix{{"remove the last `,`", []Edit{{p.Pos, 1, ""}}}}
	case atPremise && p.Value == ":-" && (t.Value == ";" || t.EOF()):
		return []Fix{{"remove `:-`", []Edit{{p.Pos, 2, ""}}}}
	case !s.inBody() && p.Value == ")" && (t.Value == "next" || t.Value == "async"):
		return []Fix{{"write `@" + t.Value + "`", []Edit{{t.Pos, 0, "@"}}}}
	}
	return nil
}

// mendDialect has the edits for the hints of otherDialect.
func (s stuck) mendDialect() []Fix {
	t, p, next := s.token(), s.previous(1), s.following(1)
	switch {
	case s.inBody() && adjacent(p, "<", t, ">"), adjacent(p, "/", t, "="):
		return write("!=", p, 2)
	case adjacent(t, "\\", next, "="), adjacent(t, "~", next, "="):
		return write("!=", t, 2)
	case t.Value == "≠":
		return write("!=", t, 1)
	case adjacent(t, "=", next, "<"):
		return write("<=", t, 2)
	case t.Value == "≤":
		return write("<=", t, 1)
	case adjacent(t, "=", next, ">"):
		return write(">=", t, 2)
	case t.Value == "≥":
		return write(">=", t, 1)
	case adjacent(t, ":", next, "="):
		return write("==", t, 2)
	case s.inBody() && endsOperand(p) && s.opener() < 0 && strings.EqualFold(t.Value, "and"):
		return s.comma(Width(t))
	case t.Value == "#" && next.Value == "include" && len(s.after) > 2:
		return s.mendInclude(t, s.following(2), s.following(3))
	case len(s.before) == 1 && s.otherDialect() == "another file is included by `"+includeOf(t)+"`":
		return s.mendInclude(p, t, next)
	}
	return nil
}

// mendDeclared has the edits for the hints of declaredHint.
func (s stuck) mendDeclared() []Fix {
	t, p, next := s.token(), s.previous(1), s.following(1)
	switch word := s.declaration(); {
	case word == "const" && p.Value == "=" && t.Type == Ident:
		return write(strconv.Quote(t.Value), t, Width(t))
	case word != "":
		return nil
	case s.inRange() && t.Value == ".":
		return []Fix{{"write two dots", []Edit{{t.Pos, 1, ""}}}}
	case p.Type == Int && next.Type == Int && t.Pos.Line == next.Pos.Line:
		return write("..", t, Width(t))
	}
	return nil
}

// mendQuotes writes double quotes for the quotes that begin at the point, and for those that end the string.
func (s stuck) mendQuotes() []Fix {
	closing := map[string]string{"'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "„": "“"}[s.token().Value]
	open := s.token()
	for _, t := range s.after[1:] {
		switch {
		case t.Pos.Line != open.Pos.Line || t.Type == String || t.Type == OpenString || t.Value == "\\":
			return nil
		case t.Value == closing:
			return []Fix{{"write double quotes", []Edit{{open.Pos, 1, `"`}, {t.Pos, 1, `"`}}}}
		}
	}
	return nil
}

// mendInclude writes an include for what is between two tokens; the clause ends where it ended.
func (s stuck) mendInclude(from, file, after Token) []Fix {
	if from.Pos.Line != file.Pos.Line {
		return nil
	}
	text := includeOf(file)
	if after.Value == "" && s.end.Value == ";" {
		text = strings.TrimSuffix(text, ";")
	}
	width := file.Pos.Column + Width(file) - from.Pos.Column
	return []Fix{{"write `" + text + "`", []Edit{{from.Pos, width, text}}}}
}

// negation writes notin for a sign of some width, before what follows.
func (s stuck) negation(sign Token, width int, next Token) []Fix {
	text := "notin"
	if next.Pos.Offset == sign.Pos.Offset+width {
		text += " "
	}
	return []Fix{{"write `notin`", []Edit{{sign.Pos, width, text}}}}
}

// comma writes a comma for what is at the point, and the spaces before it.
func (s stuck) comma(width int) []Fix {
	t, p := s.token(), s.previous(1)
	at := behind(p).Pos
	if at.Line != t.Pos.Line || p.Type == String && strings.Contains(p.Value, "\n") {
		return write(",", t, width)
	}
	return []Fix{{"write `,`", []Edit{{at, t.Pos.Column + width - at.Column, ","}}}}
}

// following returns the n-th token behind the point, counted from 1.
func (s stuck) following(n int) Token {
	if n >= len(s.after) {
		return Token{}
	}
	return s.after[n]
}

// write is the fix that writes a text for so many characters from a token on.
func write(text string, from Token, width int) []Fix {
	return []Fix{{"write `" + text + "`", []Edit{{from.Pos, width, text}}}}
}

// insert is the fix that inserts a text right behind a token.
func insert(text string, behindOf Token) []Fix {
	return []Fix{{"write `" + strings.TrimPrefix(text, ", ") + "`", []Edit{{behind(behindOf).Pos, 0, text}}}}
}
