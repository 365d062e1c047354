package provenance

import "strings"

// TextOptions say how a graph is printed; the zero value prints all, with box
// drawing.
type TextOptions struct {
	// Depth is how many goals are followed below a root; 0 is no limit.
	Depth int
	// ASCII draws with plain characters only.
	ASCII bool
	// chains leaves out the rules that one premise only is shown of.
	chains bool
}

type texter struct {
	graph   *Graph
	options TextOptions
	out     strings.Builder

	explained map[NodeID]int // of goals: which explanation was theirs
	count     int            // of explanations
	referred  map[int]bool   // explanations that something refers to
	number    map[int]int    // of explanations that are referred to
}

func newTexter(g *Graph, o TextOptions, referred map[int]bool) *texter {
	t := &texter{graph: g, options: o, explained: map[NodeID]int{}, referred: referred, number: map[int]int{}}
	if referred == nil {
		t.referred = map[int]bool{}
	}
	return t
}

func (t *texter) cross() string {
	if t.options.ASCII {
		return "x "
	}
	return "✗ "
}
