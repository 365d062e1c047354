package bdd

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"molly/circuit"
	"molly/failure"
)

// TooLargeError says that a bound on memory came first.
type TooLargeError struct {
	What  string // of which there would be more than the limit
	Limit int
	// Done of Of steps were complete.
	Done, Of int
	Step     string // what a step is
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("more than %d %s, after %d of %d %s", e.Limit, e.What, e.Done, e.Of, e.Step)
}

// Compiled is a function of the faults, ready to be counted.
type Compiled struct {
	choices *choices
	diagram *diagram
	root    edge
	options Options
}

// Compile makes a function ready to be counted over the admissible scenarios of a
// specification, which must be valid. Faults that it does not admit are false.
//
// The circuit must not tell omissions of crashed nodes apart, as lineage never does.
// The error is the context's or a *TooLargeError.
func Compile(ctx context.Context, c *circuit.Circuit, l circuit.Lit, spec failure.Spec, nodes []string, o Options) (*Compiled, error) {
	if o.MaxNodes == 0 {
		o.MaxNodes = DefaultMaxNodes
	}
	ch := newChoices(spec, nodes)
	d := newDiagram(ctx, o)
	cone := c.Cone(l)
	image := make([]edge, l.Node()+1) // by the circuit's node; node 0 is true
	of := func(l circuit.Lit) edge { return image[l.Node()] ^ edge(l&1) }
	var parts []edge
	for i, n := range cone {
		if f, ok := c.Fault(n); ok {
			image[n.Node()] = ch.fault(d, f)
		} else {
			parts = parts[:0]
			for _, child := range c.Children(n) {
				parts = append(parts, of(child))
			}
			image[n.Node()] = d.all(parts)
		}
		if d.err != nil {
			return nil, d.err
		}
		if d.full {
			return nil, &TooLargeError{"nodes of the decision diagram", o.MaxNodes, i, len(cone), "parts of the circuit"}
		}
	}
	compiled := &Compiled{choices: ch, root: of(l), options: o}
	compiled.diagram, compiled.root = d.only(compiled.root)
	return compiled, nil
}

// all returns the conjunction of functions. It begins with those whose first choices
// are the last: what is small stays small for longest.
func (d *diagram) all(list []edge) edge {
	slices.SortFunc(list, func(a, b edge) int { return cmp.Or(cmp.Compare(d.level(b), d.level(a)), cmp.Compare(a, b)) })
	e := yes
	for _, f := range list {
		e = d.and(e, f)
	}
	return e
}

// Nodes returns the size of the function's diagram, the constant included.
func (c *Compiled) Nodes() int { return len(c.diagram.nodes) }

// Choices returns the number of binary choices that scenarios consist of.
func (c *Compiled) Choices() int { return c.choices.levels }
