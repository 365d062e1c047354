package provenance

import (
	"fmt"
	"slices"

	"molly/circuit"
	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// Negation says how a formula for faults treats what a lineage negates (LDFI paper,
// Appendix B).
type Negation uint8

const (
	// Exact takes the lineage of all executions, in which absence is as good as presence.
	// [Clocks] does not know it: it needs no clocks.
	Exact Negation = iota
	// Ignore leaves negated premises out: faults that break a tuple by making what it
	// negates appear are not found.
	Ignore
	// Conservative cuts a negated premise by everything that might make what it negates appear.
	Conservative
)

var negationNames = [...]string{"exact", "ignore", "conservative"}

func (n Negation) String() string { return negationNames[n] }

// MarshalText writes the name of a treatment of negation.
func (n Negation) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// ParseNegation reads the name of a treatment of negation.
func ParseNegation(name string) (Negation, error) {
	for i, n := range negationNames {
		if n == name {
			return Negation(i), nil
		}
	}
	return 0, fmt.Errorf("%q is not a treatment of negation: choose exact, ignore or conservative", name)
}

// Clocks returns the formula of the LDFI paper's Algorithm 2 for a fact of a run: it is true for
// the faults that cut every support that the run shows. negation must not be Exact.
//
//	a goal       every firing is cut
//	a firing     some premise is cut, or its message is lost; of an aggregate, some binding
//	a message    from a to b at t: O(a,b,t) if t < EFF, or a crash of a at t or earlier; a
//	             message to oneself is never lost. Where messages may be late: all by which it
//	             does not arrive when it does; where nodes may be down: that b is down then
//	a fact       is never cut but where its node is down
//	a negation   ignored; or, conservatively, some tuple is cut that holds no later and whose
//	             relation reaches the negated one through an odd number of negations
//
// The paper does not speak of aggregates. Conservatively, an aggregate is cut, too, where
// bindings may appear, and where it is cut another value of it may appear. So for a program
// that does not read crash the conservative formula is true for all faults that take the
// tuple away; one that reads crash sees tuples appear without any clock.
//
// Tuples that hold each other up within a time are cut together.
func Clocks(run *eval.Run, goals []eval.FactID, spec failure.Spec, negation Negation, c *circuit.Circuit) []circuit.Lit {
	if negation == Exact {
		panic("provenance: Clocks has no exact treatment of negation")
	}
	w := &clocks{
		run: run, program: run.Program(), network: circuit.NewNetwork(c, spec), circuit: c,
		cut: map[eval.FactID]circuit.Lit{}, watched: eval.Observed(run.Program()), late: !spec.Classic(),
	}
	if negation == Conservative {
		w.growth = map[relationTime]circuit.Lit{}
		w.nonmonotonic, w.reach = nonmonotonic(w.program), reaches(w.program)
		w.before = make([]losses, len(w.program.Relations))
		for i := range w.before {
			w.before[i] = losses{circuit.False, circuit.False}
		}
	}
	last := 0
	for _, g := range goals {
		last = max(last, run.Time(g))
	}
	for t := 1; t <= last; t++ {
		w.tick(t)
	}
	out := make([]circuit.Lit, len(goals))
	for i, g := range goals {
		out[i] = w.cutOf(g)
	}
	return out
}

type relationTime struct {
	relation datalog.RelID
	time     int
}

// clocks computes what cuts the facts of a run, time by time.
type clocks struct {
	run     *eval.Run
	program *datalog.Program
	network *circuit.Network
	circuit *circuit.Circuit
	cut     map[eval.FactID]circuit.Lit // facts that are not in it are never cut

	// Of the conservative treatment, else nil.
	nonmonotonic []datalog.RelID // relations that some rule negates or aggregates
	reach        []reach
	growth       map[relationTime]circuit.Lit // what may make a relation grow at a time
	before       []losses                     // by relation, over earlier times

	watched []bool // by relation: only observers read it
	late    bool   // messages may be late or come twice, and nodes be down
}

// tick computes what cuts the facts of one time. What may make a negated relation
// grow depends on that in turn, so this is done until nothing changes: at most once for each of
// these relations.
func (w *clocks) tick(t int) {
	var facts []eval.FactID
	for r := range w.program.Relations {
		if datalog.RelID(r) != w.program.Crash && datalog.RelID(r) != w.program.Outage {
			facts = append(facts, w.run.At(datalog.RelID(r), t)...)
		}
	}
	components := w.components(facts)
	for range len(w.nonmonotonic) + 1 {
		for _, c := range components {
			w.solve(c)
		}
		if w.growth == nil || !w.grow(t) {
			break
		}
	}
	for r := range w.before {
		w.before[r] = w.losses(datalog.RelID(r), t)
	}
}

// components groups facts of one time that are each other's premises, premises first.
func (w *clocks) components(facts []eval.FactID) [][]eval.FactID {
	number := make(map[eval.FactID]int, len(facts))
	for i, f := range facts {
		number[f] = i
	}
	var list [][]eval.FactID
	datalog.Components(len(facts), func(v int, yield func(int)) {
		for firing := range w.firings(facts[v]) {
			for _, p := range w.run.Firing(firing).Premises {
				if i, same := number[p]; same {
					yield(i)
				}
			}
		}
	}, func(members []int) {
		component := make([]eval.FactID, len(members))
		for i, m := range members {
			component[i] = facts[m]
		}
		list = append(list, component)
	})
	return list
}

// firings yields the firings below a fact, the bindings of aggregates included.
func (w *clocks) firings(f eval.FactID) func(yield func(eval.FiringID) bool) {
	return func(yield func(eval.FiringID) bool) {
		for firing := range w.run.FiringsOf(f) {
			if !yield(firing) {
				return
			}
		}
		for row := range w.run.RowsOf(f) {
			for _, firing := range row.Bindings {
				if !yield(firing) {
					return
				}
			}
		}
	}
}

// solve computes what cuts the facts of a component: the greatest solution, for facts
// that only hold each other up do not hold.
func (w *clocks) solve(component []eval.FactID) {
	for _, f := range component {
		w.cut[f] = circuit.True
	}
	for range component {
		changed := false
		for _, f := range component {
			if l := w.support(f); l != w.cut[f] {
				w.cut[f], changed = l, true
			}
		}
		if !changed {
			return
		}
	}
}

// cutOf is what cuts a fact; a crash is never cut.
func (w *clocks) cutOf(f eval.FactID) circuit.Lit {
	if l, ok := w.cut[f]; ok {
		return l
	}
	return circuit.False
}

// support is what cuts all firings of a fact.
func (w *clocks) support(f eval.FactID) circuit.Lit {
	to := w.run.Args(f)
	var all []circuit.Lit
	if w.run.Given(f) {
		all = append(all, w.down(to[0], w.run.Time(f))) // else nothing takes it away
	}
	for firing := range w.run.FiringsOf(f) {
		all = append(all, w.firing(firing, to))
	}
	for row := range w.run.RowsOf(f) {
		all = append(all, w.row(row, to))
	}
	return w.circuit.And(all...)
}

// down says when a place is a node that is down.
func (w *clocks) down(place datalog.Value, time int) circuit.Lit {
	if place.Type() != datalog.Text || !slices.Contains(w.run.Nodes(), place.Text()) {
		return circuit.False
	}
	return w.network.Down(place.Text(), time)
}

// row is what changes an aggregate whose conclusion is the tuple to.
func (w *clocks) row(row eval.Row, to []datalog.Value) circuit.Lit {
	some := w.grown(row)
	for _, firing := range row.Bindings {
		some = append(some, w.firing(firing, to))
	}
	return w.circuit.Or(some...)
}

// firing is what cuts a firing whose conclusion is the tuple to.
func (w *clocks) firing(id eval.FiringID, to []datalog.Value) circuit.Lit {
	f := w.run.Firing(id)
	rule := w.program.Rule(f.Rule)
	var some []circuit.Lit
	for _, p := range f.Premises {
		some = append(some, w.cutOf(p))
	}
	for i := range rule.Body {
		if l := &rule.Body[i]; w.growth != nil && l.Kind == datalog.Negative && l.Atom.At <= f.Time {
			some = append(some, w.mayGrow(l.Atom.Relation, readTime(&l.Atom, f.Time)))
		}
	}
	switch {
	case rule.Timing == datalog.Asynchronous:
		some = append(some, w.network.Arrives(w.run.Sender(id).Text(), to[0].Text(), f.Time, f.Then).Not())
	case f.Rule >= len(w.program.Rules): // stable storage holds it over while the node is down
		return w.circuit.Or(append(some, w.down(to[0], f.Time).Not())...)
	}
	if rule.Timing != datalog.Deductive || !w.watched[rule.Head.Relation] {
		vars := bindingOf(w.run.Lineage, f)
		some = append(some, w.down(location(rule, vars, to[0]), f.Time))
		if stable := slices.Contains(w.program.Stable, rule.Head.Relation); rule.Timing == datalog.Deductive || rule.Timing == datalog.Inductive && !stable {
			some = append(some, w.down(to[0], f.Then))
		}
	}
	return w.circuit.Or(some...)
}

// grown is what may add bindings to an aggregate.
func (w *clocks) grown(row eval.Row) []circuit.Lit {
	var some []circuit.Lit
	if w.growth == nil {
		return nil
	}
	rule := w.program.Rule(row.Rule)
	for i := range rule.Body {
		if l := &rule.Body[i]; l.Kind == datalog.Positive && l.Atom.At <= row.Time {
			some = append(some, w.mayGrow(l.Atom.Relation, readTime(&l.Atom, row.Time)))
		}
	}
	return some
}

// mayGrow is what may make a relation grow at a time that has come.
func (w *clocks) mayGrow(r datalog.RelID, time int) circuit.Lit {
	if l, known := w.growth[relationTime{r, time}]; known {
		return l
	}
	return circuit.False
}

// grow brings what may make relations grow at a time up to date, and reports whether
// anything changed.
func (w *clocks) grow(t int) bool {
	all := make([]losses, len(w.program.Relations))
	for r := range all {
		all[r] = w.losses(datalog.RelID(r), t)
	}
	changed := false
	for _, r := range w.nonmonotonic {
		var some []circuit.Lit
		for _, z := range w.reach[r].odd {
			some = append(some, all[z].tuples)
		}
		for _, z := range w.reach[r].even {
			some = append(some, all[z].rows)
			if w.late { // what is cut at one time may be there at another
				some = append(some, all[z].tuples)
			}
		}
		if l := w.circuit.Or(some...); l != w.mayGrow(r, t) {
			w.growth[relationTime{r, t}], changed = l, true
		}
	}
	return changed
}

// losses say of a relation, up to some time, that some tuple is cut, and that some
// aggregate among them has another value: then one tuple is lost and another one
// appears.
type losses struct{ tuples, rows circuit.Lit }

func (w *clocks) losses(r datalog.RelID, t int) losses {
	tuples, rows := []circuit.Lit{w.before[r].tuples}, []circuit.Lit{w.before[r].rows}
	for _, f := range w.run.At(r, t) {
		tuples = append(tuples, w.cutOf(f))
		for row := range w.run.RowsOf(f) {
			rows = append(rows, w.row(row, w.run.Args(f)))
		}
	}
	return losses{w.circuit.Or(tuples...), w.circuit.Or(rows...)}
}
