package reduce

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/sample/spark"
	"molly/node/trace"
)

var seeds = flag.Int("seeds", 0, "reduce so many random executions of each bug, and compare what they come to (minutes)")

// subject is a system with a bug.
type subject struct {
	bug    string
	system *node.System
	plan   fuzz.Plan
	seed   uint64 // from which on long executions that violate something are looked for
}

// subjects are all systems with a bug that are reduced here.
func subjects() (list []subject) {
	for _, c := range clusters {
		list = append(list, subject{"raft " + c.bug, cluster(c.bug, c.nodes, c.order), requests(), c.seed})
	}
	for _, b := range spark.Names {
		var bugs spark.Bugs
		*b.On(&bugs) = true
		s := spark.System(bugs)
		s.Order = node.FIFO
		list = append(list, subject{"spark " + b.Name, s, spark.Plan(), 0})
	}
	return list
}

// next is the first long random execution that violates something, from a seed on, and its seed.
func (s *subject) next(t testing.TB, seed uint64) (*trace.Trace, uint64) {
	t.Helper()
	for range 3000 {
		w, err := node.Begin(s.system)
		if err != nil {
			t.Fatal(err)
		}
		s.plan.Run(w, rand.New(rand.NewPCG(seed, 1)))
		if w.Violation() != nil && len(w.Events()) > 350 {
			return trace.Of(w, trace.Header{}), seed
		}
		seed++
	}
	t.Fatal("nothing is violated")
	return nil, 0
}

// row is what became of an execution.
type row struct {
	bug, violated        string
	seed                 uint64
	long, reduced, small Stage // as it was recorded, where no event alone can be left out, and at the end
	beside, executions   int
	elapsed              time.Duration
	lower                Lower
}

// Executions of each bug are reduced, each to little, and none to twice as much as another one with the same violation.
func TestSeeds(t *testing.T) {
	if *seeds == 0 {
		t.Skip("it takes minutes: with -seeds")
	}
	var rows []row
	for _, s := range subjects() {
		t.Run(s.bug, func(t *testing.T) {
			seed := s.seed
			for range *seeds {
				recorded, at := s.next(t, seed)
				seed = at + 1
				begun := time.Now()
				r, err := Reduce(t.Context(), s.system, recorded, Options{})
				if err != nil {
					t.Fatal(err)
				}
				rows = append(rows, rowOf(s.bug, at, r, time.Since(begun)))
			}
		})
	}
	judge(t, rows)
}

// rowOf is the row of a reduction.
func rowOf(bug string, seed uint64, r *Result, elapsed time.Duration) row {
	first := slices.IndexFunc(r.Stages, func(s Stage) bool { return s.Name == "check" })
	return row{
		bug: bug, violated: r.Violation.Fingerprint, seed: seed, long: r.Stages[0], reduced: r.Stages[first], small: r.Stages[len(r.Stages)-1],
		beside: beside(r), executions: r.Executions, elapsed: elapsed, lower: r.Lower,
	}
}

// beside is how many executions there were beside those of the search near the minimum, and of all that are shorter.
func beside(r *Result) (n int) {
	for _, s := range r.Stages {
		if s.Name != "again" && s.Name != "smallest" {
			n += s.Executions
		}
	}
	return n
}

// judge prints a table, and says what is too large.
func judge(t *testing.T, rows []row) {
	smallest := map[string]int{}
	for _, r := range rows {
		name := r.bug + r.violated
		if n, ok := smallest[name]; !ok || r.small.Events < n {
			smallest[name] = r.small.Events
		}
	}
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "bug\tseed\trecorded\treduced\tat the end\tratio\texecutions\tbeside searches\ttime\ttried\tviolated")
	of := func(s Stage) string { return fmt.Sprintf("%d (%d)", s.Events, s.Externals) }
	few := 0
	for _, r := range rows {
		least := smallest[r.bug+r.violated]
		proved := ""
		if r.lower.Proved {
			proved = "*"
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s%s\t%.2f\t%d\t%d\t%.1fs\t%d\t%s\n", r.bug, r.seed, of(r.long), of(r.reduced), of(r.small), proved,
			float64(r.small.Events)/float64(least), r.executions, r.beside, r.elapsed.Seconds(), r.lower.Tried, r.violated)
		if r.small.Events > 2*least || r.small.Events > 30 || r.small.Externals > 8 {
			t.Errorf("%s, seed %d: %d events, %d of them from outside; another one has %d", r.bug, r.seed, r.small.Events, r.small.Externals, least)
		}
		if r.beside <= 1000 {
			few++
		}
	}
	_ = table.Flush() // a builder takes everything
	t.Logf("\n%s\n%d of %d took 1,000 executions at most", &b, few, len(rows))
	if 4*few < 3*len(rows) {
		t.Errorf("only %d of %d took 1,000 executions at most", few, len(rows))
	}
}
