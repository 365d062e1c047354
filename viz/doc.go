// Package viz draws. It defines the small inputs that it draws, a [Trace] and a [Graph], and
// decides nothing: what is in a picture, and what it means, is the caller's business.
//
//	SpaceTime   a trace as text
//	lamport     a trace as a space-time diagram; two of them side by side
//	lineage     a graph as a layered diagram (layered has the layout)
//
// The diagrams are scenes (package scene), which svg, tikz, pdf, png and dot write to files,
// the same bytes each time; format finds the one that a file's name asks for. None of this knows
// what a program or a run is.
//
// These do:
//
//	view        a judged run as a trace, an explanation as a graph
//	sample      which executions of a search are shown
//	report      a page with a verdict and its executions
package viz
