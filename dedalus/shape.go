package dedalus

import (
	"fmt"
	"strconv"

	"molly/datalog"
	"molly/internal/nearest"
)

// shape checks what a single clause shows: its times, its wildcards, its
// aggregates, and that a fact holds constants. It sets the clause's timing.
func (ch *checker) shape(c *clause) {
	ch.hasColumns(c.span, c.name, len(c.cols))
	if c.fact {
		ch.factShape(c)
		return
	}
	ch.headTime(c)
	for i, col := range c.cols {
		ch.headColumn(i, col)
	}
	for _, l := range c.body {
		if l.atom == nil {
			ch.noWildcard(l.left, "a comparison")
			ch.noWildcard(l.right, "a comparison")
			continue
		}
		ch.hasColumns(l.atom.span, l.atom.name, len(l.atom.args))
		for _, a := range l.atom.args {
			if a.kind == datalog.Expression {
				ch.noWildcard(a, "an expression")
			}
		}
		ch.atomTime(l.atom)
	}
}

func (ch *checker) hasColumns(at span, name string, n int) {
	if n == 0 {
		ch.fail(at, "arity", fmt.Sprintf("%s has no columns", name),
			"a relation has at least one column, its location")
	}
}

func (ch *checker) noWildcard(e *expr, where string) {
	e.leaves(func(l *expr) {
		if l.kind == datalog.Wildcard {
			ch.fail(l.span, "wildcard", "a wildcard in "+where, "a wildcard stands for a whole column of an atom in a body")
		}
	})
}

func (ch *checker) factShape(c *clause) {
	switch m := c.when; {
	case !m.given() && c.may:
		ch.fail(c.span, "fact-time", fmt.Sprintf("this input of %s has no time", c.name),
			"an input may hold at one of some times: write `@1` or `@1..4` before the `;`")
		ch.fix("write `@1`", c.last.behind("@1"))
	case !m.given():
		ch.fail(c.span, "fact-time", fmt.Sprintf("this fact of %s has no time", c.name),
			"a fact holds at one time: write `@1` before the `;`")
		ch.fix("write `@1`", c.last.behind("@1"))
	case m.word == "next" || m.word == "async":
		ch.fail(m.span, "fact-time", fmt.Sprintf("a fact cannot hold @%s", m.word),
			"a fact holds at one time: write `@1`")
		ch.fix("write `@1`", m.span.replace("1"))
	default:
		what := "this fact never holds"
		if c.may {
			what = "this input never holds"
		}
		if ch.absolute(m, what) && m.ranged {
			ch.rangeShape(c)
		}
	}
	for _, col := range c.cols {
		switch {
		case col.aggregate != datalog.NoAggregate:
			ch.fail(col.function, "fact", "an aggregate in a fact", "a fact holds constants only")
		case col.kind == datalog.Variable:
			ch.fail(col.span, "fact", fmt.Sprintf("the variable %s in a fact", col.name),
				fmt.Sprintf("a fact holds constants only; a string is written %q", col.name))
			ch.fix(fmt.Sprintf("write `%q`", col.name), col.span.replace(strconv.Quote(col.name)))
		case col.kind == datalog.Wildcard:
			ch.fail(col.span, "fact", "a wildcard in a fact", "a fact holds constants only")
		case col.kind == datalog.Expression:
			ch.fail(col.span, "fact", "an expression in a fact", "a fact holds constants only")
		}
	}
}

// absolute checks a time that must be a number, and remembers it with what never is where
// the run ends before it.
func (ch *checker) absolute(m moment, what string) bool {
	switch {
	case m.word[0] != '-' && (m.word[0] < '0' || m.word[0] > '9'):
		hint := "an absolute time is a number, such as `@1`"
		if near := nearest.Word(m.word, []string{"async", "next"}); near != "" && what == unreached {
			hint = fmt.Sprintf("@%s is only for heads", near)
		}
		ch.fail(m.span, "time", fmt.Sprintf("@%s is not a time", m.word), hint)
	case m.time < 1:
		ch.fail(m.span, "time", fmt.Sprintf("there is no time %s", m.word), "times begin at 1")
	default:
		ch.times = append(ch.times, timed{m.span, m.time, what, ch.line(m.pos)})
		return true
	}
	return false
}

// unreached is what is said of a premise with an absolute time beyond the end of the run.
const unreached = "this atom is never true"

func (ch *checker) atomTime(a *atom) {
	m := a.when
	switch {
	case !m.given():
	case m.word == "next" || m.word == "async":
		ch.fail(m.span, "time", fmt.Sprintf("@%s on a premise", m.word), "@async and @next are only for heads")
		if line := []rune(ch.line(m.pos)); m.pos.Column >= 2 && line[m.pos.Column-2] == '@' {
			at := m.pos
			at.Column--
			ch.fix(fmt.Sprintf("remove `@%s`", m.word), Edit{at, m.width + 1, ""})
		}
	case m.ranged:
		ch.fail(m.whole, "time", "a range of times on a premise", "a premise can read one absolute time, such as `@1`; ranges are for facts and inputs")
	default:
		ch.absolute(m, unreached)
	}
}

func (ch *checker) headTime(c *clause) {
	m := c.when
	switch {
	case !m.given():
	case m.ranged:
		ch.fail(m.whole, "time", "a range of times in the head of a rule", "ranges are for facts and inputs")
	case m.word == "next":
		c.timing = datalog.Inductive
	case m.word == "async":
		c.timing = datalog.Asynchronous
	case m.word[0] == '-' || (m.word[0] >= '0' && m.word[0] <= '9'):
		ch.fail(m.span, "time", fmt.Sprintf("the absolute time %s in the head of a rule", m.word),
			"the head of a rule can have @next or @async; only facts and premises have absolute times")
	default:
		near := nearest.Word(m.word, []string{"async", "next"})
		if near == "" {
			ch.fail(m.span, "time", fmt.Sprintf("@%s is not a time", m.word), "the head of a rule can have @next or @async")
			return
		}
		ch.fail(m.span, "time", fmt.Sprintf("@%s is not a time", m.word), fmt.Sprintf("did you mean `@%s`?", near))
		ch.fix("write `@"+near+"`", m.span.replace(near))
	}
}

func (ch *checker) headColumn(i int, col column) {
	if col.aggregate != datalog.NoAggregate && i == 0 {
		ch.fail(col.function, "aggregate", "an aggregate in the first column",
			"the first column is the location, and a location cannot be computed from several bindings")
	}
	col.leaves(func(l *expr) {
		if l.kind == datalog.Wildcard {
			hint := "a head can only say what its body has bound: use a variable"
			if col.aggregate != datalog.NoAggregate {
				hint = fmt.Sprintf("%s needs a variable of the body", col.aggregate)
			}
			ch.fail(l.span, "wildcard", "a wildcard in a head", hint)
		}
	})
}
