package naive

import (
	"fmt"
	"slices"

	"molly/datalog"
	"molly/failure"
)

// A program whose values grow without end comes to one by these bounds: on how many
// tuples a run reads, how many instances it holds, and how many rounds a
// stratum takes.
const (
	maxWork      = 20_000_000
	maxInstances = 100_000
	maxRounds    = 500
)

// Run runs a program on the given nodes under a scenario. Of the specification it reads EOT, and
// whether links keep order: what may go wrong is another question. Its only error is that the run
// became too large.
func Run(p *datalog.Program, nodes []string, spec failure.Spec, s failure.Scenario) (*Result, error) {
	return RunWithin(Work{MaxLooked: maxWork, MaxHolding: maxInstances}, p, nodes, spec, s)
}

// RunWithin is Run with other bounds.
func RunWithin(w Work, p *datalog.Program, nodes []string, spec failure.Spec, s failure.Scenario) (*Result, error) {
	r := &run{
		program: p, network: &network{nodes, spec.FIFO, s}, eot: spec.EOT, feeds: feeds(p),
		tuples: map[Where][]Tuple{}, holds: map[string]bool{}, written: map[string]bool{},
		pending: map[int][]conclusion{}, received: map[int]map[int]*groups{},
		firings: map[string]Firing{}, messages: map[string]Message{}, overflows: map[Overflow]bool{},
		work: w,
	}
	r.timeless()
	for now := 1; now <= r.eot; now++ {
		r.state(now)
		r.draw(now)
		r.holdOver(now)
		for _, s := range p.Strata {
			if err := r.settle(s, now); err != nil {
				return nil, err
			}
		}
		if now < r.eot {
			for i := range p.Rules {
				if p.Rules[i].Timing != datalog.Deductive {
					r.fire(&p.Rules[i], now)
				}
			}
		}
		if r.tooLarge() {
			return nil, r.errTooLarge(now)
		}
	}
	return r.result(), nil
}

// Where is a relation at a time.
type Where struct {
	Relation datalog.RelID
	Time     int
}

// run is a run in progress.
type run struct {
	program *datalog.Program
	network *network
	eot     int
	feeds   []bool // by relation: inductive or asynchronous rules depend on it

	// Invariant: tuples and holds hold the same tuples, the latter by Tuple.Key.
	tuples map[Where][]Tuple
	holds  map[string]bool
	// written has, by Tuple.Key, the tuples of stable relations that are on stable storage:
	// concluded by @next, or held over.
	written map[string]bool
	// What has been concluded for a later time: tuples, and by that time and the rule what an
	// aggregate will be made of.
	pending  map[int][]conclusion
	received map[int]map[int]*groups

	firings   map[string]Firing  // by Firing.Key
	messages  map[string]Message // by Message.key
	overflows map[Overflow]bool
	work      Work
}

// conclusion is a tuple of a later time.
type conclusion struct {
	Tuple
	kept bool // by @next: a stable relation keeps it on stable storage
}

// tooLarge reports whether the run has reached a bound; it is then incomplete.
func (r *run) tooLarge() bool {
	return r.work.TooLarge() || len(r.firings) > r.work.MaxHolding
}

func (r *run) errTooLarge(now int) error {
	return fmt.Errorf("the run is too large for the reference evaluator: %d tuples at time %d", len(r.holds), now)
}

// add makes a tuple hold and reports whether that is new.
func (r *run) add(t Tuple) bool {
	k := t.Key()
	if r.holds[k] {
		return false
	}
	r.holds[k] = true
	at := Where{t.Relation, t.Time}
	r.tuples[at] = append(r.tuples[at], t)
	return true
}

// Seen says where an atom looks now: nowhere, which is Time -1, before the absolute time that it
// names.
func Seen(p *datalog.Program, a datalog.Atom, now int) Where {
	switch {
	case a.At > now:
		return Where{a.Relation, -1}
	case timeless(p, a.Relation):
		return Where{a.Relation, 0}
	case a.At > 0:
		return Where{a.Relation, a.At}
	default:
		return Where{a.Relation, now}
	}
}

// timeless reports whether a relation is crash or outage, whose tuples hold at every time.
func timeless(p *datalog.Program, rel datalog.RelID) bool {
	return rel != datalog.NoRelation && (rel == p.Crash || rel == p.Outage)
}

