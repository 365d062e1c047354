package dedalus

import (
	"fmt"

	"molly/datalog"
)

// stableRelations checks what stable clauses name.
func (ch *checker) stableRelations() {
	for _, s := range ch.stable {
		r := ch.byName[s.name]
		switch {
		case ch.builtinOf(s.name) != nil:
			ch.fail(s.span, "stable", fmt.Sprintf("%s is built in and cannot be stable", s.name), "copy what is to be kept into a relation of the program")
		case r != nil && len(r.defs) == 0 && !ch.broken, r == nil && !ch.broken:
			hint := "a stable relation is one that the program's rules write"
			near := nearestInAnyCase(s.name, ch.definedNames())
			if near != "" {
				hint = fmt.Sprintf("did you mean `%s`?", near)
			}
			ch.fail(s.span, "stable", fmt.Sprintf("nothing defines %s, which is stable here", s.name), hint)
			if near != "" {
				ch.fix("write `"+near+"`", s.span.replace(near))
			}
		case r != nil && !ch.broken && !ch.written(s.name):
			args := arguments(r.columns)
			ch.warn(s.span, "unkept", fmt.Sprintf("%s is stable, but no @next rule concludes it, so nothing of it survives", s.name),
				fmt.Sprintf("what an @next rule concludes survives: `%s(%s)@next :- %s(%s);`", s.name, args, s.name, args))
		}
	}
}

// written reports whether an @next rule concludes a relation.
func (ch *checker) written(name string) bool {
	for _, c := range ch.clauses {
		if c.name == name && !c.fact && c.timing == datalog.Inductive {
			return true
		}
	}
	return false
}

// definedNames lists the relations that facts or rules define, in order of appearance.
func (ch *checker) definedNames() []string {
	var names []string
	for _, r := range ch.relations {
		if len(r.defs) > 0 {
			names = append(names, r.name)
		}
	}
	return names
}

// stableIDs returns the stable relations, sorted, each once.
func (ch *checker) stableIDs() []datalog.RelID {
	is := map[string]bool{}
	for _, s := range ch.stable {
		is[s.name] = true
	}
	var ids []datalog.RelID
	for _, r := range ch.relations {
		if is[r.name] {
			ids = append(ids, r.id)
		}
	}
	return ids
}
