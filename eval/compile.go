package eval

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/eval/satsweep"
	"molly/failure"
)

// DefaultMaxFacts is how many facts, and how many rule firings, a run or a space
// may have where Options do not say otherwise.
const DefaultMaxFacts = 10_000_000

// Options change how programs are evaluated; the zero value is the default.
type Options struct {
	// MaxFacts bounds the facts, the rule firings, the lost messages, the values and the
	// circuit nodes of a run or a space, each; 0 means DefaultMaxFacts. Beyond it evaluation ends with a
	// *LimitError.
	MaxFacts int
	// SkipObservers leaves out, before EOT, relations that nothing but the invariant
	// reads. What holds at EOT is not changed by it, nor is overflow.
	SkipObservers bool
	// MaxInteger narrows the integers, for engines that have fewer bits: what a rule
	// computes beyond ±MaxInteger is an overflow, and so is a sum whose bindings may add
	// up to more, whatever their signs. 0 means all integers of 64 bits.
	MaxInteger int64
	// Progress, where set, is told after each time how large a space has become.
	Progress func(Growth)
	// SATSweep lets Space drop facts that no admissible scenario has.
	SATSweep satsweep.Options
}

// Evaluator is a program made ready to run on given nodes. It is immutable and safe
// for concurrent use.
type Evaluator struct {
	program *datalog.Program
	nodes   []string
	options Options

	rules     []*rule // by datalog.Rule.ID
	strata    []stratum
	inductive []*rule
	async     []*rule
	holds     []*rule             // keep what is stable while a node is down
	given     map[int][]givenFact // by time
	lasting   []lastingFact
	inputs    map[int][]inputFact // by time
	choices   *failure.Inputs     // what the inputs are in a specification
	indexes   [][][]int           // by relation: the column sets of its indexes
	observer  []bool              // by relation: left out before EOT
	watched   []bool              // by relation: only observers read it
	scratch   int                 // the most that a plan needs
	values    *values             // the program's constants and the nodes
	nodeOf    map[valueID]int
	// A crash, or an outage, can be seen from time 1 on.
	readCrash, readOutage bool
}

// rule is a rule made ready to join.
type rule struct {
	*datalog.Rule
	head       []expr // an aggregate column holds its variable
	location   expr
	aggregates bool
	positives  []int // literals of the body that are positive atoms
	slots      int   // variables, and hidden columns of plans
	plan       *plan
	deltas     []delta // of a rule that reads its own stratum
	late       *plan   // nil where nothing can overflow
	residence  residence
	// only is the node that runs the rule in a single step, where its premises do not say so;
	// else unmet.
	only valueID
}

// delta is a plan that begins with the new facts of one premise.
type delta struct {
	plan     *plan
	relation int
	at       int // the premise's absolute time, or 0
}

// stratum is one stratum's deductive rules.
type stratum struct {
	relations []int
	recursive bool
	once      []*rule // read only earlier strata
	loop      []*rule // read this one
}

// New makes a program ready to run on the given nodes. It returns an error when the
// program needs something that the nodes do not provide, never for a program that
// passed its checks and has at least one node.
func New(p *datalog.Program, nodes []string, o Options) (*Evaluator, error) {
	if len(nodes) == 0 {
		return nil, fmt.Errorf("no nodes to run on")
	}
	if o.MaxFacts == 0 {
		o.MaxFacts = DefaultMaxFacts
	}
	e := &Evaluator{
		program: p, nodes: slices.Clone(nodes), options: o,
		given: map[int][]givenFact{}, inputs: map[int][]inputFact{}, choices: p.Choices(),
		indexes: make([][][]int, len(p.Relations)),
		values:  newValues(),
		nodeOf:  map[valueID]int{},
	}
	for i, n := range nodes {
		id := e.values.id(datalog.String(n))
		if _, twice := e.nodeOf[id]; twice {
			return nil, fmt.Errorf("node %q is given twice", n)
		}
		e.nodeOf[id] = i
	}
	e.state(p)
	c := &compiler{Evaluator: e, program: p}
	c.compile()
	return e, nil
}

// Program returns the program that e runs.
func (e *Evaluator) Program() *datalog.Program { return e.program }

// Nodes returns the nodes that e runs on. The caller must not change them.
func (e *Evaluator) Nodes() []string { return e.nodes }

type compiler struct {
	*Evaluator
	program *datalog.Program
}

