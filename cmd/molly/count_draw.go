package main

import (
	"fmt"
	"strconv"

	"molly/viz/plot"
	"molly/viz/scene"
)

// plot is the probability of a violation over the rate of losses. Both axes are
// logarithmic, as the rates are.
func (r *counted) plot() *scene.Scene {
	line := plot.Series{Name: "violated"}
	for _, c := range r.chances {
		loss, err := strconv.ParseFloat(c.Loss, 64)
		if err != nil {
			panic("molly: a rate is no number: " + c.Loss)
		}
		bad, _ := c.Bad.Float64()
		line.Points = append(line.Points, scene.Point{X: loss, Y: bad})
	}
	return plot.Lines{
		Title:  fmt.Sprintf("%s under %v, crashes with %s", r.name(), r.Spec, r.chances[0].Crash),
		X:      plot.Axis{Label: "probability that a message is lost", Log: true},
		Y:      plot.Axis{Label: "probability of a violation", Log: true},
		Series: []plot.Series{line},
	}.Draw(scene.Style{})
}
