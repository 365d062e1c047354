// Package scene is what a picture is made of: paths and text at places, in points, with
// y downwards. Diagrams make scenes, and back ends (packages svg, tikz, pdf, png, dot)
// write them; neither knows the other.
//
// Shapes are grouped into items, each a part of the picture that means something: a
// message, a goal. What an item represents goes with it, so that a viewer can show it and
// a test can read it back; and an item may be a node or an edge of a graph, for back ends
// that write graphs.
//
// Text is measured with the Liberation fonts, which PDF and PNG also draw with, and which
// have the widths of Helvetica, Times and Courier. A character that they lack is as wide as
// the font is high; where a back end has no other font, it is a box with its number.
//
// Marks such as crosses are strokes, never characters: no font has them all.
//
// Left out on purpose: colours that depend on a viewer, rotated text, animation.
package scene
