package randprog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Program makes a program. It is a function of what r yields and of o.
func Program(r *rand.Rand, o Options) string {
	g := &generator{r: r, o: o, names: map[string]int{}}
	n := o.Nodes
	if n == 0 {
		n = 2 + r.IntN(2)
	}
	for i := range n {
		g.nodes = append(g.nodes, string(rune('a'+i)))
	}
	g.payload = pick(g, number, number, text)
	g.network()
	if o.Kind == Pure || o.Kind == Mixed && g.chance(0.35) {
		g.pure()
	} else {
		g.protocol()
	}
	switch {
	case o.Wide && !o.NoInvariant && !o.WithInvariant && g.chance(0.4):
		g.never()
		if g.chance(0.4) {
			g.invariant()
		}
	case o.NoInvariant || !o.WithInvariant && g.chance(0.07):
		g.persistAll()
	default:
		g.invariant()
	}
	g.trim()
	if o.Wide {
		g.widen()
	}
	return strings.Join(g.facts, "\n") + "\n" + strings.Join(g.rules, "\n") + "\n"
}

// kind is what a column holds.
type kind uint8

const (
	place  kind = iota // the name of a node, or of none
	text               // another string
	number             // a small integer
	huge               // an integer that nothing may be computed from
)

// relation is a relation of the program.
type relation struct {
	name    string
	columns []kind
	// level orders the relations within a time: what a deductive rule reads is not
	// above its head, and what it negates or aggregates is below.
	level    int
	observer bool // only observer rules may read it
}

func (r *relation) String() string { return r.name }

// generator is a program in the making.
type generator struct {
	r       *rand.Rand
	o       Options
	nodes   []string
	payload kind // of what spreads: text or number

	relations []*relation
	links     []*relation // from a place to a place
	claims    []*relation // a place and a payload that it has in some sense
	facts     []string
	rules     []string
	names     map[string]int
	stable    []string    // of wide programs: the relations declared stable
	alarms    []*relation // of wide programs: the claims that order, copies or outages decide
}

// declare adds a relation whose name begins with a stem.
func (g *generator) declare(stem string, level int, columns ...kind) *relation {
	g.names[stem]++
	name := stem
	if n := g.names[stem]; n > 1 {
		name = fmt.Sprintf("%s%d", stem, n)
	}
	rel := &relation{name: name, columns: columns, level: level}
	g.relations = append(g.relations, rel)
	return rel
}

// claim declares a relation of a place and a payload.
func (g *generator) claim(stem string, level int) *relation {
	rel := g.declare(stem, level, place, g.payload)
	g.claims = append(g.claims, rel)
	return rel
}

func (g *generator) fact(rel *relation, time int, args ...string) {
	f := fmt.Sprintf("%s(%s)@%d;", rel, strings.Join(args, ", "), time)
	if !slices.Contains(g.facts, f) {
		g.facts = append(g.facts, f)
	}
}

// rule adds a rule; body literals may be empty strings.
func (g *generator) rule(head string, body ...string) {
	body = slices.DeleteFunc(body, func(l string) bool { return l == "" })
	rule := fmt.Sprintf("%s :- %s;", head, strings.Join(body, ", "))
	if !slices.Contains(g.rules, rule) {
		g.rules = append(g.rules, rule)
	}
}

// persist adds the rule by which a relation keeps its tuples.
func (g *generator) persist(rel *relation, further ...string) {
	vars := make([]string, len(rel.columns))
	for i := range vars {
		vars[i] = fmt.Sprintf("X%d", i+1)
	}
	g.rule(atom(rel, vars...)+"@next", append([]string{atom(rel, vars...)}, further...)...)
}

// persistAll makes the claims persist that nothing else keeps, for a program that
// is judged by what persists.
func (g *generator) persistAll() {
	for _, c := range g.claims {
		if g.chance(0.5) || c == g.claims[len(g.claims)-1] {
			g.persist(c)
		}
	}
}

// trim drops rules until there are no more than allowed. A program without a rule
// still passes the checks, if pre and post both keep theirs.
func (g *generator) trim() {
	for len(g.rules) > g.o.maxRules() {
		i := g.r.IntN(len(g.rules))
		if !strings.HasPrefix(g.rules[i], "pre(") && !strings.HasPrefix(g.rules[i], "post(") && !strings.HasPrefix(g.rules[i], "never(") {
			g.rules = slices.Delete(g.rules, i, i+1)
		}
	}
}

// room reports whether n more rules leave enough for the invariant.
func (g *generator) room(n int) bool { return len(g.rules)+n+5 <= g.o.maxRules() }

func (g *generator) chance(p float64) bool { return g.r.Float64() < p }

func pick[T any](g *generator, from ...T) T { return from[g.r.IntN(len(from))] }

// when returns s with a probability, and else nothing.
func (g *generator) when(p float64, s string) string {
	if g.chance(p) {
		return s
	}
	return ""
}

// atom writes a relation with arguments.
func atom(rel *relation, args ...string) string {
	return fmt.Sprintf("%s(%s)", rel, strings.Join(args, ", "))
}

// constant writes a constant of a kind.
func (g *generator) constant(k kind) string {
	switch k {
	case place:
		return fmt.Sprintf("%q", pick(g, g.nodes...))
	case text:
		return pick(g, `"x"`, `"x"`, `"y"`)
	default:
		return pick(g, "-1", "0", "1", "1", "1", "2", "2", "2", "3")
	}
}