// instancesOf returns the instances of a rule at a time whose decided literals all
// hold, and those of them that overflow apart.
func (r *run) instancesOf(rule *datalog.Rule, now int) (holding, overflowing []Instance) {
	read := func(a datalog.Atom) []Tuple { return r.tuples[Seen(r.program, a, now)] }
	present := func(a datalog.Atom, p Pattern) bool {
		for _, t := range read(a) {
			r.work.Looked++
			if p.Matches(t) {
				return true
			}
		}
		return false
	}
	for _, i := range Instances(rule, read, &r.work) {
		if r.work.TooLarge() { // judging looks, too
			break
		}
		switch i.Judge(present) {
		case Holds:
			holding = append(holding, i)
		case Overflowed:
			overflowing = append(overflowing, i)
		}
	}
	return holding, overflowing
}

// settle runs the deductive rules of a stratum until nothing is new.
func (r *run) settle(s datalog.Stratum, now int) error {
	changed := true
	for round := 0; changed; round++ {
		if round == maxRounds {
			return r.errTooLarge(now)
		}
		changed = false
		for i := range r.program.Rules {
			rule := &r.program.Rules[i]
			if rule.Timing != datalog.Deductive || !slices.Contains(s.Relations, rule.Head.Relation) {
				continue
			}
			if r.fire(rule, now) {
				changed = true
			}
			if r.tooLarge() {
				return r.errTooLarge(now)
			}
		}
	}
	return nil
}

// fire draws the conclusions of a rule at a time and reports whether one of them
// is new at that time.
func (r *run) fire(rule *datalog.Rule, now int) (changed bool) {
	instances, overflowing := r.instancesOf(rule, now)
	for _, i := range overflowing {
		if r.fires(i, now) {
			r.overflows[Overflow{rule.ID, now}] = true
		}
	}
	var groups groups
	for _, i := range instances {
		if !r.fires(i, now) {
			continue
		}
		args := i.Head()
		for _, then := range r.concludesAt(i, args, now) {
			f := Firing{Rule: rule.ID, Time: now, Then: then, Premises: i.Premises}
			key := f.Key()
			switch head := (Tuple{rule.Head.Relation, then, args}); {
			case !rule.Aggregates():
				f.Head = &head
				changed = r.conclude(rule, head, now) || changed
			case rule.Timing == datalog.Asynchronous:
				r.groups(then, rule).add(rule, key, args)
			default:
				groups.add(rule, key, args)
			}
			r.firings[key] = f
		}
	}
	rows, overflows := groups.rows(rule)
	if overflows {
		r.overflows[Overflow{rule.ID, now}] = true
	}
	then := now
	if rule.Timing == datalog.Inductive {
		then++
	}
	for _, args := range rows {
		changed = r.conclude(rule, Tuple{rule.Head.Relation, then, args}, now) || changed
	}
	return changed
}

// conclude makes a tuple hold, now or later, and reports whether one is new now.
func (r *run) conclude(rule *datalog.Rule, t Tuple, now int) bool {
	if t.Time > now {
		r.pending[t.Time] = append(r.pending[t.Time], conclusion{t, rule.Timing == datalog.Inductive})
		return false
	}
	return r.add(t)
}

// draw makes hold what was concluded for a time earlier.
func (r *run) draw(now int) {
	for _, c := range r.pending[now] {
		r.add(c.Tuple)
		if c.kept && slices.Contains(r.program.Stable, c.Relation) {
			r.written[c.Key()] = true
		}
	}
	for i := range r.program.Rules {
		rule := &r.program.Rules[i]
		if rule.Timing != datalog.Asynchronous || !rule.Aggregates() {
			continue
		}
		rows, overflows := r.groups(now, rule).rows(rule)
		if overflows {
			r.overflows[Overflow{rule.ID, now - 1}] = true
		}
		for _, args := range rows {
			r.add(Tuple{rule.Head.Relation, now, args})
		}
	}
}

// groups returns what has arrived, or will, for an aggregate at a time.
func (r *run) groups(then int, rule *datalog.Rule) *groups {
	if r.received[then] == nil {
		r.received[then] = map[int]*groups{}
	}
	if r.received[then][rule.ID] == nil {
		r.received[then][rule.ID] = &groups{}
	}
	return r.received[then][rule.ID]
}

// result sorts what the run holds.
func (r *run) result() *Result {
	out := &Result{EOT: r.eot, program: r.program, holds: r.holds}
	for _, list := range r.tuples {
		out.Tuples = append(out.Tuples, list...)
	}
	for _, f := range r.firings {
		out.Firings = append(out.Firings, f)
	}
	for _, m := range r.messages {
		out.Messages = append(out.Messages, m)
	}
	for o := range r.overflows {
		out.Overflows = append(out.Overflows, o)
	}
	slices.SortFunc(out.Tuples, Tuple.compare)
	slices.SortFunc(out.Firings, Firing.Compare)
	slices.SortFunc(out.Messages, Message.compare)
	slices.SortFunc(out.Overflows, Overflow.compare)
	return out
}
