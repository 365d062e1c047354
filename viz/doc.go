// Package viz draws. It defines the small inputs that it draws, a [Trace] and a [Graph], and
// decides nothing: what is in a picture, and what it means, is the caller's business.
//
//	SpaceTime   a trace as text
//	lamport     a trace as a space-time diagram; two of them beside each other
//	lineage     a graph as a layered diagram (layered has the layout)
//
// The diagrams are scenes (package scene), which svg, tikz, pdf, png and dot write to files,
// the same bytes each time. None of this knows what a program or a run is.
package viz
