// Package plot draws measurements: lines over an axis, and rows of marks, such as one row a
// program. All numbers are on logarithmic axes where they are said to be. What belongs
// together has the same line and mark, so that a plot can be read without colours, and is
// named where it is drawn, in place of a legend.
package plot
