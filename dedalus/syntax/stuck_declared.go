package syntax

// declaration returns the word that begins the clause where that is stable, const or may and
// a name follows, or could have.
func (s stuck) declaration() string {
	if len(s.before) == 0 || s.before[0].Type != Ident {
		return ""
	}
	next := s.token()
	if len(s.before) > 1 {
		next = s.before[1]
	}
	switch word := s.before[0].Value; {
	case word != "stable" && word != "const" && word != "may":
		return ""
	case next.Type == Ident, len(s.before) == 1 && next.Value != "(" && next.Value != "@" && next.Value != ":-":
		return word
	default:
		return ""
	}
}

// declared says what could come at the point of a stable or const clause, or behind may;
// it is empty elsewhere.
func (s stuck) declared() string {
	p := s.previous(1)
	switch word := s.declaration(); {
	case word == "" || len(s.before) == 1 && word == p.Value && s.token().Type == Ident:
		return ""
	case len(s.before) == 1 && word == "const":
		return "a name for the constant"
	case len(s.before) == 1:
		return "a relation"
	case word == "stable" && p.Value == ",":
		return "a relation"
	case word == "stable":
		return "`,` or `;`"
	case word == "const" && len(s.before) == 2:
		return "`=`"
	case word == "const" && p.Value == "=":
		return "a number or a string in double quotes"
	case word == "const" && p.Value == "-":
		return "a number"
	case word == "const":
		return "`;`"
	default:
		return ""
	}
}

// declaredHint guesses what was meant in such a clause, and in a range of times.
func (s stuck) declaredHint() string {
	t, p := s.token(), s.previous(1)
	switch word := s.declaration(); {
	case word == "stable" && t.Value == "(":
		return "a stable clause names relations: `stable p, q;`"
	case word == "const" && len(s.before) == 2 && t.Value != "(":
		return "a constant is written `const K = 3;`"
	case word == "const" && p.Value == "=" && t.Type == Ident:
		return "a constant is one value: a string is written \"" + t.Value + "\""
	case word == "const" && len(s.before) > 3 && isOperator(t):
		return "a constant is one value; compute with it where it is used"
	}
	afterTime := s.previous(2).Value == "@" && p.Type == Int && !s.inBody()
	switch {
	case afterTime && (t.Value == "-" || t.Value == "," || t.Value == "." || t.Value == ":"):
		return "a range of times is written `@1..9`; one that lasts to the end of the run, `@1..`"
	case s.inRange() && (t.Value == "." || t.Type == Dots):
		return "a range of times has two dots: `@1..9`"
	default:
		return ""
	}
}

// inRange reports whether the point comes right after the dots of a range of times.
func (s stuck) inRange() bool { return s.previous(1).Type == Dots && s.opener() < 0 }

func isOperator(t Token) bool {
	return len(t.Value) == 1 && (t.Value == "+" || t.Value == "-" || t.Value == "*" || t.Value == "/" || t.Value == "%")
}
