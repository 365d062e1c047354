package dedalus

import (
	"fmt"
	"slices"

	"molly/datalog"
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
		if r.name == crashName {
			r.columns = 3
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

// builtins checks the uses of clock and crash.
func (ch *checker) builtins() {
	if r := ch.byName[clockName]; r != nil {
		for _, u := range append(append([]use{}, r.defs...), r.reads...) {
			ch.fail(u.span, "builtin", "clock cannot be used in a program",
				"it is the relation that the rewriting adds; choose another name")
		}
	}
	r := ch.byName[crashName]
	if r == nil {
		return
	}
	for _, u := range r.defs {
		ch.fail(u.span, "builtin", "crash is built in and cannot be defined",
			"crash(Observer, Node, Time) holds what the failure scenario says")
	}
	for _, u := range r.reads {
		if u.columns != 3 {
			ch.fail(u.span, "builtin", fmt.Sprintf("crash has 3 columns, not %d", u.columns),
				"crash(Observer, Node, Time): two strings and an integer")
		}
	}
}

// definitions warns about relations that are read but never defined, and, in a
// program without errors, the other way round.
func (ch *checker) definitions() {
	var defined []string
	for _, r := range ch.relations {
		if len(r.defs) > 0 {
			defined = append(defined, r.name)
		}
	}
	failed := ch.list.HasErrors()
	invariant := ch.defined(preName) || ch.defined(postName)
	for _, r := range ch.relations {
		outcome := r.name == preName || r.name == postName
		switch {
		case ch.over():
			return
		case r.name == crashName || r.name == clockName:
		case len(r.defs) == 0 && !(outcome && invariant):
			hint := ""
			if near := nearest.Word(r.name, defined); near != "" {
				hint = fmt.Sprintf("did you mean `%s`?", near)
			} else if slices.Contains(clockWords, r.name) {
				hint = noClock
			}
			ch.warn(r.reads[0].span, "undefined", fmt.Sprintf("nothing defines %s", r.name), hint)
		case len(r.reads) == 0 && !failed && !outcome && (invariant || r.name != goodName):
			ch.warn(r.defs[0].span, "unread", fmt.Sprintf("nothing reads %s", r.name), "")
		}
	}
}

// defined reports whether a fact or a rule defines a relation.
func (ch *checker) defined(name string) bool {
	r := ch.byName[name]
	return r != nil && len(r.defs) > 0
}
