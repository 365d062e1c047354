package dedalus

import (
	"fmt"
	"strings"

	"molly/datalog"
)

// cases warns about relations whose names differ in case alone: they are different ones.
func (ch *checker) cases() {
	seen := map[string]*relation{}
	for _, r := range ch.relations {
		key := strings.ToLower(r.name)
		other := seen[key]
		if other == nil {
			seen[key] = r
			continue
		}
		ch.warn(r.place(), "case", fmt.Sprintf("%s and %s are two relations: their names differ in case alone", r.name, other.name),
			"write one name, or names that differ more", ch.note(other.place(), other.name+" is here"))
		if r.columns == other.columns {
			ch.fix("write `"+other.name+"` for "+r.name, r.rename(other.name)...)
		}
	}
}

// rename are the edits that give a relation another name.
func (r *relation) rename(name string) (edits []Edit) {
	for _, uses := range [][]use{r.defs, r.reads} {
		for _, u := range uses {
			edits = append(edits, u.replace(name))
		}
	}
	return edits
}

// place is where a relation appears first.
func (r *relation) place() span {
	if len(r.defs) > 0 {
		return r.defs[0].span
	}
	return r.reads[0].span
}

// similar warns about variables of a rule whose names differ in case alone, from each other or from a
// constant of the program: they are different ones.
func (ch *checker) similar(c *clause) {
	first := map[string]*expr{}
	told := map[string]bool{}
	c.exprs(func(e *expr) {
		e.variables(func(v *expr) {
			key := strings.ToLower(v.name)
			if told[v.name] {
				return
			}
			if other := first[key]; other == nil {
				first[key] = v
			} else if other.name != v.name {
				told[v.name] = true
				ch.warn(v.span, "case", fmt.Sprintf("%s and %s are two variables: their names differ in case alone", v.name, other.name),
					"write one name, or names that differ more", ch.note(other.span, other.name+" is here"))
				ch.fix("write `"+other.name+"`", c.occurrences(v.name, other.name)...)
				return
			}
			for _, k := range ch.consts {
				if k.Name != v.name && strings.EqualFold(k.Name, v.name) {
					told[v.name] = true
					ch.warn(v.span, "case", fmt.Sprintf("%s is a variable, and %s is a constant: their names differ in case alone", v.name, k.Name),
						"write the constant's name, or one that differs more", ch.note(k.span, k.Name+" is here"))
					ch.fix("write `"+k.Name+"`", c.occurrences(v.name, k.Name)...)
					return
				}
			}
		})
	})
}

// occurrences are the edits that write another name for a variable of the clause.
func (c *clause) occurrences(variable, name string) (edits []Edit) {
	c.exprs(func(e *expr) {
		e.leaves(func(l *expr) {
			if l.kind == datalog.Variable && l.name == variable {
				edits = append(edits, l.replace(name))
			}
		})
	})
	return edits
}
