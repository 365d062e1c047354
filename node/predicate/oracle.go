package predicate

import (
	"fmt"

	"molly/node"
)

// NeverAll is Never for predicates that are written down. The error says which of them is wrong.
func NeverAll(s *node.System, texts []string) error {
	var list []*Predicate
	for _, text := range texts {
		p, err := Parse(text, s.Nodes)
		if err != nil {
			return fmt.Errorf("--never: %w", err)
		}
		list = append(list, p)
	}
	if len(list) > 0 {
		Never(s, list...)
	}
	return nil
}

// Never makes a system's judge find it a violation, too, when one of some predicates holds. The witnesses are the nodes that
// the predicate names, or all.
func Never(s *node.System, predicates ...*Predicate) {
	inner := s.Oracle
	s.Oracle = func() node.Oracle {
		o := &never{}
		if inner != nil {
			o.inner = inner()
		}
		for _, p := range predicates {
			o.caches = append(o.caches, p.NewCache())
			var witnesses []int
			for i, name := range s.Nodes {
				if p.Names(name) {
					witnesses = append(witnesses, i)
				}
			}
			if len(witnesses) == 0 {
				for i := range s.Nodes {
					witnesses = append(witnesses, i)
				}
			}
			o.witnesses = append(o.witnesses, witnesses)
		}
		return o
	}
}

type never struct {
	inner     node.Oracle // or nil
	caches    []*Cache
	witnesses [][]int
}

func (o *never) Check(w *node.World, e *node.Event) *node.Violation {
	if o.inner != nil {
		if v := o.inner.Check(w, e); v != nil {
			return v
		}
	}
	for i, c := range o.caches {
		if c.Eval(w, e.Node) {
			text := c.p.String()
			return &node.Violation{Fingerprint: "never " + text, Text: text + " holds", Nodes: o.witnesses[i]}
		}
	}
	return nil
}
