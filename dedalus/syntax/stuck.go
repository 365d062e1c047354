package syntax

import (
	"fmt"
	"strings"
)

// stuck is the point of a clause that the parser could not pass.
type stuck struct {
	before, after []Token
	end           Token // what follows the clause: a semicolon or the end
}

// token returns the token that the parser could not take.
func (s stuck) token() Token {
	if len(s.after) > 0 {
		return s.after[0]
	}
	return s.end
}

// place is a problem at the point, without words.
func (s stuck) place() *Problem {
	t := s.token()
	if t.EOF() && len(s.before) > 0 {
		return behind(s.before[len(s.before)-1])
	}
	return at(t, "", "")
}

// previous returns the n-th token before the point, counted from 1.
func (s stuck) previous(n int) Token {
	if n > len(s.before) {
		return Token{}
	}
	return s.before[len(s.before)-n]
}

func (s stuck) found() string {
	t := s.token()
	switch {
	case t.EOF():
		return "the end of the file"
	case t.Type == Other && (t.Value[0] < ' ' || t.Value[0] > '~'):
		return fmt.Sprintf("the character %U", []rune(t.Value)[0])
	default:
		return "`" + Brief(t.Value) + "`"
	}
}

// inBody reports whether the point comes after the :- of its clause.
func (s stuck) inBody() bool {
	for _, t := range s.before {
		if t.Value == ":-" {
			return true
		}
	}
	return false
}

// opener returns the index of the innermost open parenthesis, or -1.
func (s stuck) opener() int {
	depth := 0
	for i := len(s.before) - 1; i >= 0; i-- {
		switch s.before[i].Value {
		case ")":
			depth++
		case "(":
			if depth == 0 {
				return i
			}
			depth--
		}
	}
	return -1
}

// inGroup reports whether the innermost open parenthesis belongs to an
// expression, not to an atom.
func (s stuck) inGroup() bool {
	i := s.opener()
	return i >= 0 && (i == 0 || s.before[i-1].Type != Ident)
}

// afterComparison reports whether the premise at hand has a comparison operator
// already.
func (s stuck) afterComparison() bool {
	depth := 0
	for i := len(s.before) - 1; i >= 0; i-- {
		t := s.before[i]
		switch {
		case t.Value == ")":
			depth++
		case t.Value == "(":
			depth--
		case depth != 0:
		case t.Value == "," || t.Value == ":-":
			return false
		case t.Type == Compare:
			return true
		}
	}
	return false
}

// afterAtom reports whether the closing parenthesis before the point ends an atom.
func (s stuck) afterAtom() bool {
	if s.previous(1).Value != ")" {
		return false
	}
	shut := stuck{before: s.before[:len(s.before)-1]}
	return !shut.inGroup()
}

func isAggregate(word string) bool {
	return strings.Contains(" count sum min max ", " "+word+" ") && word != ""
}

func (s stuck) aggregateName() string {
	if isAggregate(s.previous(2).Value) {
		return s.previous(2).Value
	}
	return s.previous(3).Value
}

// operandBefore reports whether an operand ends right before the point.
func (s stuck) operandBefore() bool { return endsOperand(s.previous(1)) }

// operandBeforeSign reports whether an operand ends before the previous token.
func (s stuck) operandBeforeSign() bool { return endsOperand(s.previous(2)) }

func endsOperand(t Token) bool {
	return t.Type == Ident || t.Type == Int || t.Type == String || t.Value == ")"
}
