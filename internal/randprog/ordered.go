package randprog

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"molly/dedalus"
)

// NewOrderedTask is NewSymmetricTask for programs that compare the names of nodes by order:
// renaming maps their clauses to each other, but not always their runs.
func NewOrderedTask(r *rand.Rand, o Options, limit int64) Task {
	for {
		src := Symmetric(r, Ordered(r, Program(r, o)))
		parsed, diagnostics := dedalus.ParseString("random.ded", src)
		if diagnostics.HasErrors() { // an image may close a cycle through an aggregate
			continue
		}
		p := parsed.Datalog()
		nodes := p.Places()
		t := Task{src, p, nodes, Spec(r, len(nodes), limit)}
		if t.taken(r) {
			return t
		}
	}
}

// Ordered makes one or two rules of a generated program compare the names of nodes by
// order: by <, <=, > or >= with another name, or by being the min or max of a group.
// Where no rule can, it returns the program as it is.
func Ordered(r *rand.Rand, src string) string {
	clauses := strings.Split(strings.TrimSpace(src), "\n")
	added := 0
	for range 12 {
		if added > r.IntN(2) {
			break
		}
		i := r.IntN(len(clauses))
		more := orderRule(r, clauses[i], fmt.Sprintf("most%d", added+1))
		if len(more) == 0 {
			continue
		}
		changed := slices.Replace(slices.Clone(clauses), i, i+1, more...)
		text := strings.Join(changed, "\n") + "\n"
		if _, diagnostics := dedalus.ParseString("random.ded", text); !diagnostics.HasErrors() {
			clauses = changed
			added++
		}
	}
	return strings.Join(clauses, "\n") + "\n"
}

// placeVariable matches variables for places.
var placeVariable = regexp.MustCompile(`\b[NM]\d*\b`)

// orderRule returns a rule with a literal more, after the rule that defines its relation,
// if that is a new one; or nothing.
func orderRule(r *rand.Rand, rule, relation string) []string {
	head, body, isRule := strings.Cut(strings.TrimSuffix(rule, ";"), " :- ")
	places := placeVariable.FindAllString(body, -1)
	if !isRule || len(places) == 0 || strings.Contains(body, relation[:4]) {
		return nil
	}
	v, w := places[r.IntN(len(places))], places[r.IntN(len(places))]
	if r.IntN(3) == 0 {
		group := w
		if group == v || r.IntN(2) == 0 {
			group = `"all"`
		}
		return []string{
			fmt.Sprintf("%s(%s, %s<%s>) :- %s;", relation, group, []string{"min", "max"}[r.IntN(2)], v, body),
			fmt.Sprintf("%s :- %s, %s(%s, %s);", head, body, relation, group, v),
		}
	}
	if w == v || r.IntN(2) == 0 {
		w = []string{`"a"`, `"aa"`, `"b"`, `"b"`, `"bb"`, `"c"`}[r.IntN(6)]
	}
	if r.IntN(2) == 0 {
		v, w = w, v
	}
	return []string{fmt.Sprintf("%s :- %s, %s %s %s;", head, body, v, []string{"<", "<=", ">", ">="}[r.IntN(4)], w)}
}
