package provenance

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/eval"
	"molly/internal/nearest"
)

// Goal is a fact, or a pattern of facts: the zero Value in Args means any value.
// [ParseGoal] reads what [datalog.Program.FormatFact] writes of it.
type Goal struct{ datalog.Fact }

// goalOf is the goal that is a tuple or pattern at a time.
func goalOf(r datalog.RelID, time int, args []datalog.Value) Goal {
	return Goal{datalog.Fact{Relation: r, Args: args, Time: time}}
}

// IsPattern reports whether some column may have any value.
func (g Goal) IsPattern() bool { return isPattern(g.Args) }

func isPattern(args []datalog.Value) bool { return slices.Contains(args, datalog.Value{}) }

// Matches returns the tuples of a run that match, sorted.
func (g Goal) Matches(run *eval.Run) []datalog.Fact {
	var list []datalog.Fact
	for _, f := range matching(run.Lineage, g.Relation, g.Time, g.Args) {
		list = append(list, run.Fact(f))
	}
	return list
}

// matching returns the facts that match a pattern, sorted.
func matching(l *eval.Lineage, r datalog.RelID, time int, pattern []datalog.Value) []eval.FactID {
	if !isPattern(pattern) {
		if f, ok := l.Find(r, time, pattern); ok {
			return []eval.FactID{f}
		}
		return nil
	}
	type match struct {
		fact eval.FactID
		args []datalog.Value
	}
	var found []match
	for _, f := range l.At(r, time) {
		if args := l.Args(f); matches(pattern, args) {
			found = append(found, match{f, args})
		}
	}
	slices.SortFunc(found, func(a, b match) int { return datalog.CompareTuples(a.args, b.args) })
	list := make([]eval.FactID, len(found))
	for i, m := range found {
		list[i] = m.fact
	}
	return list
}

func matches(pattern, args []datalog.Value) bool {
	for i, v := range pattern {
		if v.Type() != datalog.Unknown && v != args[i] {
			return false
		}
	}
	return true
}

// ParseGoal reads a goal such as log("b", "hello")@4. Without a time it is of EOT; _ is
// any value.
func ParseGoal(p *datalog.Program, eot int, text string) (Goal, error) {
	s := &goalScanner{whole: text, rest: text}
	g, err := s.goal(p, eot)
	if err != nil {
		return Goal{}, fmt.Errorf("%s is not a tuple of this program: %w", text, err)
	}
	return g, nil
}

// goalScanner reads a goal from left to right.
type goalScanner struct{ whole, rest string }

func (s *goalScanner) goal(p *datalog.Program, eot int) (Goal, error) {
	name := s.word()
	if name == "" {
		return Goal{}, fmt.Errorf(`write it as in the program, such as log("b", 1)@%d`, eot)
	}
	relation, ok := p.Lookup(name)
	if !ok {
		return Goal{}, unknownRelation(p, name)
	}
	r := p.Relations[relation]
	if !s.token("(") {
		return Goal{}, fmt.Errorf("%s is a relation; a tuple of it has %s, such as %s", name, columns(r.Arity()), example(p, relation, eot))
	}
	args, err := s.args()
	if err != nil {
		return Goal{}, err
	}
	if len(args) != r.Arity() {
		return Goal{}, fmt.Errorf("%s has %s, not %d, such as %s", name, columns(r.Arity()), len(args), example(p, relation, eot))
	}
	for i, v := range args {
		if t := v.Type(); t != datalog.Unknown && r.Types[i] != datalog.Unknown && t != r.Types[i] {
			return Goal{}, fmt.Errorf("column %d of %s holds type %s, and %v is of type %s", i+1, name, r.Types[i], v, t)
		}
	}
	time := eot
	if s.token("@") {
		word := s.word()
		if time, err = strconv.Atoi(word); err != nil {
			return Goal{}, fmt.Errorf("a time must follow @, a number from 1 to %d", eot)
		}
	}
	if s.token(";"); s.rest != "" {
		return Goal{}, fmt.Errorf("%q follows it", s.rest)
	}
	if time < 1 || time > eot {
		return Goal{}, fmt.Errorf("the run has the times 1 to %d, not %d", eot, time)
	}
	return goalOf(relation, time, args), nil
}

func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// example writes a goal of a relation: the tuples at the first place that the program names
// where strings are in its first column.
func example(p *datalog.Program, r datalog.RelID, eot int) string {
	g := goalOf(r, eot, make([]datalog.Value, p.Relations[r].Arity()))
	if places := p.Places(); len(places) > 0 && len(g.Args) > 1 && p.Relations[r].Types[0] == datalog.Text {
		g.Args[0] = datalog.String(places[0])
	}
	return p.FormatFact(g.Fact)
}

// args reads the columns and the closing parenthesis.
func (s *goalScanner) args() ([]datalog.Value, error) {
	if s.token(")") {
		return nil, nil
	}
	var args []datalog.Value
	for {
		v, err := s.value()
		if err != nil {
			return nil, err
		}
		args = append(args, v)
		if s.token(")") {
			return args, nil
		}
		if !s.token(",") {
			return nil, fmt.Errorf("a comma or ) is missing after column %d", len(args))
		}
	}
}

func (s *goalScanner) value() (datalog.Value, error) {
	s.space()
	if quoted, err := strconv.QuotedPrefix(s.rest); err == nil && quoted[0] == '"' {
		s.rest = s.rest[len(quoted):]
		text, err := strconv.Unquote(quoted)
		return datalog.String(text), err
	}
	minus := ""
	if s.token("-") {
		minus = "-"
	}
	word := s.word()
	if n, err := strconv.ParseInt(minus+word, 10, 64); err == nil {
		return datalog.Int(n), nil
	}
	switch {
	case word == "_" && minus == "":
		return datalog.Value{}, nil
	case word == "":
		return datalog.Value{}, fmt.Errorf("a value is missing before %q: an integer, a string in double quotes, or _", s.rest)
	case word[0] >= '0' && word[0] <= '9':
		return datalog.Value{}, fmt.Errorf("%s%s is not a 64-bit integer", minus, word)
	}
	return datalog.Value{}, fmt.Errorf("%s%s is not a value: strings are in double quotes, and _ is any value", minus, word)
}

// word reads a name or number.
func (s *goalScanner) word() string {
	s.space()
	end := 0
	for end < len(s.rest) && isWordByte(s.rest[end]) {
		end++
	}
	word := s.rest[:end]
	s.rest = s.rest[end:]
	s.space()
	return word
}

func isWordByte(c byte) bool {
	return c == '_' || c == '.' || c == '?' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// token reads t, if it comes next.
func (s *goalScanner) token(t string) bool {
	s.space()
	rest, ok := strings.CutPrefix(s.rest, t)
	s.rest = rest
	s.space()
	return ok
}

func (s *goalScanner) space() { s.rest = strings.TrimLeft(s.rest, " \t\r\n") }

// unknownRelation is the error for a relation that the program does not have.
func unknownRelation(p *datalog.Program, name string) error {
	if name == "crash" {
		return fmt.Errorf("the program does not read crash")
	}
	var names []string
	for _, r := range p.Relations {
		names = append(names, r.Name)
	}
	slices.Sort(names)
	if near := nearest.Word(name, names); near != "" {
		return fmt.Errorf("it has no relation %s (did you mean %s?)", name, near)
	}
	return fmt.Errorf("it has no relation %s; its relations are %s", name, strings.Join(names, ", "))
}
