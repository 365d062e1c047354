package repro

import (
	"context"
	"errors"
	"fmt"

	"molly/sweep"
	"molly/verify"
	"molly/viz/plot"
	"molly/viz/scene"
)

// deepest is the EOT at which a sweep of Figure 13 ends, if nothing ended it before.
const deepest = 400

// Figure13 measures the programs that have no counterexample: how many executions ldfi
// takes to certify the paper's specification, with the paper's loop and with a little more
// taken from each run; how many it takes where negation is ignored, until no candidate is left;
// and how far a sweep comes in Options.For.
// On an error it returns what was measured before.
func Figure13(ctx context.Context, o Options) (*Figure, error) {
	f := &Figure{Name: "figure13", Title: "Figure 13: programs without a counterexample"}
	f.Table.Head = []string{"program", "specification", "rules (paper: lines)", "combinations (paper)", "verdict",
		"ldfi: executions (paper)", "ldfi: s", "negation ignored: executions (paper)", "s", "ldfi, width 2: executions", "s", "symbolic: s", fmt.Sprintf("sweep in %s comes to", o.For), "times the paper's EFF", "what ended it"}
	chart := plot.Rows{
		Title: "How far a sweep comes", X: plot.Axis{Label: "EFF that was certified", Log: true},
		Marks: []string{"paper, in 120 s", fmt.Sprintf("here, in %s", o.For)},
	}
	draw := func() { f.Plots = []Plot{{"figure13", chart.Draw(scene.Style{})}} }
	defer draw()
	for _, p := range figure13 {
		o.tell("Figure 13: %s", p.name)
		b, err := o.load(p.name)
		if err != nil {
			return f, err
		}
		symbolic, err := b.search(ctx, p.spec, verify.Options{})
		if err != nil {
			return f, err
		}
		ldfi, err := b.search(ctx, p.spec, verify.Options{Strategy: verify.LDFI})
		if err != nil {
			return f, err
		}
		wide, err := b.search(ctx, p.spec, verify.Options{Strategy: verify.LDFI, Width: 2})
		if err != nil {
			return f, err
		}
		ignoring, err := b.search(ctx, p.spec, verify.Options{Strategy: verify.LDFI, IgnoreNegation: true})
		if err != nil {
			return f, err
		}
		path, err := b.path(ctx, deepest, p.spec.Crashes)
		if err != nil {
			return f, err
		}
		verdict := string(symbolic.Kind)
		if symbolic.Kind == verify.Counterexample {
			verdict += " " + symbolic.Scenario.String()
		}
		reached, times, eff := "nothing", "–", 0
		if path.Largest != nil {
			eff = path.Largest.Spec.EFF
			reached, times = path.Largest.Spec.String(), fmt.Sprintf("%.1f", float64(eff)/float64(p.spec.EFF))
		}
		f.Table.Rows = append(f.Table.Rows, []string{
			p.name, p.spec.String(), fmt.Sprintf("%d (%d)", b.rules(), p.lines),
			fmt.Sprintf("%s (%s)", scientific(b.combinations(p.spec)), p.combinations), verdict,
			fmt.Sprintf("%s (%d)", ldfi.text(), p.executions), seconds(ldfi.Seconds),
			fmt.Sprintf("%s (%d)", ignoring.text(), p.executions), seconds(ignoring.Seconds), wide.text(), seconds(wide.Seconds), seconds(symbolic.Seconds),
			reached, times, wall(path),
		})
		f.Searched = append(f.Searched, Searched{p.name, p.spec})
		chart.Rows = append(chart.Rows, plot.RowOf{Name: p.name, Numbers: []float64{float64(p.spec.EFF), float64(eff)}})
	}
	return f, nil
}

// wall says what ended a path.
func wall(p *sweep.Path) string {
	switch {
	case errors.Is(p.Err, context.DeadlineExceeded):
		return "the time"
	case p.Err != nil:
		return p.Err.Error()
	case p.Ending == sweep.Broken:
		return fmt.Sprintf("a counterexample at %v, %v", p.Minimal.Spec, p.Minimal.Scenario)
	case p.Ending == sweep.Certified:
		return fmt.Sprintf("EOT %d, where the sweep was to end", deepest)
	}
	return string(p.Ending)
}
