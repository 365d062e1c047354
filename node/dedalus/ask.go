package dedalus

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"molly/eval"
	"molly/node"
	"molly/provenance"
)

// Ask explains a tuple, written as log("b", "x")@3: why it holds at that local time of its node, or why not. Without a
// time it is at the node's last step; _ stands for anything.
func Ask(w *node.World, text string) (*Explanation, error) {
	h, err := NewHistory(w)
	if err != nil {
		return nil, err
	}
	p := h.target.program
	g, err := provenance.ParseGoal(p, math.MaxInt32, text)
	if err != nil {
		return nil, err
	}
	if eval.Observed(p)[g.Relation] {
		return nil, fmt.Errorf("%s is what an observer concludes from several nodes: ask about what it reads", p.Relations[g.Relation].Name)
	}
	n := slices.Index(w.System.Nodes, g.Args[0].Text())
	if n < 0 {
		return nil, fmt.Errorf("%s is at no node: its first column is one of %s", h.pattern(g.Fact), strings.Join(w.System.Nodes, ", "))
	}
	time := g.Time
	if time == math.MaxInt32 {
		time = max(1, Of(w, n).Time())
	}
	if s := h.at(n, time); s != nil {
		if err := h.open(s); err != nil {
			return nil, err
		}
		for _, f := range s.facts {
			if matches(g.Fact, f) {
				return h.Why(n, time, f)
			}
		}
	}
	return h.WhyNot(w, n, time, g.Fact)
}

// Explain writes what Ask says of a tuple.
func Explain(w *node.World, tuple string, out io.Writer) error {
	x, err := Ask(w, tuple)
	if err != nil {
		return err
	}
	return x.Write(out)
}

// LastRules lists the rules that fired in a node's last step: a list of Firing.
func LastRules(w *node.World, n int) (any, error) {
	h, err := NewHistory(w)
	if err != nil {
		return nil, err
	}
	return h.Firings(n, Of(w, n).Time())
}

// Write writes an explanation as a tree. What several ways lead to is explained where it comes first, and has a
// number there.
func (x *Explanation) Write(out io.Writer) error {
	t := texter{Explanation: x, times: make([]int, len(x.Reasons)), numbers: map[int]int{}, seen: make([]bool, len(x.Reasons))}
	t.count(0)
	t.write(0, "")
	_, err := io.WriteString(out, t.out.String())
	return err
}

// texter writes one explanation.
type texter struct {
	*Explanation
	out     strings.Builder
	times   []int       // how often a reason is led to
	numbers map[int]int // of those that are led to more than once
	seen    []bool
}

func (t *texter) count(i int) {
	if t.times[i]++; t.times[i] > 1 {
		return
	}
	for _, c := range t.Reasons[i].Children {
		t.count(c)
	}
}

func (t *texter) write(i int, indent string) {
	r := &t.Reasons[i]
	line := r.Text
	if r.Rule != "" {
		line += ": " + r.Rule
		if r.Place != "" {
			line += "  [" + r.Place + "]"
		}
	} else if r.Kind == Given && r.Place != "" {
		line += "  [" + r.Place + "]"
	}
	if (r.Kind == Holds || r.Kind == Missing) && r.Node != "" && r.Event >= 0 {
		line += fmt.Sprintf("  (%s, event %d)", r.Node, r.Event)
	}
	leaf := len(r.Children) == 0
	if t.seen[i] && !leaf {
		fmt.Fprintf(&t.out, "%s%s: see #%d\n", indent, line, t.numbers[i])
		return
	}
	if t.times[i] > 1 && !leaf {
		t.numbers[i] = len(t.numbers) + 1
		line += fmt.Sprintf("  #%d", t.numbers[i])
	}
	t.seen[i] = true
	fmt.Fprintf(&t.out, "%s%s\n", indent, line)
	for _, c := range r.Children {
		t.write(c, indent+"  ")
	}
}
