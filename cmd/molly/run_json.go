package main

import (
	"context"
	"molly/datalog"
)

// runJSON is the JSON of run (docs/json.md). It has relations, or with --changes
// changes.
type runJSON struct {
	Schema    int            `json:"schema"`
	Verdict   string         `json:"verdict"` // holds or violated
	Spec      specJSON       `json:"spec"`
	Scenario  scenarioJSON   `json:"scenario"`
	Relations []relationJSON `json:"relations,omitzero"`
	Changes   []changeJSON   `json:"changes,omitzero"`
	Messages  []messageJSON  `json:"messages"`
	// Pre and Post are left out where the program has no invariant of its own.
	Pre               [][]datalog.Value   `json:"pre,omitzero"`
	Post              [][]datalog.Value   `json:"post,omitzero"`
	Violated          [][]datalog.Value   `json:"violated"`
	ViolatedRelations []string            `json:"violated_relations,omitempty"`
	Instead           [][][]datalog.Value `json:"instead,omitempty"`
	Vacuous           bool                `json:"vacuous"`
	Warnings          []warningJSON       `json:"warnings"`
}

type relationJSON struct {
	Name   string      `json:"name"`
	Tuples []tupleJSON `json:"tuples"`
}

type tupleJSON struct {
	Tuple []datalog.Value `json:"tuple"`
	Times []int           `json:"times"`
}

type changeJSON struct {
	Time int        `json:"time"`
	New  []factJSON `json:"new"`
	Gone []factJSON `json:"gone"`
}

type factJSON struct {
	Relation string          `json:"relation"`
	Tuple    []datalog.Value `json:"tuple"`
}

type messageJSON struct {
	Relation string          `json:"relation"`
	From     datalog.Value   `json:"from"`
	To       datalog.Value   `json:"to"`
	Sent     int             `json:"sent"`
	Arrived  bool            `json:"arrived"`
	Tuple    []datalog.Value `json:"tuple"`
}

func (x *execution) json() error {
	out := runJSON{
		Schema: schema, Verdict: "holds", Spec: specificationJSON(x.spec, x.nodes), Scenario: faultsJSON(x.scenario),
		Messages: []messageJSON{}, Violated: [][]datalog.Value{}, Vacuous: x.Vacuous, Warnings: warningsJSON(x.warnings),
	}
	if x.changes {
		out.Changes = x.changesJSON()
	} else {
		out.Relations = x.relationsJSON()
	}
	for _, m := range x.messages() {
		out.Messages = append(out.Messages, messageJSON{x.relation(m.Relation), m.From, m.To, m.Sent, m.Arrived, m.Args})
	}
	p := x.datalog()
	if p.HasInvariant() {
		out.Pre, out.Post = x.atEnd(p.Pre), x.atEnd(p.Post)
	}
	for _, v := range x.Violated {
		out.Verdict = "violated"
		out.Violated = append(out.Violated, v.Tuple)
		if !p.HasInvariant() {
			out.ViolatedRelations = append(out.ViolatedRelations, x.relation(v.Relation))
		}
	}
	out.Instead = insteadJSON(x.Violated)
	if ended := context.Cause(x.ctx); ended != nil {
		return ended
	}
	return x.encodeLong(x.ctx, out)
}

func (x *execution) relationsJSON() []relationJSON {
	list := []relationJSON{}
	for _, r := range x.relations {
		if x.ctx.Err() != nil {
			break // nothing is printed
		}
		j := relationJSON{x.relation(r), []tupleJSON{}}
		for _, h := range x.Run.History(r, x.times...) {
			j.Tuples = append(j.Tuples, tupleJSON{h.Tuple, h.Times})
		}
		list = append(list, j)
	}
	return list
}

func (x *execution) changesJSON() []changeJSON {
	list := []changeJSON{}
	for _, t := range x.times {
		if x.ctx.Err() != nil {
			break // nothing is printed
		}
		j := changeJSON{t, []factJSON{}, []factJSON{}}
		for _, r := range x.relations {
			added, gone := x.Run.Changes(r, t)
			for _, tuple := range added {
				j.New = append(j.New, factJSON{x.relation(r), tuple})
			}
			for _, tuple := range gone {
				j.Gone = append(j.Gone, factJSON{x.relation(r), tuple})
			}
		}
		list = append(list, j)
	}
	return list
}

// atEnd lists what a relation holds at EOT.
func (x *execution) atEnd(r datalog.RelID) [][]datalog.Value {
	list := [][]datalog.Value{}
	for _, h := range x.Run.History(r, x.spec.EOT) {
		list = append(list, h.Tuple)
	}
	return list
}
