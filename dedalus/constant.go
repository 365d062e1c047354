package dedalus

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"molly/datalog"
	"molly/dedalus/syntax"
	"molly/internal/nearest"
)

// Constant is a name that a program gives to a value: const K = 3;
type Constant struct {
	Name  string
	Value datalog.Value
	// Given tells that the value comes from [Loader.Constants].
	Given bool
}

// Constants returns the program's named constants, in the order of the text. Its clauses
// hold their values.
func (p *Program) Constants() []Constant { return p.constants }

// constant is a const clause.
type constant struct {
	span // of the name
	Constant
	used bool
}

// constants replaces the names of constants in all clauses by their values. It returns
// false where that cannot be done.
func (ld *loading) constants() bool {
	byName := map[string]*constant{}
	ok := true
	fail := func(at span, message, hint string, notes ...Note) {
		ok = false
		ld.fail(at, "const", message, hint, notes...)
	}
	for _, k := range ld.consts {
		if first := byName[k.Name]; first != nil {
			fail(k.span, fmt.Sprintf("the constant %s is given twice", k.Name), "", ld.note(first.span, "given here first"))
			if k.Value.Compare(first.Value) < 0 { // what else is found does not depend on the order
				first.Value = k.Value
			}
			continue
		}
		byName[k.Name] = k
	}
	for _, name := range slices.Sorted(maps.Keys(ld.loader.Constants)) {
		k := byName[name]
		if k == nil {
			if !ld.broken {
				fail(span{}, fmt.Sprintf("there is no constant %s in the program", syntax.Brief(name)), meantConstant(name, slices.Sorted(maps.Keys(byName))))
			}
			continue
		}
		text := ld.loader.Constants[name]
		v, problem := k.read(text)
		if problem != "" {
			fail(k.span, fmt.Sprintf("the value %s that %s is given: %s", syntax.Brief(text), k.Name, problem), "")
			continue
		}
		k.Value, k.Given = v, true
	}
	for _, c := range ld.list {
		if ld.over() {
			return false
		}
		for _, col := range c.cols {
			if k := byName[col.name]; k != nil && col.aggregate != datalog.NoAggregate {
				fail(col.expr.span, fmt.Sprintf("%s is a constant, and %s is taken of a variable", k.Name, col.aggregate),
					"give the variable another name", ld.note(k.span, "the constant"))
			}
		}
		c.exprs(func(e *expr) {
			e.variables(func(v *expr) {
				if k := byName[v.name]; k != nil {
					k.used = true
					v.kind, v.value, v.name = datalog.Constant, k.Value, ""
				}
			})
		})
		ld.constantTime(c.when, byName, fail)
		c.atoms(func(a *atom, _ bool) { ld.constantTime(a.when, byName, fail) })
	}
	return ok
}

// constantTime refuses a constant in the place of a time.
func (ld *loading) constantTime(m moment, byName map[string]*constant, fail func(span, string, string, ...Note)) {
	if k := byName[m.word]; k != nil && m.word != "next" && m.word != "async" {
		fail(m.span, fmt.Sprintf("the constant %s in the place of a time", k.Name), "a constant stands for an argument; a time is a number, such as `@1`",
			ld.note(k.span, "the constant"))
	}
}

// read reads the text of a value that replaces a constant's own: an integer where that is
// one, else a string, with or without quotes.
func (k *constant) read(text string) (v datalog.Value, problem string) {
	if k.Value.Type() == datalog.Integer {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return v, "the program has an integer here, of 64 bits"
		}
		return datalog.Int(n), ""
	}
	if len(text) > 1 && text[0] == '"' {
		s, err := strconv.Unquote(text)
		if err != nil {
			return v, "this is no string in double quotes"
		}
		return datalog.String(s), ""
	}
	return datalog.String(text), ""
}

func meantConstant(name string, names []string) string {
	switch near := nearest.Word(name, names); {
	case near != "":
		return fmt.Sprintf("did you mean `%s`?", near)
	case len(names) == 0:
		return "a constant is declared in the program: `const K = 3;`"
	default:
		return ""
	}
}
