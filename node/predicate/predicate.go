// Package predicate asks questions about the states of an execution: S1.role == "leader", or
// some post("b", _).
//
// A comparison names a node, or any or all of them, and a path into its state, which is JSON:
//
//	S1.role == "leader"                      a field
//	any.term >= 3 and not S2.votes["S1"]     any node; the field of a map; a value that is true
//	S1.log.length == 4, S1.log[0].term == 1  a list
//	all.status == "up"                       the world's own: new, up, down
//
// A name with dots or dashes is in quotes: "node-1".role. For a program, some asks for a tuple that holds at a
// node's last step; _ stands for anything:
//
//	some post("b", _)
//
// violation holds when something is violated.
package predicate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"molly/node"
)

// Predicate is a question about the states of a world.
type Predicate struct {
	text  string
	nodes []string
	root  *orNode
}

// The grammar.
type orNode struct {
	And []*andNode `parser:"@@ ( 'or' @@ )*"`
}

type andNode struct {
	Not []*notNode `parser:"@@ ( 'and' @@ )*"`
}

type notNode struct {
	Not     bool         `parser:"@'not'?"`
	Group   *orNode      `parser:"( '(' @@ ')'"`
	Tuple   *tupleNode   `parser:"| 'some' @@"`
	Bad     bool         `parser:"| @'violation'"`
	Compare *compareNode `parser:"| @@ )"`
}

type tupleNode struct {
	Pos      lexer.Position
	Relation string     `parser:"@Ident '('"`
	Args     []*argNode `parser:"( @@ ( ',' @@ )* )? ')'"`
}

type argNode struct {
	Any   bool       `parser:"  @'_'"`
	Value *valueNode `parser:"| @@"`
}

type compareNode struct {
	Pos  lexer.Position
	Node string      `parser:"@( Ident | String )"`
	Path []*stepNode `parser:"@@*"`
	Op   string      `parser:"( @Compare"`
	Want *valueNode  `parser:"  @@ )?"`
}

type stepNode struct {
	Field string     `parser:"  '.' @( Ident | String )"`
	Index *valueNode `parser:"| '[' @@ ']'"`
}

type valueNode struct {
	Number *string `parser:"  @Number"`
	Text   *string `parser:"| @String"`
	True   bool    `parser:"| @'true'"`
	False  bool    `parser:"| @'false'"`
	Null   bool    `parser:"| @'null'"`
}

var parser = sync.OnceValue(func() *participle.Parser[orNode] {
	return participle.MustBuild[orNode](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "space", Pattern: `\s+`},
			{Name: "Number", Pattern: `-?[0-9]+(\.[0-9]+)?`},
			{Name: "Ident", Pattern: `[\pL_][\pL\pN_]*`},
			{Name: "String", Pattern: `"(\\.|[^"\\])*"`},
			{Name: "Compare", Pattern: `==|!=|<=|>=|<|>`},
			{Name: "Punct", Pattern: `[().,\[\]]`},
		})),
		participle.UseLookahead(2),
	)
})

// ParseError says where a predicate is wrong.
type ParseError struct {
	Text   string
	Column int // in characters, from 1
	Err    string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("the condition is wrong at column %d: %s\n    %s\n    %s^", e.Column, e.Err, e.Text, strings.Repeat(" ", max(0, e.Column-1)))
}

// Parse reads a predicate over some nodes. The error is a *ParseError.
func Parse(text string, nodes []string) (*Predicate, error) {
	root, err := parser().ParseString("", text)
	var wrong participle.Error
	if errors.As(err, &wrong) {
		hint := wrong.Message()
		if strings.Contains(text, "=") && !strings.ContainsAny(strings.ReplaceAll(text, "==", ""), "<>!") && strings.Contains(strings.ReplaceAll(text, "==", ""), "=") {
			hint += "; equality is written =="
		}
		return nil, &ParseError{text, wrong.Position().Column, hint}
	} else if err != nil {
		return nil, &ParseError{text, 1, err.Error()}
	}
	p := &Predicate{text, nodes, root}
	var bad error
	p.compares(func(c *compareNode) {
		c.Node = unquoted(c.Node)
		for _, s := range c.Path {
			s.Field = unquoted(s.Field)
		}
		if !slices.Contains(nodes, c.Node) && c.Node != "any" && c.Node != "all" && bad == nil {
			bad = &ParseError{text, c.Pos.Column, fmt.Sprintf("there is no node %q; there are %s, and any and all of them", c.Node, strings.Join(nodes, ", "))}
		}
		if len(c.Path) == 0 && bad == nil {
			bad = &ParseError{text, c.Pos.Column, fmt.Sprintf("say what of %s is meant, such as %s.role", c.Node, c.Node)}
		}
	})
	if bad != nil {
		return nil, bad
	}
	return p, nil
}

func unquoted(s string) string {
	if t, err := strconv.Unquote(s); err == nil {
		return t
	}
	return s
}

// String is the predicate as it was written.
func (p *Predicate) String() string { return p.text }

// Names reports whether the predicate speaks of a node by its name.
func (p *Predicate) Names(name string) bool {
	found := false
	p.compares(func(c *compareNode) { found = found || c.Node == name })
	return found
}

// compares calls yield for each comparison.
func (p *Predicate) compares(yield func(*compareNode)) {
	var walk func(o *orNode)
	walk = func(o *orNode) {
		for _, a := range o.And {
			for _, n := range a.Not {
				if n.Group != nil {
					walk(n.Group)
				} else if n.Compare != nil {
					yield(n.Compare)
				}
			}
		}
	}
	walk(p.root)
}

