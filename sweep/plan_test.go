package sweep_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"molly/sweep"
	"molly/verify"
)

// A plan decides each variant by paths or by the table, tells of what is in the result, in its order,
// and does not ask again what its journal has.
func TestRun(t *testing.T) {
	t.Parallel()
	p := load(t, "delivery/simple").Datalog()
	nodes := []string{"a", "b", "c"}
	variants, err := sweep.Variants(p, []sweep.Shift{{Relation: "bcast", From: 1, To: 2}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "journal")
	for _, grid := range []bool{false, true, false} {
		j, err := sweep.OpenJournal(name, sweep.Subject{Program: "p", Nodes: nodes})
		if err != nil {
			t.Fatal(err)
		}
		plan := sweep.Plan{
			Options: sweep.Options{MaxEOT: 4, MaxCrashes: 1, Verify: verify.Options{Nodes: nodes}}, Grid: grid, Variants: variants, Journal: j,
		}
		var told, want []string
		r, err := sweep.Run(t.Context(), p, plan, func(e sweep.Event) {
			switch e.Kind {
			case sweep.VariantBegins:
				told = append(told, e.Variant.Name())
			case sweep.CellLooked:
				told = append(told, e.Cell.Spec.String())
			case sweep.PathEnded:
				told = append(told, fmt.Sprint(e.Path.Crashes, e.Path.Ending))
			case sweep.RowDecided:
				told = append(told, fmt.Sprint(e.Row.EOT))
			}
		})
		if err != nil || r.Stopped != nil {
			t.Fatal(err, r.Stopped)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		for _, v := range r.Variants {
			want = append(want, v.Variant.Name())
			for _, path := range v.Paths {
				for _, c := range path.Cells {
					want = append(want, c.Spec.String())
				}
				want = append(want, fmt.Sprint(path.Crashes, path.Ending))
			}
			for _, row := range v.Rows {
				want = append(want, fmt.Sprint(row.EOT))
			}
		}
		if !slices.Equal(told, want) || len(r.Variants) != 2 {
			t.Errorf("grid %v: told %q, but the result has %q", grid, told, want)
		}
		if grid {
			continue
		}
		if b := r.Broken(); b == nil || b != r.Variants[0].Paths[0].Minimal || !r.Has(sweep.Broken) || r.Has(sweep.Overflows) {
			t.Errorf("broken: %v", b)
		}
	}
}

// A bound ends the paths, and is in the result; another error ends the sweep.
func TestRunEndsEarly(t *testing.T) {
	t.Parallel()
	p := load(t, "delivery/simple").Datalog()
	o := sweep.Options{MaxEOT: 4, MaxCrashes: 1, Verify: verify.Options{Nodes: []string{"a", "b", "c"}}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, grid := range []bool{false, true} {
		r, err := sweep.Run(ctx, p, sweep.Plan{Options: o, Grid: grid}, func(sweep.Event) {})
		if err != nil || !errors.Is(r.Stopped, context.Canceled) || r.Broken() != nil || sweep.Reason(r.Stopped) != "interrupted" {
			t.Errorf("grid %v: %+v, %v", grid, r, err)
		}
	}
	j, err := sweep.OpenJournal(filepath.Join(t.TempDir(), "journal"), sweep.Subject{Program: "p", Nodes: o.Verify.Nodes})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = sweep.Run(t.Context(), p, sweep.Plan{Options: o, Journal: j}, func(sweep.Event) {})
	if unwritten := new(sweep.WriteError); !errors.As(err, &unwritten) {
		t.Errorf("a journal that is closed: %v", err)
	}
}
