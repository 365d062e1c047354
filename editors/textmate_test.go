package editors

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
)

// A grammar is a TextMate grammar. The interpreter here knows the part of the format that
// dedalus.tmLanguage.json uses, and refuses other keys: regular expressions that Go has, and
// lookahead where an alternative ends.
type grammar struct {
	Name       string           `json:"name"`
	ScopeName  string           `json:"scopeName"`
	FileTypes  []string         `json:"fileTypes"`
	Patterns   []*rule          `json:"patterns"`
	Repository map[string]*rule `json:"repository"`
}

type rule struct {
	Name          string   `json:"name"`
	Include       string   `json:"include"`
	Match         *pattern `json:"match"`
	Captures      captures `json:"captures"`
	Begin         *pattern `json:"begin"`
	BeginCaptures captures `json:"beginCaptures"`
	End           *pattern `json:"end"`
	EndCaptures   captures `json:"endCaptures"`
	Patterns      []*rule  `json:"patterns"`
}

type captures map[string]struct {
	Name string `json:"name"`
}

// pattern is a regular expression in which a lookahead is a group: where that takes part in a
// match, the match ends before it.
type pattern struct {
	*regexp.Regexp
	ahead map[int]bool
}

func (p *pattern) UnmarshalJSON(data []byte) error {
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	text = "(?m:" + strings.ReplaceAll(text, "(?=", "(?P<ahead>") + ")"
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return err
	}
	if err := known(tree, true); err != nil {
		return fmt.Errorf("%s %w", text, err)
	}
	*p = pattern{regexp.MustCompile(text), map[int]bool{}}
	for i, name := range p.SubexpNames() {
		p.ahead[i] = name == "ahead"
	}
	return nil
}

// known refuses what the interpreter would get wrong: lookahead that is not last, and what
// looks back, since a search begins where the last one ended.
func known(re *syntax.Regexp, last bool) error {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return fmt.Errorf("looks back by %v", re)
	case syntax.OpCapture:
		if re.Name == "ahead" && !last {
			return fmt.Errorf("has a lookahead that is not last in an alternative")
		}
		last = false
	}
	for i, sub := range re.Sub {
		passes := re.Op == syntax.OpAlternate || re.Op == syntax.OpConcat && i == len(re.Sub)-1
		if err := known(sub, last && passes); err != nil {
			return err
		}
	}
	return nil
}

// find returns the first match from a place on: the places of its groups as regexp has them,
// without those of lookaheads.
func (p *pattern) find(line string, from int) []int {
	m := p.FindStringSubmatchIndex(line[from:])
	if m == nil {
		return nil
	}
	groups := []int{}
	end := m[1]
	for i := 0; i < len(m); i += 2 {
		switch {
		case m[i] < 0 && !p.ahead[i/2]:
			groups = append(groups, -1, -1)
		case !p.ahead[i/2]:
			groups = append(groups, m[i]+from, m[i+1]+from)
		case m[i] >= 0:
			end = m[i]
		}
	}
	groups[1] = end + from
	return groups
}

func readGrammar(path string) (*grammar, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	g := new(grammar)
	return g, d.Decode(g)
}

// candidates are the rules that a list of patterns stands for, in order.
func (g *grammar) candidates(patterns []*rule) []*rule {
	var list []*rule
	for _, r := range patterns {
		switch {
		case r.Include != "":
			list = append(list, g.candidates([]*rule{g.Repository[strings.TrimPrefix(r.Include, "#")]})...)
		case r.Match == nil && r.Begin == nil:
			list = append(list, g.candidates(r.Patterns)...)
		default:
			list = append(list, r)
		}
	}
	return list
}

// scopes returns the scopes of each byte of a text, without the grammar's own.
func (g *grammar) scopes(text string) [][]string {
	root := &rule{Patterns: g.Patterns}
	state := painter{g: g, stack: []*rule{root}, expanded: map[*rule][]*rule{}, scopes: make([][]string, 0, len(text))}
	for line := range strings.SplitAfterSeq(text, "\n") {
		state.line(line)
	}
	return state.scopes
}

// painter goes over the lines of a text.
type painter struct {
	g        *grammar
	stack    []*rule // the regions that a place is in, the first one the whole text
	expanded map[*rule][]*rule
	scopes   [][]string
}

func (s *painter) line(line string) {
	for at := 0; ; {
		top := s.stack[len(s.stack)-1]
		found, m := s.next(top, line, at)
		if m == nil {
			s.paint(at, len(line))
			return
		}
		s.paint(at, m[0])
		at = m[1]
		switch {
		case found == nil: // the end of the region
			s.match(m, top.EndCaptures)
			s.stack = s.stack[:len(s.stack)-1]
		case found.Begin != nil:
			s.stack = append(s.stack, found)
			s.match(m, found.BeginCaptures)
		default:
			s.match(m, found.Captures, found.Name)
		}
	}
}

// next finds the rule that matches first; at the same place the end of the region comes before
// all rules. No rule and no match: nothing matches.
func (s *painter) next(top *rule, line string, at int) (found *rule, m []int) {
	if top.End != nil {
		m = top.End.find(line, at)
	}
	if s.expanded[top] == nil {
		s.expanded[top] = s.g.candidates(top.Patterns)
	}
	for _, r := range s.expanded[top] {
		p := r.Match
		if p == nil {
			p = r.Begin
		}
		if try := p.find(line, at); try != nil && (m == nil || try[0] < m[0]) {
			if try[0] == try[1] {
				panic("a rule that matches nothing: " + p.String())
			}
			found, m = r, try
		}
	}
	return found, m
}

// paint gives a stretch of the line the scopes of the regions, and more.
func (s *painter) paint(from, to int, more ...string) {
	var list []string
	for _, r := range s.stack {
		list = append(list, r.Name)
	}
	list = slices.DeleteFunc(append(list, more...), func(name string) bool { return name == "" })
	for range to - from {
		s.scopes = append(s.scopes, list)
	}
}

// match paints what a pattern has matched, and its groups, which do not overlap.
func (s *painter) match(m []int, c captures, more ...string) {
	at := m[0]
	more = append(more, c["0"].Name)
	for i := 2; i < len(m); i += 2 {
		if m[i] < m[i+1] {
			s.paint(at, m[i], more...)
			s.paint(m[i], m[i+1], append(more, c[strconv.Itoa(i/2)].Name)...)
			at = m[i+1]
		}
	}
	s.paint(at, m[1], more...)
}
