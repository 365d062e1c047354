package symmetry

import (
	"encoding/binary"
	"slices"
	"strings"

	"molly/datalog"
)

// maxLabellings bounds the work on one rule. A rule that needs more has variables that
// occur in many similar premises; its text then depends on the order of its premises, and a
// symmetry may be missed, but none is found wrongly.
const maxLabellings = 200

// canonical writes a rule, with the nodes renamed, as a text that is the same for rules
// that differ only in the names of variables and the order of premises. Different rules
// have different texts.
//
// Variables are distinguished by where they occur, as far as possible; of those that remain
// alike, each in turn is made the first, and the least text counts.
func canonical(r *datalog.Rule, rename func(string) string) string {
	w := &labelling{rule: r, rename: rename, left: maxLabellings}
	return w.least(make([]int, len(r.Vars)))
}

// labelling writes a rule with numbers instead of variables. Equal numbers are
// variables that are not told apart yet.
type labelling struct {
	rule   *datalog.Rule
	rename func(string) string
	left   int
}

// marked is the label of the variable whose occurrences are compared.
const marked = -1

// least returns the least text among the ways to tell all variables apart.
func (w *labelling) least(labels []int) string {
	labels = w.refine(labels)
	alike := -1 // the first label that several variables have
	count := make([]int, len(labels)+1)
	for _, l := range labels {
		count[l]++
	}
	for l, n := range count {
		if n > 1 {
			alike = l
			break
		}
	}
	if alike < 0 {
		w.left--
		return w.text(labels)
	}
	best := ""
	for v, l := range labels {
		if l != alike || best != "" && w.left <= 0 {
			continue
		}
		// The others with this label come after v: labels are ranks, with room above.
		chosen := slices.Clone(labels)
		for u, m := range chosen {
			if m == alike && u != v {
				chosen[u] = alike + 1
			}
		}
		if text := w.least(chosen); best == "" || text < best {
			best = text
		}
	}
	return best
}

// refine distinguishes variables by the literals in which they occur. A label is the number
// of variables with lower ones.
func (w *labelling) refine(labels []int) []int {
	for {
		places := make([]string, len(labels))
		for v := range labels {
			old := labels[v]
			labels[v] = marked
			places[v] = string(binary.AppendVarint(nil, int64(old))) + w.text(labels)
			labels[v] = old
		}
		next := make([]int, len(labels))
		for v := range labels {
			for u := range labels {
				if labels[u] < labels[v] || labels[u] == labels[v] && places[u] < places[v] {
					next[v]++
				}
			}
		}
		if slices.Equal(next, labels) {
			return labels
		}
		labels = next
	}
}

// text writes the rule with labels: the head, where it runs, if that matters, and the
// premises in the order of their texts.
func (w *labelling) text(labels []int) string {
	b := binary.AppendVarint(nil, int64(w.rule.Head.Relation))
	b = append(b, byte(w.rule.Timing))
	for _, t := range w.rule.Head.Args {
		b = append(b, byte(t.Aggregate))
		b = w.term(b, t.Term, labels)
	}
	if w.rule.Timing == datalog.Asynchronous {
		b = w.term(b, *w.rule.Location, labels)
	}
	premises := make([]string, len(w.rule.Body))
	for i, l := range w.rule.Body {
		premises[i] = w.premise(l, labels)
	}
	slices.Sort(premises)
	return string(b) + strings.Join(premises, "")
}

func (w *labelling) premise(l datalog.Literal, labels []int) string {
	b := []byte{byte(l.Kind)}
	if l.Kind == datalog.Comparison {
		b = append(b, byte(l.Op))
		left, right := string(w.term(nil, l.Left, labels)), string(w.term(nil, l.Right, labels))
		if symmetric(l.Op) && right < left {
			left, right = right, left
		}
		return string(b) + left + right
	}
	b = binary.AppendVarint(b, int64(l.Atom.Relation))
	b = binary.AppendVarint(b, int64(l.Atom.At))
	for _, t := range l.Atom.Args {
		b = w.term(b, t, labels)
	}
	return string(b)
}

// symmetric reports whether the sides of a comparison may be exchanged.
func symmetric(op datalog.CompareOp) bool { return op == datalog.Equal || op == datalog.NotEqual }

func (w *labelling) term(b []byte, t datalog.Term, labels []int) []byte {
	b = append(b, byte(t.Kind))
	switch t.Kind {
	case datalog.Variable:
		b = binary.AppendVarint(b, int64(labels[t.Var]))
	case datalog.Constant:
		b = appendValue(b, t.Value, w.rename)
	case datalog.Expression:
		b = append(b, byte(t.Op))
		b = w.term(w.term(b, *t.Left, labels), *t.Right, labels)
	}
	return b
}

// appendValue writes a value, renamed, so that no other value's text begins with it.
func appendValue(b []byte, v datalog.Value, rename func(string) string) []byte {
	b = append(b, byte(v.Type()))
	if v.Type() == datalog.Integer {
		return binary.AppendVarint(b, v.Number())
	}
	text := rename(v.Text())
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}
