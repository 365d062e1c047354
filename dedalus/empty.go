package dedalus

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/internal/nearest"
)

// beginnings warns about relations that can never hold a tuple, because only rules
// define them that need a tuple of theirs first: such as one that has its rule of
// persistence and nothing that it could keep.
//
// A relation can hold something when it has a fact, or a rule whose positive premises
// all can; one that nothing defines has its own warning, and counts as one that can. Of
// those that cannot, the ones are named that depend on each other and on no other such
// relation: the rest follows from them. Files without pre, post and never are not judged: they
// may be a part of a program.
func (ch *checker) beginnings() {
	if !ch.defined(preName) && !ch.defined(postName) && !ch.defined(neverName) {
		return
	}
	can := make([]bool, len(ch.relations))
	for _, r := range ch.relations {
		can[r.id] = len(r.defs) == 0
	}
	for again := true; again; {
		again = false
		for _, c := range ch.clauses {
			if ch.over() {
				return
			}
			if head := ch.byName[c.name].id; !can[head] && len(ch.missing(c, can)) == 0 {
				can[head], again = true, true
			}
		}
	}
	needs := make([][]datalog.RelID, len(ch.relations))
	for _, c := range ch.clauses {
		if head := ch.byName[c.name].id; !can[head] {
			needs[head] = append(needs[head], ch.missing(c, can)...)
		}
	}
	component := make([]int, len(ch.relations))
	number := 0
	datalog.Components(len(ch.relations), func(v int, yield func(int)) {
		for _, w := range needs[v] {
			yield(int(w))
		}
	}, func(members []int) {
		number++
		first := true // no member needs another component's relation
		for _, m := range members {
			component[m] = number
		}
		for _, m := range members {
			for _, w := range needs[m] {
				first = first && component[w] == number
			}
		}
		if first && !can[members[0]] && !ch.over() {
			ch.neverBegins(members, can)
		}
	})
}

// missing lists the relations of a clause's positive premises that hold nothing.
func (ch *checker) missing(c *clause, can []bool) []datalog.RelID {
	var list []datalog.RelID
	c.atoms(func(a *atom, negated bool) {
		if id := ch.byName[a.name].id; !negated && !can[id] {
			list = append(list, id)
		}
	})
	return list
}

// neverBegins reports relations that need each other.
func (ch *checker) neverBegins(members []int, can []bool) {
	var names, others []string
	for _, m := range members {
		names = append(names, ch.relations[m].name)
	}
	for _, r := range ch.relations {
		if can[r.id] {
			others = append(others, r.name)
		}
	}
	first := ch.relations[members[0]]
	hint := "give it a fact, or a rule that begins it"
	message := fmt.Sprintf("%s never holds anything: every rule that concludes it needs it first", first.name)
	if len(names) > 1 {
		hint = "give one of them a fact, or a rule that begins it"
		message = fmt.Sprintf("%s never hold anything: each rule that concludes one of them needs one of them first", strings.Join(names, ", "))
	}
	if near := nearestInAnyCase(first.name, others); near != "" {
		hint += fmt.Sprintf("; did you mean `%s`?", near)
	}
	ch.warn(first.defs[0].span, "never-defined", message, hint)
}

// nearestInAnyCase is the name that was probably meant: one that differs in case alone,
// or else the nearest one.
func nearestInAnyCase(name string, names []string) string {
	same := func(n string) bool { return n != name && strings.EqualFold(n, name) }
	if i := slices.IndexFunc(names, same); i >= 0 {
		return names[i]
	}
	return nearest.Word(name, names)
}
