package bdd

// DefaultMaxNodes bounds diagrams where Options do not. It is about 700 MB.
const DefaultMaxNodes = 10_000_000

// Options of a compilation.
type Options struct {
	MaxNodes int // of the diagram; 0 is DefaultMaxNodes
	// Progress, where set, is told now and then how many nodes the diagram has.
	Progress func(nodes int)
}
