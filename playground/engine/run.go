package engine

import (
	"context"
	"slices"

	"molly"
	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/provenance"
	"molly/viz/lamport"
	"molly/viz/lineage"
	"molly/viz/scene"
	"molly/viz/svg"
)

// Execution names an execution of a program.
type Execution struct {
	Project
	Scenario failure.Faults `json:"scenario"`
}

// Executed is an execution as the page shows it.
type Executed struct {
	Name     string   `json:"name"`  // the faults, in symbols
	Words    []string `json:"words"` // what fails
	Command  string   `json:"command"`
	EOT      int      `json:"eot"`
	Holds    bool     `json:"holds"` // the invariant
	Vacuous  bool     `json:"vacuous"`
	Violated []Goal   `json:"violated"`
	// Diagram is the space-time diagram. Lineage is why the run violates what it does, or else why
	// post has what it has; it is "" where there is neither. Both are SVG.
	Diagram   string            `json:"diagram"`
	Thinned   bool              `json:"thinned"` // the diagram has only the messages that matter for the outcome
	Lineage   string            `json:"lineage"`
	Relations []Relation        `json:"relations"`
	Nodes     map[string]string `json:"nodes"` // how each node is written in a tuple
}

// Goal is a tuple at a time, that can be explained.
type Goal struct {
	Text string `json:"text"` // what is wrong with it
	Goal string `json:"goal"` // the tuple, as the method why takes it
}

// Relation is what a relation holds.
type Relation struct {
	Name string `json:"name"`
	Rows []Row  `json:"rows"`
}

// Row is a tuple with the times at which it holds: the first and the last one of each stretch.
type Row struct {
	Tuple string `json:"tuple"` // its columns
	Goal  string `json:"goal"`  // the tuple, without a time
	Times []int  `json:"times"`
}

// crowded is how many messages a diagram has at most before it leaves out those that do not matter.
const crowded = 300

// run runs one scenario.
func (e *Engine) run(ctx context.Context, x Execution, _ Tell) (*Executed, error) {
	q, err := e.ask(ctx, x.Project)
	if err != nil {
		return nil, err
	}
	sc, err := q.Scenario(x.Scenario.Scenario()...)
	if err != nil {
		return nil, err
	}
	ran, err := q.Run(ctx, sc)
	if err != nil {
		return nil, x.inProgram(q, err)
	}
	out := &Executed{
		Name: sc.String(), Words: sc.Summary(), Command: q.Subject().Command("run", sc), EOT: q.Spec.EOT,
		Holds: len(ran.Violated) == 0, Vacuous: ran.Vacuous, Violated: []Goal{}, Nodes: map[string]string{},
	}
	for _, v := range ran.Violated {
		out.Violated = append(out.Violated, Goal{v.Describe(q.Datalog()), q.Datalog().FormatFact(v.Fact)})
	}
	for _, n := range q.Nodes {
		out.Nodes[n] = datalog.FormatArgs([]datalog.Value{datalog.String(n)})
	}
	out.Relations = relations(ran.Run)
	out.Thinned = len(ran.Run.Messages()) > crowded
	diagram, err := q.Draw(ctx, sc, molly.Picture{Title: new(string), Diagram: lamport.Options{Strong: out.Thinned}})
	if err != nil {
		return nil, err
	}
	out.Diagram = string(svg.Write(diagram))
	picture, err := outcome(ctx, q, ran)
	if picture != nil {
		out.Lineage = string(svg.Write(picture))
	}
	return out, err
}

// relations are the tuples of a run. Relations without any come last.
func relations(run *eval.Run) []Relation {
	var times []int
	for t := 1; t <= run.EOT(); t++ {
		times = append(times, t)
	}
	list := []Relation{}
	for i, relation := range run.Program().Relations {
		r := Relation{relation.Name, []Row{}}
		for _, h := range run.History(datalog.RelID(i), times...) {
			r.Rows = append(r.Rows, Row{datalog.FormatArgs(h.Tuple), datalog.FormatTuple(relation.Name, h.Tuple), stretches(h.Times)})
		}
		list = append(list, r)
	}
	return list
}

// stretches are the first and last numbers of each stretch of a sorted list.
func stretches(times []int) []int {
	var list []int
	for _, t := range times {
		if n := len(list); n > 0 && list[n-1] == t-1 {
			list[n-1] = t
		} else {
			list = append(list, t, t)
		}
	}
	return list
}

// outcome draws the lineage of what a run violates, or else of what post holds at EOT; nil where
// there is nothing of either.
func outcome(ctx context.Context, q *molly.Question, ran *molly.Execution) (*scene.Scene, error) {
	var goals []provenance.Goal
	p := q.Datalog()
	if len(ran.Violated) == 0 {
		if !p.HasInvariant() {
			return nil, nil
		}
		for _, h := range ran.Run.History(p.Post, q.Spec.EOT) {
			goals = append(goals, provenance.Goal{Fact: datalog.Fact{Relation: p.Post, Args: slices.Clone(h.Tuple), Time: q.Spec.EOT}})
		}
		if goals == nil {
			return nil, nil
		}
	}
	return q.DrawLineage(ctx, ran.Run.Scenario, folded(), goals...)
}

// folded is how lineages are drawn.
func folded() molly.Picture {
	return molly.Picture{Title: new(string), Lineage: lineage.Options{Fold: lineage.Readable}}
}
