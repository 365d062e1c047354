package repro

import (
	"context"
	"fmt"
	"math"

	"molly/failure"
	"molly/sweep"
	"molly/verify"
	"molly/viz/plot"
	"molly/viz/scene"
)

// furthest is how far a sweep looks for a specification that breaks a program where the
// paper's does not.
const furthest = 14

// Figure12 measures the programs that have a counterexample: how many executions random
// search, ldfi and symbolic take until they have found one. On an error it returns what
// was measured before.
func Figure12(ctx context.Context, o Options) (*Figure, error) {
	f := &Figure{Name: "figure12", Title: "Figure 12: programs with a counterexample"}
	f.Table.Head = []string{"program", "specification", "rules (paper: lines)", "combinations (paper)",
		"random: executions (paper)", "spread", "random: s (paper)", "ldfi: executions (paper)", "ldfi: s (paper)", "symbolic: executions", "symbolic: s"}
	chart := plot.Rows{
		Title: "Executions until a counterexample is found", X: plot.Axis{Label: "executions", Log: true},
		Marks: []string{"random, paper (mean)", "random, here (mean)", "Molly, paper", "ldfi, here"},
	}
	for _, p := range figure12 {
		row, err := o.broken(ctx, p)
		if err != nil {
			f.Plots = []Plot{{"figure12", chart.Draw(scene.Style{})}}
			return f, err
		}
		f.Table.Rows = append(f.Table.Rows, row.cells)
		f.Notes = append(f.Notes, row.notes...)
		f.Searched = append(f.Searched, Searched{p.name, row.spec})
		chart.Rows = append(chart.Rows, plot.RowOf{Name: p.name, Numbers: []float64{p.random.executions, row.random, p.ldfi.executions, row.ldfi}})
	}
	f.Plots = []Plot{{"figure12", chart.Draw(scene.Style{})}}
	return f, nil
}

// row is a row of Figure 12.
type row struct {
	spec         failure.Spec
	cells        []string
	notes        []string
	random, ldfi float64 // executions; NaN where none
}

func (o Options) broken(ctx context.Context, p broken) (*row, error) {
	o.tell("Figure 12: %s", p.name)
	b, err := o.load(p.name)
	if err != nil {
		return nil, err
	}
	r := &row{random: math.NaN(), ldfi: math.NaN()}
	spec := p.spec
	symbolic, err := b.search(ctx, spec, verify.Options{})
	if err != nil {
		return nil, err
	}
	if symbolic.Kind == verify.Certified {
		larger, err := b.breaking(ctx, spec.Crashes)
		if err != nil {
			return nil, err
		}
		if larger == nil {
			r.notes = append(r.notes, fmt.Sprintf("%s: %v is certified here, and no specification up to EOT %d breaks it on the path of a sweep.", p.name, spec, furthest))
		} else {
			r.notes = append(r.notes, fmt.Sprintf("%s: the paper's %v is certified here; %v is the first on the path of a sweep that breaks.", p.name, spec, *larger))
			spec = *larger
			if symbolic, err = b.search(ctx, spec, verify.Options{}); err != nil {
				return nil, err
			}
		}
	}
	ldfi, err := b.search(ctx, spec, verify.Options{Strategy: verify.LDFI})
	if err != nil {
		return nil, err
	}
	random, err := b.random(ctx, spec)
	if err != nil {
		return nil, err
	}
	executions, spread, time := "none", "", "–"
	if len(random.Executions) > 0 {
		mean, least, most := random.Mean()
		executions, spread, time = fmt.Sprintf("%.2f", mean), fmt.Sprintf("%d…%d", least, most), seconds(random.Seconds)
		r.random = mean
		if n := len(random.Executions); n < random.Seeds {
			spread += fmt.Sprintf(", %d of %d seeds in time", n, random.Seeds)
		}
	}
	if symbolic.Kind == verify.Counterexample {
		r.notes = append(r.notes, fmt.Sprintf("%s: the counterexample is %v.", p.name, symbolic.Scenario))
	}
	if ldfi.Kind == verify.Counterexample {
		r.ldfi = float64(ldfi.Executions)
	}
	r.spec = spec
	specText := spec.String()
	if spec != p.spec {
		specText += fmt.Sprintf(" (%v)", p.spec)
	}
	r.cells = []string{
		p.name, specText, fmt.Sprintf("%d (%d)", b.rules(), p.lines),
		fmt.Sprintf("%s (%s)", scientific(b.combinations(spec)), p.combinations),
		fmt.Sprintf("%s (%s)", executions, short(p.random.executions)), spread, fmt.Sprintf("%s (%s)", time, short(p.random.seconds)),
		fmt.Sprintf("%s (%s)", ldfi.text(), short(p.ldfi.executions)), fmt.Sprintf("%s (%s)", seconds(ldfi.Seconds), short(p.ldfi.seconds)),
		symbolic.text(), seconds(symbolic.Seconds),
	}
	return r, nil
}

// text is the number of executions, with what is unusual.
func (s Search) text() string {
	text := fmt.Sprint(s.Executions)
	switch {
	case s.Stopped != "":
		text += ", not complete"
	case s.NoneFound:
		text += ", none found"
	case s.Kind == verify.Certified:
		text += ", certified"
	}
	return text
}

// breaking looks for the first specification on the path of a sweep that breaks the
// program.
func (b *bench) breaking(ctx context.Context, crashes int) (*failure.Spec, error) {
	path, err := b.path(ctx, furthest, crashes)
	if err != nil || path.Minimal == nil {
		return nil, err
	}
	return &path.Minimal.Spec, nil
}

// path follows the path of a sweep, as long as Options.For. An error is not that of a
// bound.
func (b *bench) path(ctx context.Context, maxEOT, crashes int) (*sweep.Path, error) {
	s, err := sweep.New(b.program.Datalog(), sweep.Options{
		MaxEOT: maxEOT, MinCrashes: crashes, MaxCrashes: crashes, Verify: verify.Options{Nodes: b.nodes},
	})
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, b.options.For)
	defer cancel()
	p := s.Path(limited, crashes, nil)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if p.Err != nil && !sweep.IsBound(p.Err) {
		return nil, p.Err
	}
	return p, nil
}
