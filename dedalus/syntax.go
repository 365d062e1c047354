package dedalus

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// maxDepth is the greatest depth of parentheses.
const maxDepth = 200

// parseClause parses the tokens of one clause and reports in people's words what
// is wrong; it returns nil for a clause that cannot be parsed.
func parseClause(r *reporter, c clauseTokens) *clauseNode {
	if len(c.list) == 0 {
		r.fail(spanOf(c.end), "syntax", "there is no clause before this `;`", "")
		return nil
	}
	if reportBrokenToken(r, c.list) || reportDepth(r, c.list) {
		return nil
	}
	n, err := parseTokens(c)
	if err != nil {
		reportSyntax(r, c, err)
		return nil
	}
	if !c.ended {
		last := spanOf(c.list[len(c.list)-1])
		last.pos.Column += last.width
		last.width = 1
		r.fail(last, "syntax", "expected `;` at the end of the last clause", "")
		return nil
	}
	return n
}

// reportBrokenToken reports the first malformed token.
func reportBrokenToken(r *reporter, list []lexer.Token) bool {
	for _, t := range list {
		switch t.Type {
		case openStringToken:
			r.fail(spanOf(t), "syntax", "a string that does not end on its line", "a string needs a closing quote")
			return true
		case openCommentToken:
			r.fail(spanOf(t), "syntax", "a comment that does not end", "`/*` needs a closing `*/`")
			return true
		}
	}
	return false
}

