package datalog

import (
	"fmt"
	"strconv"
	"strings"
)

// FormatRule writes a rule as Dedalus text on one line.
func (p *Program) FormatRule(r *Rule) string {
	var b strings.Builder
	b.WriteString(p.Relations[r.Head.Relation].Name)
	b.WriteByte('(')
	for i, t := range r.Head.Args {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(formatHeadTerm(t, r.Vars))
	}
	b.WriteString(")" + r.Timing.String() + " :- ")
	for i, l := range r.Body {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(p.FormatLiteral(r, l))
	}
	b.WriteByte(';')
	return b.String()
}

// FormatLiteral writes a premise of a rule as Dedalus text.
func (p *Program) FormatLiteral(r *Rule, l Literal) string {
	switch l.Kind {
	case Comparison:
		return l.Left.Format(r.Vars) + " " + l.Op.String() + " " + l.Right.Format(r.Vars)
	case Negative:
		return "notin " + p.formatAtom(r, l.Atom)
	default:
		return p.formatAtom(r, l.Atom)
	}
}

func (p *Program) formatAtom(r *Rule, a Atom) string {
	text := p.Relations[a.Relation].Name + "(" + formatTerms(a.Args, r.Vars) + ")"
	if a.At > 0 {
		text += fmt.Sprintf("@%d", a.At)
	}
	return text
}

func formatHeadTerm(t HeadTerm, vars []string) string {
	text := t.Term.Format(vars)
	if t.Aggregate != NoAggregate {
		text = t.Aggregate.String() + "<" + text + ">"
	}
	return text
}

func formatTerms(terms []Term, vars []string) string {
	texts := make([]string, len(terms))
	for i, t := range terms {
		texts[i] = t.Format(vars)
	}
	return strings.Join(texts, ", ")
}

// Format writes a term with the given names of variables, and with no more
// parentheses than needed.
func (t Term) Format(vars []string) string {
	var b strings.Builder
	t.format(&b, vars)
	return b.String()
}

func (t Term) format(b *strings.Builder, vars []string) {
	switch t.Kind {
	case Variable:
		b.WriteString(vars[t.Var])
	case Constant:
		b.WriteString(t.Value.String())
	case Wildcard:
		b.WriteByte('_')
	default:
		t.Left.formatOperand(b, vars, t.binding() > t.Left.binding())
		fmt.Fprintf(b, " %c ", t.Op)
		t.Right.formatOperand(b, vars, t.binding() >= t.Right.binding())
	}
}

func (t Term) formatOperand(b *strings.Builder, vars []string, parentheses bool) {
	if !parentheses {
		t.format(b, vars)
		return
	}
	b.WriteByte('(')
	t.format(b, vars)
	b.WriteByte(')')
}

// binding is how strongly a term holds together: sums 1, products 2, the rest 3.
func (t Term) binding() int {
	switch {
	case t.Kind != Expression:
		return 3
	case t.Op == Add || t.Op == Sub:
		return 1
	default:
		return 2
	}
}

// FormatLasting writes a fact that holds from its time on, such as log("b", "hello")@4..
func (p *Program) FormatLasting(f Fact) string { return p.FormatFact(f) + ".." }

// FormatInput writes an input, such as may log("b", "hello")@4..6; the parts of times that have
// gaps are separated by commas.
func (p *Program) FormatInput(in Input) string {
	var parts []string
	for i := 0; i < len(in.Times); {
		first := i
		for i++; i < len(in.Times) && in.Times[i] == in.Times[i-1]+1; i++ {
		}
		part := strconv.Itoa(in.Times[first])
		if i-first > 1 {
			part += ".." + strconv.Itoa(in.Times[i-1])
		}
		parts = append(parts, part)
	}
	return "may " + FormatTuple(p.Relations[in.Relation].Name, in.Args) + "@" + strings.Join(parts, ",")
}

// FormatFact writes a fact as Dedalus text, such as log("b", "hello")@4; what holds at every
// time is written without one.
func (p *Program) FormatFact(f Fact) string {
	text := FormatTuple(p.Relations[f.Relation].Name, f.Args)
	if f.Time == 0 {
		return text
	}
	return text + "@" + strconv.Itoa(f.Time)
}
