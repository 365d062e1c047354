package report

import (
	"context"

	"molly/datalog"
	"molly/eval"
	"molly/internal/numeral"
)

// tables are the relations of a run, with the times at which their tuples hold.
func tables(run *eval.Run) []Table {
	var times []int
	for t := 1; t <= run.EOT(); t++ {
		times = append(times, t)
	}
	var list []Table
	for i, relation := range run.Program().Relations {
		t := Table{Name: relation.Name}
		for _, h := range run.History(datalog.RelID(i), times...) {
			t.Rows = append(t.Rows, Row{Tuple: datalog.FormatArgs(h.Tuple), Times: h.Times})
		}
		list = append(list, t)
	}
	return list
}

// firings are those of a run, and the messages that it lost or that come after its end. The error is the context's.
func firings(ctx context.Context, run *eval.Run) ([]Firing, error) {
	var list []Firing
	for id := range eval.FiringID(run.Firings()) {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		f := run.Firing(id)
		if f.Head < 0 || f.Rule >= len(run.Program().Rules) {
			continue // a binding of an aggregate, or what is held over: the program has no such rule
		}
		list = append(list, Firing{Rule: f.Rule, Time: f.Time, Head: factAt(run, f.Head), Premises: factsAt(run, f.Premises)})
	}
	for t := 1; t <= run.EOT(); t++ {
		for r := range run.Program().Relations {
			for _, fact := range run.At(datalog.RelID(r), t) {
				if run.Time(fact) != t {
					continue // crash is timeless
				}
				for row := range run.RowsOf(fact) {
					list = append(list, Firing{
						Rule: row.Rule, Time: row.Time, Head: factAt(run, fact),
						Premises: []string{"of " + numeral.Count(len(row.Bindings), "binding")},
					})
				}
			}
		}
	}
	for _, m := range run.Messages() {
		for _, d := range run.Deliveries(m) {
			if d.Arrived() {
				continue
			}
			head := run.Program().FormatFact(datalog.Fact{Relation: m.Relation, Args: m.Args, Time: d.Time})
			if d.AfterEnd {
				head += ", after the end"
			}
			list = append(list, Firing{Rule: m.Rule, Time: m.Sent, Lost: d.Lost, Head: head})
		}
	}
	return list, nil
}

// factAt is a tuple with its time.
func factAt(run *eval.Run, f eval.FactID) string {
	return run.Program().FormatFact(run.Fact(f))
}

func factsAt(run *eval.Run, facts []eval.FactID) []string {
	list := make([]string, len(facts))
	for i, f := range facts {
		list[i] = factAt(run, f)
	}
	return list
}
