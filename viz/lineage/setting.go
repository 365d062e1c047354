package lineage

// setting is how closely a diagram is set. All but the size is in sizes of the text.
type setting struct {
	size  float64 // of the text, in points
	goal  float64 // a line in a goal
	step  float64 // a line in another box
	most  int     // lines in a box
	nodes float64 // between boxes
	edges float64 // between an edge and what is beside it
	layer float64 // between layers
}

// natural is the setting of a diagram that may be as wide as it has to be.
func natural(size float64) setting {
	return setting{size: size, goal: 16, step: 14, most: 3, nodes: 1.2, edges: 0.9, layer: 1.7}
}

// narrower are settings for a diagram that has more layers than it would need, as they may only be so
// wide.
func narrower(size float64) []setting {
	return []setting{
		{size: size, goal: 14, step: 12, most: 4, nodes: 1, edges: 0.75, layer: 1.5},
		{size: size, goal: 9.5, step: 8.5, most: 5, nodes: 0.9, edges: 0.7, layer: 1.4},
		{size: size, goal: 7, step: 6.5, most: 7, nodes: 0.8, edges: 0.6, layer: 1.4},
	}
}
