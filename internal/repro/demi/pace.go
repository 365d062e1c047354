package demi

import (
	"fmt"
	"slices"

	"molly/explore/reduce"
	"molly/internal/repro"
	"molly/viz/plot"
	"molly/viz/scene"
)

// pace is Figure 2: how the length goes down with the executions, of the first seed of each bug; and how soon the most of it is done.
func (o Options) pace(all []*measured) *repro.Figure {
	f := &repro.Figure{Name: "demi-pace", Title: "Figure 2: how soon"}
	f.Table.Head = []string{"bug", "executions to half of the events", "to a tenth", "to twice those at the end", "to the end"}
	for _, m := range all {
		row := []string{m.String()}
		for _, goal := range []func(p []reduce.Pace) int{
			func(p []reduce.Pace) int { return p[0].Events / 2 },
			func(p []reduce.Pace) int { return p[0].Events / 10 },
			func(p []reduce.Pace) int { return 2 * p[len(p)-1].Events },
			func(p []reduce.Pace) int { return p[len(p)-1].Events },
		} {
			took := each(m.ours, func(r *ours) int { return until(r.end.Pace, goal(r.end.Pace)) })
			slices.Sort(took)
			row = append(row, fmt.Sprintf("%d (%s)", took[len(took)/2], spread(took)))
		}
		f.Table.Rows = append(f.Table.Rows, row)
		chart := plot.Lines{
			Title: m.String(),
			X:     plot.Axis{Label: "executions", Log: true}, Y: plot.Axis{Label: "events of the smallest one", Log: true},
		}
		line := func(name string, pace []reduce.Pace, executions int) {
			s := plot.Series{Name: name}
			last := reduce.Pace{Executions: 1}
			for _, p := range pace {
				if p.Executions > 0 && last.Events > 0 {
					s.Points = append(s.Points, scene.Point{X: float64(p.Executions), Y: float64(last.Events)}) // a step, not a slope
				}
				s.Points = append(s.Points, scene.Point{X: float64(max(1, p.Executions)), Y: float64(p.Events)})
				last = p
			}
			s.Points = append(s.Points, scene.Point{X: float64(max(1, executions)), Y: float64(last.Events)})
			chart.Series = append(chart.Series, s)
		}
		for i, way := range o.methods() {
			r := m.methods[i][0]
			line(way.name, r.Pace, r.Executions)
		}
		line("all stages", m.ours[0].end.Pace, m.ours[0].end.Executions)
		f.Plots = append(f.Plots, repro.Plot{Name: "demi-pace-" + m.String(), Scene: chart.Draw(scene.Style{})})
	}
	return f
}

// until is after how many executions there is one of so many events.
func until(pace []reduce.Pace, events int) int {
	i := slices.IndexFunc(pace, func(p reduce.Pace) bool { return p.Events <= events })
	if i < 0 {
		i = len(pace) - 1
	}
	return pace[i].Executions
}
