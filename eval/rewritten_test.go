package eval_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly/datalog"
	"molly/dedalus/rewrite"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
)

// A rewritten program, evaluated by an interpreter without Dedalus, time or
// strata, has the model that a run has. The value that rewrite.New returns has every tuple
// at every time, and every firing with all that its binding decides. The text that it prints
// has the same tuples, and as many firings of each rule at each time.
func TestRewritten(t *testing.T) {
	programs := 150
	if testing.Short() {
		programs = 40
	}
	compared, rows := 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 11))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		scenario := randprog.Scenario(r, task.Spec, task.Nodes)
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{MaxFacts: 20_000})
		if err != nil {
			t.Fatal(err)
		}
		run, err := ev.Run(context.Background(), task.Spec, scenario)
		if err != nil || len(run.Overflows()) > 0 {
			continue
		}
		plain := rewrite.New(task.Program)
		value, ok := interpret(clausesOf(plain), task.Spec.EOT, task.Nodes, scenario)
		if !ok {
			continue
		}
		want := rowsOf(t, run, plain)
		if d := cmp.Diff(want, value.rows(plain)); d != "" {
			t.Fatalf("seed %d, %v: run and rewriting differ:\n%s\n%s\n%s", seed, scenario, d, task.Source, plain)
		}
		text, ok := interpret(parseDatalog(plain.String()), task.Spec.EOT, task.Nodes, scenario)
		if !ok {
			t.Fatalf("seed %d: the text has no model\n%s", seed, plain)
		}
		if d := cmp.Diff(modelOf(run), text.lines(task.Program)); d != "" {
			t.Fatalf("seed %d, %v: run and text differ:\n%s\n%s\n%s", seed, scenario, d, task.Source, plain)
		}
		compared++
		rows += len(want)
	}
	t.Logf("%d programs, %d tuples and firings", compared, rows)
	if compared < programs*9/10 {
		t.Errorf("only %d of %d programs were compared", compared, programs)
	}
}

// rowsOf lists what a run holds as rows of the rewritten program: its tuples with their
// times, and its firings.
func rowsOf(t *testing.T, run *eval.Run, plain *rewrite.Program) []string {
	var list []string
	for r, relation := range run.Program().Relations {
		for time := 1; time <= run.EOT(); time++ {
			for _, f := range run.At(datalog.RelID(r), time) {
				list = append(list, datalog.FormatTuple(relation.Name, append(run.Args(f), datalog.Int(int64(time)))))
			}
		}
	}
	for id := range run.Firings() {
		f := run.Firing(eval.FiringID(id))
		w := plain.Rules[f.Rule]
		list = append(list, datalog.FormatTuple(plain.Datalog.Relations[w.Firings].Name, firingRow(t, run, w, f)))
	}
	slices.Sort(list)
	return list
}

// firingRow is the row of a firing, from the facts that it rests on.
func firingRow(t *testing.T, run *eval.Run, w rewrite.Rule, f eval.Firing) []datalog.Value {
	row := make([]datalog.Value, len(w.Columns))
	vars := row[:len(w.Source.Vars)]
	facts := map[int][]datalog.Value{} // by premise
	for i, l := range w.Source.Body {
		if l.Kind != datalog.Positive {
			continue
		}
		facts[i] = run.Args(f.Premises[len(facts)])
		for c, term := range l.Atom.Args {
			if term.Kind == datalog.Variable {
				vars[term.Var] = facts[i][c]
			}
		}
	}
	for range w.Source.Body { // chains of equalities
		for _, l := range w.Source.Body {
			for _, side := range [][2]datalog.Term{{l.Left, l.Right}, {l.Right, l.Left}} {
				if l.Kind != datalog.Comparison || l.Op != datalog.Equal || side[0].Kind != datalog.Variable {
					continue
				}
				if v, ok := eval.Compute(side[1], vars); ok {
					vars[side[0].Var] = v
				}
			}
		}
	}
	for i, c := range w.Columns {
		switch c.Kind {
		case rewrite.Wildcard:
			row[i] = facts[c.Premise][c.Argument]
		case rewrite.Computed:
			v, ok := eval.Compute(w.Source.Head.Args[c.Argument].Term, vars)
			if !ok {
				t.Fatalf("a firing of rule %d has no value in column %d of its head", w.Source.ID, c.Argument)
			}
			row[i] = v
		case rewrite.Time:
			row[i] = datalog.Int(int64(f.Time))
		case rewrite.Arrival:
			row[i] = datalog.Int(int64(f.Time + 1))
		}
	}
	return row
}

