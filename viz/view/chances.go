package view

import (
	"molly/viz/plot"
	"molly/viz/scene"
)

// Chances draws the probability of a violation (Y) over the probability that a message is lost
// (X). Both axes are logarithmic, as the rates are.
func Chances(title string, points []scene.Point) *scene.Scene {
	return plot.Lines{
		Title:  title,
		X:      plot.Axis{Label: "probability that a message is lost", Log: true},
		Y:      plot.Axis{Label: "probability of a violation", Log: true},
		Series: []plot.Series{{Name: "violated", Points: points}},
	}.Draw(scene.Style{})
}
