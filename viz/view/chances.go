package view

import (
	"strconv"

	"molly/verify"
	"molly/viz/plot"
	"molly/viz/scene"
)

// Chances draws the probability of a violation (Y) over the probability that a message is lost
// (X). Both axes are logarithmic, as the rates are.
func Chances(title string, chances []verify.ChanceAt, style scene.Style) *scene.Scene {
	var points []scene.Point
	for _, c := range chances {
		loss, err := strconv.ParseFloat(c.Loss, 64)
		if err != nil {
			panic("view: the rate " + c.Loss + " was weighed, and is not a number")
		}
		violating, _ := c.Violating.Float64()
		points = append(points, scene.Point{X: loss, Y: violating})
	}
	return plot.Lines{
		Title:  title,
		X:      plot.Axis{Label: "probability that a message is lost", Log: true},
		Y:      plot.Axis{Label: "probability of a violation", Log: true},
		Series: []plot.Series{{Name: "violated", Points: points}},
	}.Draw(style)
}
