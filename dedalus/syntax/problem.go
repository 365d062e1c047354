package syntax

import (
	"errors"
	"fmt"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// maxDepth is the greatest depth of parentheses.
const maxDepth = 200

// Problem says in people's words why a clause cannot be parsed.
type Problem struct {
	Pos     lexer.Position
	Width   int // the number of characters from Pos that are meant, at least 1
	Message string
	Hint    string // what to do, or empty
	Fixes   []Fix  // the edits that the hint proposes, where it proposes some
}

// Fix is a change of the text that mends a problem.
type Fix struct {
	Title string // what it does, in the imperative: "write `==`"
	Edits []Edit // in the order of the text; they do not overlap
}

// Edit replaces some characters of one line by a text. A width of 0 inserts.
type Edit struct {
	Pos   lexer.Position
	Width int // in characters
	Text  string
}

// parse sets the clause's tree or its problem.
func (c *Clause) parse() {
	if len(c.Tokens) == 0 {
		c.problem = at(c.End, "there is no clause before this `;`", "")
		return
	}
	if c.problem = brokenToken(c.Tokens); c.problem != nil {
		return
	}
	if c.problem = tooDeep(c.Tokens); c.problem != nil {
		return
	}
	tree, err := parseTokens(c.Tokens, c.End.Pos)
	switch {
	case err != nil:
		c.problem = c.stopped(err)
	case !c.Ended:
		c.problem = behind(c.Tokens[len(c.Tokens)-1])
		c.problem.Message = "expected `;` at the end of the last clause"
		c.problem.Fixes = []Fix{{"write `;`", []Edit{{c.problem.Pos, 0, ";"}}}}
	default:
		c.tree = tree
	}
}

// at is a problem of one token.
func at(t Token, message, hint string) *Problem {
	return &Problem{Pos: t.Pos, Width: Width(t), Message: message, Hint: hint}
}

// behind is a problem of what should follow a token.
func behind(t Token) *Problem {
	p := &Problem{Pos: t.Pos, Width: 1}
	p.Pos.Column += Width(t)
	p.Pos.Offset += len(t.Value)
	return p
}

// brokenToken finds the first malformed string or comment.
func brokenToken(list []Token) *Problem {
	for _, t := range list {
		switch t.Type {
		case OpenString:
			return at(t, "a string that does not end on its line", "a string needs a closing quote")
		case OpenComment:
			return at(t, "a comment that does not end", "`/*` needs a closing `*/`")
		}
	}
	return nil
}

// tooDeep refuses parentheses so deep that parsing them is a danger.
func tooDeep(list []Token) *Problem {
	depth := 0
	for _, t := range list {
		switch t.Value {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth > maxDepth {
			return at(t, fmt.Sprintf("parentheses deeper than %d", maxDepth), "")
		}
	}
	return nil
}

// stopped says what the parser found where it stopped. Participle tells the
// place; what was expected there follows from the tokens before it.
func (c *Clause) stopped(err error) *Problem {
	stop := len(c.Tokens)
	var perr participle.Error
	if errors.As(err, &perr) {
		for i, t := range c.Tokens {
			if t.Pos == perr.Position() {
				stop = i
				break
			}
		}
	}
	s := stuck{before: c.Tokens[:stop], after: c.Tokens[stop:], end: c.End}
	p := s.place()
	p.Message = fmt.Sprintf("expected %s, found %s", s.expected(), s.found())
	p.Hint, p.Fixes = s.hint(), s.fixes()
	return p
}

// expected says what could come at the point.
func (s stuck) expected() string {
	p := s.previous(1)
	inside := s.opener() >= 0
	operand := p.Type == Ident || p.Type == Int || p.Type == String
	switch {
	case len(s.before) == 0:
		return "a fact, a rule or an include"
	case s.declared() != "":
		return s.declared()
	case s.inRange() && !s.inBody():
		return "a number or `;`"
	case s.previous(2).Type == Dots && !inside && !s.inBody():
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
	case !inside && !s.inBody() && p.Type == Ident:
		return "`(` after the relation's name"
	case !inside && !s.inBody():
		return "`:-`, `@` or `;`"
	case !inside && (p.Value == ":-" || p.Value == ","):
		return "a premise"
	case !s.inBody() && s.previous(2).Type == Ident && p.Value == "<":
		return "a variable"
	case !s.inBody() && s.previous(2).Value == "<" && p.Type == Ident:
		return "`>` after the aggregate's variable"
	case p.Type == Compare && !s.inBody(), p.Value == ")" && inside, operand && inside:
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
	next := Token{}
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
	case strings.EqualFold(p.Value, "not") && t.Type == Ident:
		return "write `notin`, not `" + p.Value + "`"
	case t.Type == Other && strings.Contains("'`“”‘’«»„", t.Value):
		return "strings are in double quotes"
	case t.Value == "=":
		return "equality is written `==`"
	case (t.Value == "<" && next.Value == "-"), t.Value == "<=" && s.opener() < 0 && !s.inBody():
		return "a rule is written `head :- premises;`"
	case t.Value == "." && p.Type == Int && next.Type == Int:
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
	case t.Type == Keyword:
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
	case t.Type == Compare && s.afterComparison() && s.opener() < 0:
		return "compare two things at a time: `A < B, B < C`"
	case t.Value == "-" && !s.operandBefore():
		return "only a number can have a sign: write `0 - X`"
	case p.Value == "-" && t.Type != Int && !s.operandBeforeSign():
		return "only a number can have a sign: write `0 - X`"
	case t.Type == Ident && p.Type == Int && t.Pos.Offset == p.Pos.Offset+len(p.Value):
		return "a name begins with a letter"
	case len(s.before) > 0 && t.Pos.Line > p.Pos.Line && s.opener() < 0 && t.Type == Ident && !atPremise,
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
