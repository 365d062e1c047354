package dedalus

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// invariant checks what judges a run: pre and post, never, or else the persistent
// relations.
func (ch *checker) invariant() {
	pre, post := ch.byName[preName], ch.byName[postName]
	hasPre, hasPost := ch.defined(preName), ch.defined(postName)
	switch {
	case hasPre && hasPost:
		ch.compareOutcomes(pre, post)
	case hasPre && !ch.broken:
		ch.lonely(pre, postName, "what must then hold")
	case hasPost && !ch.broken:
		ch.lonely(post, preName, "when it must hold")
	case ch.defined(neverName):
	case !ch.broken:
		ch.judgedByPersistence()
	}
}

func (ch *checker) compareOutcomes(pre, post *relation) {
	if pre.columns != post.columns {
		ch.fail(post.first, "invariant",
			fmt.Sprintf("post has %s, but pre has %d", columns(post.columns), pre.columns),
			"every tuple of pre must be in post, so they have the same columns",
			ch.note(pre.first, fmt.Sprintf("pre has %s here", columns(pre.columns))))
		return
	}
	for i := range pre.types {
		x, y := ch.types.typeOf(pre.types[i]), ch.types.typeOf(post.types[i])
		if x != y && x != datalog.Unknown && y != datalog.Unknown {
			ch.warn(post.first, "invariant",
				fmt.Sprintf("column %d of post is %s, but that of pre is %s, so no tuple of pre can be in post", i+1, withArticle(y), withArticle(x)), "",
				ch.note(pre.first, "pre is defined here"))
		}
	}
}

func (ch *checker) lonely(r *relation, missing, what string) {
	ch.fail(r.defs[0].span, "invariant", fmt.Sprintf("%s is defined, but %s is not", r.name, missing),
		fmt.Sprintf("an invariant has two halves: also define `%s(%s)`, %s", missing, arguments(r.columns), what))
}

// arguments writes n variables.
func arguments(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("X%d", i+1)
	}
	return strings.Join(names, ", ")
}

func (ch *checker) judgedByPersistence() {
	persistent := ch.persistent()
	if good := ch.byName[goodName]; ch.defined(goodName) {
		judged := "this program has no invariant"
		if len(persistent) > 0 {
			judged = "this program is judged by its persistent relations (" + strings.Join(persistent, ", ") + ")"
		}
		args := arguments(good.columns)
		ch.warn(good.defs[0].span, "good", "good has no special meaning: "+judged,
			fmt.Sprintf("write the invariant as pre and post, such as `post(%s) :- good(%s);`, with `pre(%s) :- …;` saying when it is owed", args, args, args))
		return
	}
	if len(persistent) == 0 && !ch.list.HasErrors() {
		ch.warn(ch.beginning(), "unjudged", "this program has no invariant",
			"define pre and post, or let a relation persist: `log(X, Y)@next :- log(X, Y);`")
	}
}

// beginning returns the place of the first clause, or of the first file.
func (ch *checker) beginning() span {
	if len(ch.clauses) > 0 {
		return ch.clauses[0].span
	}
	if len(ch.sources) > 0 {
		return span{datalog.Position{File: ch.sources[0].name, Line: 1, Column: 1}, 1}
	}
	return span{}
}

// persistent returns the relations that a rule keeps as they are, in order of
// appearance.
func (ch *checker) persistent() []string {
	keeps := map[string]bool{}
	for _, c := range ch.clauses {
		if keepsRelation(c) {
			keeps[c.name] = true
		}
	}
	var names []string
	for _, r := range ch.relations {
		if keeps[r.name] {
			names = append(names, r.name)
		}
	}
	return names
}

// keepsRelation recognizes p(X1, …, Xk)@next :- p(X1, …, Xk).
func keepsRelation(c *clause) bool {
	if c.fact || c.timing != datalog.Inductive || len(c.body) != 1 || c.body[0].kind != datalog.Positive {
		return false
	}
	from := c.body[0].atom
	if from.name != c.name || from.when.given() || len(from.args) != len(c.cols) {
		return false
	}
	seen := map[string]bool{}
	for i, col := range c.cols {
		if col.aggregate != datalog.NoAggregate || col.kind != datalog.Variable || seen[col.name] || !sameTerm(col.expr, from.args[i]) {
			return false
		}
		seen[col.name] = true
	}
	return true
}
