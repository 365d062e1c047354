package repro

import (
	"context"
	"fmt"
	"strconv"

	"molly/failure"
	"molly/verify"
	"molly/viz/plot"
	"molly/viz/scene"
)

// longest is the largest EFF of Figure 11.
const longest = 15

// Figure11 measures how the executions of ldfi grow with EFF, and the combinations beside
// them, for two programs that hold. A program that takes longer than Options.For ends
// there. On an error it returns what was measured before.
func Figure11(ctx context.Context, o Options) (*Figure, error) {
	f := &Figure{Name: "figure11", Title: "Figure 11: executions against combinations as EFF grows"}
	f.Table.Head = []string{"EFF", "program", "specification", "combinations", "ldfi: executions", "ldfi: s"}
	chart := plot.Lines{Title: "Executions of ldfi against combinations", X: plot.Axis{Label: "EFF"}, Y: plot.Axis{Label: "executions, or combinations", Log: true}}
	defer func() { f.Plots = []Plot{{"figure11", chart.Draw(scene.Style{})}} }()
	combinations := plot.Series{Name: "combinations"}
	for i, name := range []string{"delivery/redun", "delivery/ack"} {
		b, err := o.load(name)
		if err != nil {
			return f, err
		}
		line := plot.Series{Name: name}
		for eff := 1; eff <= longest; eff++ {
			o.tell("Figure 11: %s, EFF %d", name, eff)
			spec := failure.Spec{EOT: eff + 1, EFF: eff, Crashes: 1}
			s, err := b.search(ctx, spec, verify.Options{Strategy: verify.LDFI})
			if err != nil {
				return f, err
			}
			if s.Stopped != "" {
				f.Notes = append(f.Notes, fmt.Sprintf("%s: at %v ldfi is not done in %s.", name, spec, o.For))
				break
			}
			f.Table.Rows = append(f.Table.Rows, []string{
				strconv.Itoa(eff), name, spec.String(), scientific(b.combinations(spec)), s.text(), seconds(s.Seconds),
			})
			line.Points = append(line.Points, scene.Point{X: float64(eff), Y: float64(s.Executions)})
			if i == 0 { // both programs have the same nodes
				combinations.Points = append(combinations.Points, scene.Point{X: float64(eff), Y: approximate(b.combinations(spec))})
			}
		}
		chart.Series = append(chart.Series, line)
	}
	chart.Series = append(chart.Series, combinations)
	return f, nil
}
