package dedalus

import (
	"fmt"

	"molly/datalog"
	"molly/dedalus/syntax"
	"molly/internal/nearest"
)

// collect finds the relations of the program.
func (ch *checker) collect() {
	ch.byName = map[string]*relation{}
	get := func(name string) *relation {
		r := ch.byName[name]
		if r == nil {
			r = &relation{name: name, id: datalog.RelID(len(ch.relations))}
			ch.byName[name] = r
			ch.relations = append(ch.relations, r)
		}
		return r
	}
	for _, c := range ch.clauses {
		if ch.over() {
			return
		}
		r := get(c.name)
		r.defs = append(r.defs, use{c.span, len(c.cols)})
		c.atoms(func(a *atom, _ bool) {
			r := get(a.name)
			r.reads = append(r.reads, use{a.span, len(a.args)})
		})
	}
}

// arities checks that a relation has the same number of columns everywhere. Its
// first fact or head says which, else its first use.
func (ch *checker) arities() {
	for _, r := range ch.relations {
		if b := ch.builtinOf(r.name); b != nil {
			r.columns = len(b.types)
			continue
		}
		uses := append(append([]use{}, r.defs...), r.reads...)
		r.columns, r.first = uses[0].columns, uses[0].span
		for _, u := range uses[1:] {
			if u.columns != r.columns {
				ch.fail(u.span, "arity",
					fmt.Sprintf("%s has %s here, but %d elsewhere", r.name, columns(u.columns), r.columns), "",
					ch.note(r.first, fmt.Sprintf("%s here", columns(r.columns))))
			}
		}
	}
}

func columns(n int) string {
	if n == 1 {
		return "1 column"
	}
	return fmt.Sprintf("%d columns", n)
}

// definitions warns about relations that are read but never defined, and, in a
// program without errors, the other way round.
func (ch *checker) definitions() {
	defined := ch.definedNames()
	failed := ch.list.HasErrors()
	invariant := ch.defined(preName) || ch.defined(postName) || ch.defined(neverName)
	for _, r := range ch.relations {
		outcome := r.name == preName || r.name == postName || r.name == neverName
		switch {
		case ch.over():
			return
		case r.name == clockName || ch.builtinOf(r.name) != nil:
		case len(r.defs) == 0 && !(outcome && r.name != neverName && invariant):
			hint := ""
			near := nearest.Word(r.name, defined)
			if near != "" {
				hint = fmt.Sprintf("did you mean `%s`?", near)
			} else {
				hint = syntax.ClockHint(r.name)
			}
			ch.warn(r.reads[0].span, "undefined", fmt.Sprintf("nothing defines %s", r.name), hint)
			if near != "" && ch.byName[near].columns == r.columns {
				ch.fix("write `"+near+"`", r.rename(near)...)
			}
		case len(r.reads) == 0 && !failed && !outcome && (invariant || r.name != goodName):
			ch.warn(r.defs[0].span, "unread", fmt.Sprintf("nothing reads %s", r.name), "")
		}
	}
	for _, k := range ch.consts {
		if !k.used && !failed {
			ch.warn(k.span, "unread", fmt.Sprintf("nothing uses the constant %s", k.Name), "")
		}
	}
}

// defined reports whether a fact or a rule defines a relation.
func (ch *checker) defined(name string) bool {
	r := ch.byName[name]
	return r != nil && len(r.defs) > 0
}
