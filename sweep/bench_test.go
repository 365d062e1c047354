package sweep_test

import (
	"context"
	"testing"

	"molly/dedalus"
	"molly/failure"
	"molly/protocols"
	"molly/sweep"
	"molly/verify"
)

// A whole table, beside its largest cell alone, and beside all cells one by one.
func BenchmarkGrid(b *testing.B) {
	for _, c := range []struct {
		name            string
		maxEOT, crashes int
	}{{"delivery/ack", 10, 2}, {"commit/3pc", 10, 2}, {"agreement/paxos", 12, 1}} {
		p, found := dedalus.Loader{Library: protocols.Library()}.Load(c.name)
		if p == nil {
			b.Fatal(found)
		}
		o := verify.Options{Nodes: p.Settings().Nodes}
		one := func(b *testing.B, spec failure.Spec) {
			o := o
			o.Spec = spec
			if _, err := verify.Verify(context.Background(), p.Datalog(), o); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(c.name+"/table", func(b *testing.B) {
			cells, asked := 0, 0
			for b.Loop() {
				s, err := sweep.New(p.Datalog(), sweep.Options{MaxEOT: c.maxEOT, MaxCrashes: c.crashes, Verify: o})
				if err != nil {
					b.Fatal(err)
				}
				cells = 0
				err = s.Grid(context.Background(), func(r sweep.Row) {
					for _, list := range r.Cells {
						cells += len(list)
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				asked = s.Asked()
			}
			b.ReportMetric(float64(cells), "cells")
			b.ReportMetric(float64(asked), "asked")
		})
		b.Run(c.name+"/largest", func(b *testing.B) {
			for b.Loop() {
				one(b, failure.Spec{EOT: c.maxEOT, EFF: c.maxEOT, Crashes: c.crashes})
			}
		})
		b.Run(c.name+"/one-by-one", func(b *testing.B) {
			for b.Loop() {
				for eot := 1; eot <= c.maxEOT; eot++ {
					for eff := 1; eff <= eot; eff++ {
						for crashes := 0; crashes <= c.crashes; crashes++ {
							one(b, failure.Spec{EOT: eot, EFF: eff, Crashes: crashes})
						}
					}
				}
			}
		})
	}
}
