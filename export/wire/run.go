package wire

import (
	"context"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
	"molly/verify"
)

// Run is the result of molly run: one execution.
type Run struct {
	Schema   int            `json:"schema"`
	Verdict  RunVerdict     `json:"verdict"`  // whether the invariant holds in this run
	Spec     Spec           `json:"spec"`     // under which the scenario is admissible
	Scenario failure.Faults `json:"scenario"` // what fails in the run
	// what holds, relation by relation (--relation and --at choose)
	Relations []Relation `json:"relations,omitzero"`
	// with --changes, instead of relations: what changes, time by time
	Changes []Change `json:"changes,omitzero"`
	// what is sent before EOT
	Messages []Message `json:"messages"`
	// the tuples of pre at EOT, where the program defines it
	Pre []Tuple `json:"pre,omitzero"`
	// the tuples of post at EOT, where the program defines it
	Post []Tuple `json:"post,omitzero"`
	Violations
	Vacuous  bool         `json:"vacuous"`  // this run owes nothing
	Warnings []Diagnostic `json:"warnings"` // about the program
}

// RunVerdict says whether the invariant holds in one run.
type RunVerdict string

// The verdicts on one run.
const (
	Holds    RunVerdict = "holds"
	Violated RunVerdict = "violated"
)

// Relation is a relation with its tuples.
type Relation struct {
	Name   string    `json:"name"`   // the relation's name
	Tuples []History `json:"tuples"` // what it holds at some time, sorted
}

// History is a tuple with the times at which it holds.
type History struct {
	Tuple Tuple `json:"tuple"` // the tuple
	Times []int `json:"times"` // sorted
}

// Change is what differs from the time before.
type Change struct {
	Time int    `json:"time"` // the time
	New  []Fact `json:"new"`  // what holds, and did not before
	Gone []Fact `json:"gone"` // what held before, and does not any more
}

// Message is a message and whether it arrived.
type Message struct {
	Relation string        `json:"relation"` // the relation that it is of
	From     datalog.Value `json:"from"`     // the sender
	To       datalog.Value `json:"to"`       // the receiver
	Sent     int           `json:"sent"`     // the time of sending
	Arrived  bool          `json:"arrived"`  // it arrived: at the next time, if arrivals does not say otherwise
	Tuple    Tuple         `json:"tuple"`    // what it brings
	// the times at which it arrived, twice where a second copy did; where the specification allows
	// no more than losses and crashes, it is left out
	Arrivals []int `json:"arrivals,omitempty"`
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
		out.Messages = append(out.Messages, Message{p.Relations[m.Relation].Name, m.From, m.To, m.Sent, m.Arrived, m.Args, arrivals(x.Run, m)})
	}
	if p.HasInvariant() {
		out.Pre, out.Post = atEnd(x.Run, p.Pre), atEnd(x.Run, p.Post)
	}
	return out, context.Cause(ctx)
}

// arrivals are the times at which a message arrived, where these are not said by its sending.
func arrivals(run *eval.Run, m eval.Message) (times []int) {
	if run.Spec.Classic() {
		return nil
	}
	for _, d := range run.Deliveries(m) {
		if d.Arrived() {
			times = append(times, d.Time)
		}
	}
	return times
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
