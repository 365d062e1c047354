package wire

import (
	"context"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/verify"
)

// Run is the result of molly run: one execution. It has relations, or with --changes changes.
type Run struct {
	Schema   int            `json:"schema"`
	Verdict  RunVerdict     `json:"verdict"`
	Spec     Spec           `json:"spec"`
	Scenario failure.Faults `json:"scenario"`
	// Relations has what each relation holds at which times.
	Relations []Relation `json:"relations,omitzero"`
	// Changes has what is new and what is gone at each time.
	Changes []Change `json:"changes,omitzero"`
	// Messages are those that are sent before EOT.
	Messages []Message `json:"messages"`
	// Pre and Post are those at EOT; left out where the program has no invariant of its own.
	Pre  []Tuple `json:"pre,omitzero"`
	Post []Tuple `json:"post,omitzero"`
	Violations
	// Vacuous means that this run owes nothing.
	Vacuous  bool         `json:"vacuous"`
	Warnings []Diagnostic `json:"warnings"`
}

// RunVerdict says whether the invariant holds in one run.
type RunVerdict string

// The verdicts on one run.
const (
	Holds    RunVerdict = "holds"
	Violated RunVerdict = "violated"
)

// Relation is a relation with its tuples, sorted.
type Relation struct {
	Name   string    `json:"name"`
	Tuples []History `json:"tuples"`
}

// History is a tuple with the times at which it holds.
type History struct {
	Tuple Tuple `json:"tuple"`
	Times []int `json:"times"`
}

// Change is what differs from the time before.
type Change struct {
	Time int    `json:"time"`
	New  []Fact `json:"new"`
	Gone []Fact `json:"gone"`
}

// Message is a message and whether it arrived.
type Message struct {
	Relation string        `json:"relation"`
	From     datalog.Value `json:"from"`
	To       datalog.Value `json:"to"`
	Sent     int           `json:"sent"` // the time
	Arrived  bool          `json:"arrived"`
	Tuple    Tuple         `json:"tuple"`
}

// NewRun returns what a view shows of an execution of p, without warnings. It ends with ctx.
func NewRun(ctx context.Context, p *datalog.Program, nodes []string, x *verify.Judged, view eval.View) (Run, error) {
	out := Run{
		Schema: Schema, Verdict: Holds, Spec: NewSpec(x.Run.Spec, nodes), Scenario: x.Run.Scenario.Faults(),
		Messages: []Message{}, Violations: NewViolations(p, x.Violated), Vacuous: x.Vacuous, Warnings: []Diagnostic{},
	}
	if len(x.Violated) > 0 {
		out.Verdict = Violated
	}
	if view.Changes {
		out.Changes = changes(ctx, p, x.Run, view)
	} else {
		out.Relations = relations(ctx, p, x.Run, view)
	}
	for _, m := range view.Messages(x.Run) {
		out.Messages = append(out.Messages, Message{p.Relations[m.Relation].Name, m.From, m.To, m.Sent, m.Arrived, m.Args})
	}
	if p.HasInvariant() {
		out.Pre, out.Post = atEnd(x.Run, p.Pre), atEnd(x.Run, p.Post)
	}
	return out, context.Cause(ctx)
}

// relations lists what holds, until the context ends.
func relations(ctx context.Context, p *datalog.Program, run *eval.Run, view eval.View) []Relation {
	list := []Relation{}
	for _, r := range view.Relations {
		if ctx.Err() != nil {
			break
		}
		j := Relation{p.Relations[r].Name, []History{}}
		for _, h := range run.History(r, view.Times...) {
			j.Tuples = append(j.Tuples, History{h.Tuple, h.Times})
		}
		list = append(list, j)
	}
	return list
}

// changes lists what changes, until the context ends.
func changes(ctx context.Context, p *datalog.Program, run *eval.Run, view eval.View) []Change {
	list := []Change{}
	for _, t := range view.Times {
		if ctx.Err() != nil {
			break
		}
		j := Change{t, []Fact{}, []Fact{}}
		for _, r := range view.Relations {
			added, gone := run.Changes(r, t)
			for _, tuple := range added {
				j.New = append(j.New, Fact{p.Relations[r].Name, tuple})
			}
			for _, tuple := range gone {
				j.Gone = append(j.Gone, Fact{p.Relations[r].Name, tuple})
			}
		}
		list = append(list, j)
	}
	return list
}

// atEnd lists what a relation holds at EOT.
func atEnd(run *eval.Run, r datalog.RelID) []Tuple {
	list := []Tuple{}
	for _, h := range run.History(r, run.EOT()) {
		list = append(list, h.Tuple)
	}
	return list
}