// rows lists a model as rowsOf does: without clock, the times and the snapshots.
func (m model) rows(plain *rewrite.Program) []string {
	var list []string
	add := func(r datalog.RelID) {
		name := plain.Datalog.Relations[r].Name
		for _, row := range m[name] {
			list = append(list, datalog.FormatTuple(name, row))
		}
	}
	for r := range plain.Source.Relations {
		add(datalog.RelID(r))
	}
	for _, w := range plain.Rules {
		add(w.Firings)
	}
	slices.Sort(list)
	return list
}

// modelOf lists the tuples of a run, and how many firings each rule has at each time.
func modelOf(run *eval.Run) []string {
	p := run.Program()
	var list []string
	for r, relation := range p.Relations {
		for time := 1; time <= run.EOT(); time++ {
			for _, f := range run.At(datalog.RelID(r), time) {
				list = append(list, fmt.Sprintf("%s@%d", datalog.FormatTuple(relation.Name, run.Args(f)), time))
			}
		}
	}
	firings := map[string]int{}
	for id := range run.Firings() {
		f := run.Firing(eval.FiringID(id))
		firings[fmt.Sprintf("rule %d at %d", f.Rule+1, f.Time)]++
	}
	return withCounts(list, firings)
}

func withCounts(list []string, counts map[string]int) []string {
	for name, n := range counts {
		list = append(list, fmt.Sprintf("%s: %d", name, n))
	}
	slices.Sort(list)
	return list
}

// lines lists a model as modelOf does.
func (m model) lines(p *datalog.Program) []string {
	var list []string
	for _, relation := range p.Relations {
		for _, row := range m[relation.Name] {
			last := len(row) - 1
			list = append(list, fmt.Sprintf("%s@%d", datalog.FormatTuple(relation.Name, row[:last]), row[last].Number()))
		}
	}
	firings := map[string]int{}
	for name, rows := range m {
		i := strings.LastIndex(name, "_fired")
		if i < 0 {
			continue
		}
		rule := 0
		if _, err := fmt.Sscanf(name[i:], "_fired%d", &rule); err != nil || rule < 1 || rule > len(p.Rules) {
			continue
		}
		for _, row := range rows {
			at := len(row) - 1
			if p.Rules[rule-1].Timing != datalog.Deductive {
				at--
			}
			firings[fmt.Sprintf("rule %d at %d", rule, row[at].Number())]++
		}
	}
	return withCounts(list, firings)
}

// interpret evaluates a rewritten program.
//
// What is negated or aggregated is read from the model of the round before, the first
// of which is empty; the rest is the least fixpoint. Where no tuple depends on its own
// absence, the rounds end, and where they end is the only such model.
func interpret(clauses []dlClause, eot int, nodes []string, s failure.Scenario) (model, bool) {
	given := model{}
	for t := 1; t <= eot; t++ {
		given.add("time", []datalog.Value{datalog.Int(int64(t))})
		for _, o := range nodes {
			for _, f := range s {
				if f.Kind == failure.Crash {
					given.add("crash", []datalog.Value{datalog.String(o), datalog.String(f.Node), datalog.Int(int64(f.Time)), datalog.Int(int64(t))})
				}
			}
		}
	}
	e := &interpreter{eot: eot, nodes: nodes, scenario: s, before: model{}}
	for range 500 {
		e.now = model{}
		for name, rows := range given {
			for _, row := range rows {
				e.now.add(name, row)
			}
		}
		if !e.round(clauses) {
			return nil, false
		}
		if e.now.same(e.before) {
			return e.now, true
		}
		e.before = e.now
	}
	return nil, false
}

// model is the rows of each relation, by their text.
type model map[string]map[string][]datalog.Value

func (m model) add(name string, row []datalog.Value) bool {
	if m[name] == nil {
		m[name] = map[string][]datalog.Value{}
	}
	key := fmt.Sprintf("%v", datalog.FormatTuple("", row))
	_, there := m[name][key]
	m[name][key] = row
	return !there
}

func (m model) same(other model) bool {
	count := func(m model) (n int) {
		for _, rows := range m {
			n += len(rows)
		}
		return n
	}
	for name, rows := range m {
		for key := range rows {
			if _, there := other[name][key]; !there {
				return false
			}
		}
	}
	return count(m) == count(other)
}