// reportDepth refuses parentheses so deep that parsing them is a danger.
func reportDepth(r *reporter, list []lexer.Token) bool {
	depth := 0
	for _, t := range list {
		switch t.Value {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth > maxDepth {
			r.fail(spanOf(t), "syntax", fmt.Sprintf("parentheses deeper than %d", maxDepth), "")
			return true
		}
	}
	return false
}

// reportSyntax says what the parser found where it stopped. Participle tells the
// place; what was expected there follows from the tokens before it.
func reportSyntax(r *reporter, c clauseTokens, err error) {
	stop := len(c.list)
	var perr participle.Error
	if errors.As(err, &perr) {
		for i, t := range c.list {
			if t.Pos == perr.Position() {
				stop = i
				break
			}
		}
	}
	s := stuck{before: c.list[:stop], after: c.list[stop:], end: c.end}
	r.fail(s.place(), "syntax", fmt.Sprintf("expected %s, found %s", s.expected(), s.found()), s.hint())
	r.list[len(r.list)-1].Fixes = s.fixes()
}

// fixes are the edits that the hint proposes, where it proposes some.
func (s stuck) fixes() []Fix {
	if t := s.token(); t.Value == "=" && s.otherDialect() == "" {
		return []Fix{{"write `==`", []Edit{{position(t.Pos), 1, "=="}}}}
	}
	return nil
}

// expected says what could come at the point.
func (s stuck) expected() string {
	p := s.previous(1)
	inside := s.opener() >= 0
	operand := p.Type == identToken || p.Type == intToken || p.Type == stringToken
	switch {
	case len(s.before) == 0:
		return "a fact, a rule or an include"
	case s.declared() != "":
		return s.declared()
	case s.inRange() && !s.inBody():
		return "a number or `;`"
	case s.previous(2).Type == rangeToken && !inside && !s.inBody():
		return "`;`"
	case p.Value == "include":
		return "a file name in double quotes"
	case p.Value == "notin":
		return "a relation"
	case s.previous(2).Value == "@" || (s.previous(2).Value == "-" && s.previous(3).Value == "@"):
		if s.inBody() {
			return "`,` or `;`"
		}
		return "`:-` or `;`"
	case p.Value == "@" || (p.Value == "-" && s.previous(2).Value == "@"):
		if s.inBody() {
			return "a number"
		}
		return "`next`, `async` or a number"
	case !inside && !s.inBody() && s.before[0].Value == "include":
		return "`;`"
	case !inside && !s.inBody() && p.Type == identToken:
		return "`(` after the relation's name"
	case !inside && !s.inBody():
		return "`:-`, `@` or `;`"
	case !inside && (p.Value == ":-" || p.Value == ","):
		return "a premise"
	case !s.inBody() && s.previous(2).Type == identToken && p.Value == "<":
		return "a variable"
	case !s.inBody() && s.previous(2).Value == "<" && p.Type == identToken:
		return "`>` after the aggregate's variable"
	case p.Type == compareToken && !s.inBody(), p.Value == ")" && inside, operand && inside:
		if s.inGroup() {
			return "an operator or `)`"
		}
		return "`,` or `)`"
	case p.Value == "(" && !s.inGroup(), p.Value == ",":
		return "an argument"
	case s.afterAtom():
		return "`,`, `@` or `;`"
	case (operand || p.Value == ")") && s.afterComparison():
		return "`,` or `;`"
	case operand || p.Value == ")":
		return "a comparison"
	default:
		return "a variable, a constant or `(`"
	}
}

// hint guesses what was meant.
func (s stuck) hint() string {
	t, p := s.token(), s.previous(1)
	next := lexer.Token{}
	if len(s.after) > 1 {
		next = s.after[1]
	}
	atPremise := startsPremise(p)
	switch {
	case s.declaredHint() != "":
		return s.declaredHint()
	case s.otherDialect() != "":
		return s.otherDialect()
	case atPremise && (t.Value == "!" || t.Value == "\\" || t.Value == "~"):
		return "write `notin`, not `" + t.Value + "`"
	case strings.EqualFold(p.Value, "not") && t.Type == identToken:
		return "write `notin`, not `" + p.Value + "`"
	case t.Type == anyToken && strings.Contains("'`“”‘’«»„", t.Value):
		return "strings are in double quotes"
	case t.Value == "=":
		return "equality is written `==`"
	case (t.Value == "<" && next.Value == "-"), t.Value == "<=" && s.opener() < 0 && !s.inBody():
		return "a rule is written `head :- premises;`"
	case t.Value == "." && p.Type == intToken && next.Type == intToken:
		return "numbers are integers"
	case t.Value == "." && s.opener() < 0:
		return "a clause ends with `;`"
	case t.Value == "&":
		return "premises are separated by `,`"
	case t.Value == "|":
		return noDisjunction
	case t.Value == "#":
		return "a comment begins with `//`"
	case t.Value == "@" && s.opener() >= 0:
		return "the time comes after the closing `)`"
	case t.Type == keywordToken:
		return fmt.Sprintf("`%s` is a reserved word", t.Value)
	case p.Value == "include" && t.Value == "(":
		return "`include` is a reserved word; a relation needs another name"
	case (t.Value == "<" || t.Value == "(") && isAggregate(p.Value) && s.inBody():
		return "aggregates are only for heads"
	case t.Value == "(" && isAggregate(p.Value):
		return fmt.Sprintf("aggregates are written `%s<X>`", p.Value)
	case !s.inBody() && isAggregate(s.previous(2).Value) && p.Value == "<",
		!s.inBody() && isAggregate(s.previous(3).Value) && s.previous(2).Value == "<":
		return "an aggregate is taken of one variable: `" + s.aggregateName() + "<X>`"
	case t.Type == compareToken && s.afterComparison() && s.opener() < 0:
		return "compare two things at a time: `A < B, B < C`"
	case t.Value == "-" && !s.operandBefore():
		return "only a number can have a sign: write `0 - X`"
	case p.Value == "-" && t.Type != intToken && !s.operandBeforeSign():
		return "only a number can have a sign: write `0 - X`"
	case t.Type == identToken && p.Type == intToken && t.Pos.Offset == p.Pos.Offset+len(p.Value):
		return "a name begins with a letter"
	case len(s.before) > 0 && t.Pos.Line > p.Pos.Line && s.opener() < 0 && t.Type == identToken && !atPremise,
		len(s.before) > 0 && s.opener() < 0 && t.Value == ":-" && s.inBody():
		return "missing `;` at the end of the previous clause?"
	case s.opener() >= 0 && (t.Value == ":-" || t.Value == ";" || t.EOF()):
		return "missing `)`?"
	case atPremise && (t.Value == ";" || t.EOF()) && p.Value == ",":
		return "remove the last `,`"
	case atPremise && p.Value == ":-" && (t.Value == ";" || t.EOF()):
		return "a fact has no `:-`"
	case !s.inBody() && p.Value == ")" && (t.Value == "next" || t.Value == "async"):
		return "write `@" + t.Value + "`"
	default:
		return ""
	}
}
