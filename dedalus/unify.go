package dedalus

import "molly/datalog"

// Types are inferred by unification: every column of a relation and every variable
// of a rule is a node; what is compared or joined is merged into one class. A
// class has a type as soon as something tells it, and remembers what did.

// node is a column or a variable, by number.
type node int

// evidence is a place that tells a type.
type evidence struct {
	typ  datalog.Type
	at   span
	what string // what is said there
}

// typeInference is the state of the unification.
//
// Invariant: parent[n] ≤ n; told[n] is of a class's root only.
type typeInference struct {
	parent []node
	told   []evidence
}

func (t *typeInference) add() node {
	n := node(len(t.parent))
	t.parent = append(t.parent, n)
	t.told = append(t.told, evidence{})
	return n
}

func (t *typeInference) root(n node) node {
	for t.parent[n] != n {
		t.parent[n] = t.parent[t.parent[n]]
		n = t.parent[n]
	}
	return n
}

func (t *typeInference) typeOf(n node) datalog.Type { return t.told[t.root(n)].typ }

func (t *typeInference) learn(n node, e evidence) {
	if r := t.root(n); t.told[r].typ == datalog.Unknown {
		t.told[r] = e
	}
}
