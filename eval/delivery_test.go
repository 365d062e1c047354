package eval_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"molly/eval"
	"molly/internal/randprog"
)

// What becomes of each message is what the run says of its arrivals, and every delivery that
// does not arrive has a reason.
func TestDeliveries(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 6
	}
	late, twice, down, after := 0, 0, 0, 0
	for i := range n {
		r := rand.New(rand.NewPCG(*seed+uint64(i), 23))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		task.Program = widened(r, task.Program)
		task.Spec = wide(r, task.Program, task.Nodes, 3000)
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(task.Spec.Each(task.Nodes))
		for range 12 {
			run, err := ev.Run(t.Context(), task.Spec, all[r.IntN(len(all))])
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range run.Messages() {
				var arrivals []int
				for _, d := range run.Deliveries(m) {
					if d.Arrived() {
						arrivals = append(arrivals, d.Time)
					}
					late, twice = late+count(d.Late > 0), twice+count(d.Copy)
					down, after = down+count(d.Lost && d.Taken.Until > 0), after+count(d.AfterEnd)
				}
				if !slices.Equal(arrivals, m.Arrivals) {
					t.Fatalf("under %v: %+v arrives at %v by its deliveries\n%s", run.Scenario, m, arrivals, task)
				}
			}
		}
	}
	t.Logf("%d messages are late, %d come twice, %d meet a node that is down, %d come after the end", late, twice, down, after)
	if !testing.Short() && min(late, twice, down, after) < n/10 {
		t.Errorf("of %d programs only %d messages are late, %d come twice, %d meet a node that is down, %d come after the end", n, late, twice, down, after)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
