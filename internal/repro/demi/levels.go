package demi

import (
	"fmt"

	"molly/explore/reduce"
	"molly/explore/schedule"
	"molly/internal/repro"
)

// ablations leave out events with fewer levels.
func ablations() (list []method) {
	for i := range schedule.Levels() {
		levels := schedule.Levels()[:i+1]
		name := "up to " + levels[i].String()
		if i == 0 {
			name = levels[0].String()
		}
		list = append(list, method{name, reduce.Options{Stages: leavingOut, Levels: levels}})
	}
	return list
}

// levels compares how like a message must be to stand for a recorded one.
func levels(all []*measured) *repro.Figure {
	f := &repro.Figure{Name: "demi-levels", Title: "Levels: how like a message must be"}
	f.Table.Head = []string{"bug"}
	for _, m := range ablations() {
		f.Table.Head = append(f.Table.Head, m.name, "executions")
	}
	for _, m := range all {
		row := []string{m.String()}
		for _, list := range m.levels {
			row = append(row, meanOf(sizesOf(list)), fmt.Sprintf("%.0f", mean(each(list, func(r *reduced) int { return r.Executions }))))
		}
		f.Table.Rows = append(f.Table.Rows, row)
	}
	return f
}