// Eval is whether the predicate holds now.
func (p *Predicate) Eval(w *node.World) bool { return p.NewCache().Eval(w, -1) }

// Cache is a predicate that remembers the states of the nodes of one execution.
type Cache struct {
	p      *Predicate
	states []any // as read from JSON; nil is unknown
	known  []bool
}

// NewCache remembers nothing yet.
func (p *Predicate) NewCache() *Cache {
	return &Cache{p, make([]any, len(p.nodes)), make([]bool, len(p.nodes))}
}

// Eval is whether the predicate holds now, when since the last call the node that moved took steps and no other:
// -1 says that any may have.
func (c *Cache) Eval(w *node.World, moved int) bool {
	if moved < 0 || len(c.p.nodes) != len(w.System.Nodes) {
		clear(c.known)
	} else {
		c.known[moved] = false
	}
	return c.or(w, c.p.root)
}

func (c *Cache) or(w *node.World, o *orNode) bool {
	return slices.ContainsFunc(o.And, func(a *andNode) bool {
		return !slices.ContainsFunc(a.Not, func(n *notNode) bool { return !c.one(w, n) })
	})
}

func (c *Cache) one(w *node.World, n *notNode) bool {
	var holds bool
	switch {
	case n.Group != nil:
		holds = c.or(w, n.Group)
	case n.Bad:
		holds = w.Violation() != nil
	case n.Tuple != nil:
		holds = c.some(w, n.Tuple)
	default:
		holds = c.compare(w, n.Compare)
	}
	return holds != n.Not
}

// state is a node's state as read from JSON.
func (c *Cache) state(w *node.World, i int) any {
	if !c.known[i] {
		c.states[i], c.known[i] = Value(w.State(i)), true
	}
	return c.states[i]
}

// Value is what encoding/json reads of what it writes: maps, lists, strings, json.Number, booleans, nil.
func Value(state any) any {
	text, err := json.Marshal(state)
	if err != nil {
		return nil
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return nil
	}
	return v
}

func (c *Cache) compare(w *node.World, n *compareNode) bool {
	holds := func(i int) bool {
		if len(n.Path) == 1 && n.Path[0].Field == "status" {
			return matches(w.Status(i).String(), n)
		}
		v, ok := follow(c.state(w, i), n.Path)
		return ok && matches(v, n)
	}
	switch n.Node {
	case "any":
		for i := range c.p.nodes {
			if holds(i) {
				return true
			}
		}
		return false
	case "all":
		for i := range c.p.nodes {
			if !holds(i) {
				return false
			}
		}
		return true
	}
	return holds(slices.Index(c.p.nodes, n.Node))
}

// follow goes along a path. It reports false where the path leads nowhere.
func follow(v any, path []*stepNode) (any, bool) {
	for _, s := range path {
		switch at := v.(type) {
		case map[string]any:
			name := s.Field
			if s.Index != nil {
				name = fmt.Sprint(s.Index.value())
			}
			next, ok := at[name]
			if !ok {
				return nil, false
			}
			v = next
		case []any:
			if s.Field == "length" {
				v = json.Number(strconv.Itoa(len(at)))
				continue
			}
			if s.Index == nil || s.Index.Number == nil {
				return nil, false
			}
			i, err := strconv.Atoi(*s.Index.Number)
			if err != nil || i < 0 || i >= len(at) {
				return nil, false
			}
			v = at[i]
		case nil: // a list that nothing was added to
			if s.Field != "length" {
				return nil, false
			}
			v = json.Number("0")
		default:
			return nil, false
		}
	}
	return v, true
}

func (n *valueNode) value() any {
	switch {
	case n.Number != nil:
		return json.Number(*n.Number)
	case n.Text != nil:
		return unquoted(*n.Text)
	case n.True, n.False:
		return n.True
	}
	return nil
}

// matches compares a value of a state with what is wanted.
func matches(v any, n *compareNode) bool {
	if n.Want == nil {
		b, is := v.(bool)
		return is && b
	}
	want := n.Want.value()
	order, comparable := 0, false
	switch x := v.(type) {
	case json.Number:
		if y, ok := want.(json.Number); ok {
			order, comparable = numbers(x, y), true
		}
	case string:
		if y, ok := want.(string); ok {
			order, comparable = strings.Compare(x, y), true
		}
	case bool, nil:
		if v == want {
			comparable = true
		}
	}
	switch n.Op {
	case "==":
		return comparable && order == 0
	case "!=":
		return !comparable || order != 0
	case "<":
		return comparable && order < 0
	case "<=":
		return comparable && order <= 0
	case ">":
		return comparable && order > 0
	default:
		return comparable && order >= 0
	}
}

// numbers compares two numbers, integers exactly.
func numbers(x, y json.Number) int {
	a, errA := x.Int64()
	b, errB := y.Int64()
	if errA == nil && errB == nil {
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	}
	f, _ := x.Float64()
	g, _ := y.Float64()
	switch {
	case f < g:
		return -1
	case f > g:
		return 1
	}
	return 0
}

// some asks for a tuple among what holds at the last steps.
func (c *Cache) some(w *node.World, t *tupleNode) bool {
	for i := range c.p.nodes {
		state, _ := c.state(w, i).(map[string]any)
		holds, _ := state["holds"].(map[string]any)
		rows, _ := holds[t.Relation].([]any)
		for _, row := range rows {
			if cells, ok := row.([]any); ok && fits(cells, t.Args) {
				return true
			}
		}
	}
	return false
}

func fits(cells []any, args []*argNode) bool {
	if len(cells) != len(args) {
		return false
	}
	for i, a := range args {
		if !a.Any && cells[i] != a.Value.value() {
			return false
		}
	}
	return true
}
