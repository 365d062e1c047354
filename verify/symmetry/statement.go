package symmetry

import (
	"molly/datalog"
	"molly/failure"
)

// A statement says something of nodes: a fact of the program, or a limit of the specification,
// which is written like a fact.
type statement struct {
	datalog.Fact
	kind statementKind
}

type statementKind int

const (
	held    statementKind = iota // the fact holds at its time
	lasting                      // it holds from its time on
	lossy                        // the link between two nodes loses, delays or doubles messages
	crashes                      // the node may crash
)

// statementsOf lists what a program and a specification say of the nodes. What holds of all of
// them need not be said.
func statementsOf(p *datalog.Program, nodes []string, spec failure.Spec) []statement {
	var list []statement
	for _, f := range p.Facts {
		list = append(list, statement{f, held})
	}
	for _, f := range p.Lasting {
		list = append(list, statement{f, lasting})
	}
	say := func(kind statementKind, names ...string) {
		var f datalog.Fact
		for _, n := range names {
			f.Args = append(f.Args, datalog.String(n))
		}
		list = append(list, statement{f, kind})
	}
	for _, n := range nodes {
		for _, to := range nodes {
			if spec.Lossy != "" && n != to && spec.Lossy.Has(n, to) {
				say(lossy, n, to)
			}
		}
		if spec.Crashable != "" && spec.Crashable.Has(n) {
			say(crashes, n)
		}
	}
	return list
}

// inInputs tells for each node whether an input names it. Scenarios have inputs as they are
// written: no symmetry may rename them.
func inInputs(p *datalog.Program, number map[string]int32) []bool {
	in := make([]bool, len(number))
	for _, input := range p.Inputs {
		for _, v := range input.Args {
			if v.Type() != datalog.Text {
				continue
			}
			if n, isNode := number[v.Text()]; isNode {
				in[n] = true
			}
		}
	}
	return in
}