func (c *compiler) compile() {
	c.watched = observed(c.program)
	stratumOf := make([]int, len(c.program.Relations))
	for i, s := range c.program.Strata {
		st := stratum{recursive: s.Recursive}
		for _, r := range s.Relations {
			stratumOf[r] = i
			st.relations = append(st.relations, int(r))
		}
		c.strata = append(c.strata, st)
	}
	for i := range c.program.Rules {
		r := c.rule(&c.program.Rules[i])
		c.rules = append(c.rules, r)
		switch r.Timing {
		case datalog.Inductive:
			c.inductive = append(c.inductive, r)
			r.plan = c.plan(r, -1, nil)
		case datalog.Asynchronous:
			c.async = append(c.async, r)
			r.plan = c.plan(r, -1, nil)
		default:
			st := &c.strata[stratumOf[r.Head.Relation]]
			if c.planDeltas(r, st) {
				st.loop = append(st.loop, r)
			} else {
				st.once = append(st.once, r)
			}
			r.plan = c.plan(r, -1, nil)
		}
	}
	c.readCrash = c.program.Crash != datalog.NoRelation
	c.readOutage = c.program.Outage != datalog.NoRelation
	c.observer = c.observers()
	for i := range c.program.Stable {
		r := c.rule(c.program.Rule(len(c.program.Rules) + i))
		c.rules, c.holds = append(c.rules, r), append(c.holds, r)
	}
}

func (c *compiler) rule(d *datalog.Rule) *rule {
	r := &rule{Rule: d, aggregates: d.Aggregates(), only: unmet}
	computes := false
	for _, a := range d.Head.Args {
		e := c.expr(a.Term)
		r.head = append(r.head, e)
		computes = computes || e.kind == datalog.Expression
	}
	if d.Location != nil && d.Location.Kind != datalog.Wildcard {
		r.location = c.expr(*d.Location)
	}
	for i, l := range d.Body {
		if l.Kind == datalog.Positive {
			r.positives = append(r.positives, i)
		}
		for _, a := range l.Atom.Args {
			computes = computes || a.Kind == datalog.Expression
		}
		computes = computes || l.Left.Kind == datalog.Expression || l.Right.Kind == datalog.Expression
	}
	if computes {
		r.late = c.latePlan(r)
	}
	r.residence = c.residence(r)
	return r
}

// planDeltas makes the semi-naive plans of a rule that reads its own stratum: one
// for each premise that can be new.
func (c *compiler) planDeltas(r *rule, st *stratum) bool {
	var own []int
	for _, i := range r.positives {
		if slices.Contains(st.relations, int(r.Body[i].Atom.Relation)) {
			own = append(own, i)
		}
	}
	for d, literal := range own {
		windows := map[int]window{}
		for i, other := range own {
			windows[other] = knownFacts
			if i < d {
				windows[other] = oldFacts
			}
		}
		windows[literal] = newFacts
		r.deltas = append(r.deltas, delta{
			plan: c.plan(r, literal, windows), relation: int(r.Body[literal].Atom.Relation), at: r.Body[literal].Atom.At,
		})
	}
	return len(own) > 0
}

// indexFor returns the number of the relation's index on the given columns.
func (c *compiler) indexFor(relation int, columns []int) int {
	for i, have := range c.indexes[relation] {
		if slices.Equal(have, columns) {
			return i
		}
	}
	c.indexes[relation] = append(c.indexes[relation], columns)
	return len(c.indexes[relation]) - 1
}

// observers finds the relations that need not be computed before EOT: those that no
// inductive or asynchronous rule, no absolute time, no rule that may overflow, and not what
// must be empty at every time depends on.
func (c *compiler) observers() []bool {
	needed := make([]bool, len(c.program.Relations))
	var need func(relation datalog.RelID)
	needBody := func(r *rule) {
		for _, l := range r.Body {
			if l.Kind != datalog.Comparison {
				need(l.Atom.Relation)
			}
		}
	}
	need = func(relation datalog.RelID) {
		if needed[relation] {
			return
		}
		needed[relation] = true
		for _, r := range c.rules {
			if r.Timing == datalog.Deductive && r.Head.Relation == relation {
				needBody(r)
			}
		}
	}
	for _, r := range c.rules {
		if r.Timing != datalog.Deductive {
			needBody(r)
		}
		if r.mayOverflow() {
			need(r.Head.Relation)
		}
		for _, l := range r.Body {
			if l.Kind != datalog.Comparison && l.Atom.At > 0 {
				need(l.Atom.Relation)
			}
		}
	}
	if c.program.Never != datalog.NoRelation {
		need(c.program.Never)
	}
	observer := make([]bool, len(needed))
	for i, n := range needed {
		observer[i] = !n
	}
	return observer
}

func (r *rule) mayOverflow() bool {
	for _, a := range r.Head.Args {
		if a.Aggregate == datalog.Sum {
			return true
		}
	}
	return r.late != nil
}

// check fills in what the program leaves open, and refuses specifications that are not valid.
func (e *Evaluator) check(spec failure.Spec) (failure.Spec, error) {
	if spec.Inputs == nil {
		spec.Inputs = e.choices
	}
	if err := spec.Validate(len(e.nodes)); err != nil {
		return spec, err
	}
	return spec, spec.CheckNames(e.nodes)
}

// checkScenario refuses scenarios that are not admissible, too.
func (e *Evaluator) checkScenario(spec failure.Spec, s failure.Scenario) (failure.Spec, error) {
	spec, err := e.check(spec)
	if err != nil {
		return spec, err
	}
	return spec, s.Admissible(spec, e.nodes)
}
