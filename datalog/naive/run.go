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

// Run runs a program on the given nodes until eot under a scenario. Its only
// error is that the run became too large.
func Run(p *datalog.Program, nodes []string, eot int, s failure.Scenario) (*Result, error) {
	return RunWithin(Work{MaxLooked: maxWork, MaxHolding: maxInstances}, p, nodes, eot, s)
}

// RunWithin is Run with other bounds.
func RunWithin(w Work, p *datalog.Program, nodes []string, eot int, s failure.Scenario) (*Result, error) {
	r := &run{
		program: p, nodes: nodes, eot: eot, scenario: s,
		tuples: map[Where][]Tuple{}, holds: map[string]bool{},
		firings: map[string]Firing{}, messages: map[string]Message{}, overflows: map[Overflow]bool{},
		work: w,
	}
	for _, t := range Crashes(p, nodes, s) {
		r.add(t)
	}
	for now := 1; now <= eot; now++ {
		for _, f := range p.Facts {
			if f.Time == now {
				r.add(Tuple{f.Relation, now, f.Args})
			}
		}
		for _, s := range p.Strata {
			if err := r.settle(s, now); err != nil {
				return nil, err
			}
		}
		if now < eot {
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
	program  *datalog.Program
	nodes    []string
	eot      int
	scenario failure.Scenario

	// Invariant: tuples and holds hold the same tuples, the latter by Tuple.Key.
	tuples    map[Where][]Tuple
	holds     map[string]bool
	firings   map[string]Firing  // by Firing.Key
	messages  map[string]Message // by Message.key
	overflows map[Overflow]bool
	work      Work
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

// Crashes returns crash(o, n, k), for every observer o and every crash of n at k among
// the faults.
func Crashes(p *datalog.Program, nodes []string, faults []failure.Fault) (list []Tuple) {
	for _, f := range faults {
		for _, o := range nodes {
			if p.Crash != datalog.NoRelation && f.Kind == failure.Crash {
				args := []datalog.Value{datalog.String(o), datalog.String(f.Node), datalog.Int(int64(f.Time))}
				list = append(list, Tuple{p.Crash, 0, args})
			}
		}
	}
	return list
}

// Seen says where an atom looks now: nowhere, which is Time -1, before the absolute time that it
// names.
func Seen(p *datalog.Program, a datalog.Atom, now int) Where {
	switch {
	case a.At > now:
		return Where{a.Relation, -1}
	case a.Relation == p.Crash:
		return Where{a.Relation, 0}
	case a.At > 0:
		return Where{a.Relation, a.At}
	default:
		return Where{a.Relation, now}
	}
}

// instancesOf returns the instances of a rule at a time whose decided literals all
// hold, apart from those that overflow.
func (r *run) instancesOf(rule *datalog.Rule, now int) (holding []Instance, overflows bool) {
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
			overflows = true
		}
	}
	return holding, overflows
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
// is new.
func (r *run) fire(rule *datalog.Rule, now int) (changed bool) {
	then := now
	if rule.Timing != datalog.Deductive {
		then++
	}
	instances, overflows := r.instancesOf(rule, now)
	if overflows {
		r.overflows[Overflow{rule.ID, now}] = true
	}
	var groups groups
	for _, i := range instances {
		args := i.Head()
		if rule.Timing == datalog.Asynchronous && !r.send(i, args, now) {
			continue
		}
		f := Firing{Rule: rule.ID, Time: now, Premises: i.Premises}
		if rule.Aggregates() {
			groups.add(rule, f.Key(), args)
		} else {
			f.Head = &Tuple{rule.Head.Relation, then, args}
			changed = r.add(*f.Head) || changed
		}
		r.firings[f.Key()] = f
	}
	rows, overflows := groups.rows(rule)
	if overflows {
		r.overflows[Overflow{rule.ID, now}] = true
	}
	for _, args := range rows {
		changed = r.add(Tuple{rule.Head.Relation, then, args}) || changed
	}
	return changed
}

// send records the message that an instance sends and reports whether it arrives.
func (r *run) send(i Instance, args []datalog.Value, now int) bool {
	from, to := i.Place(), args[0]
	m := Message{
		Relation: i.Rule.Head.Relation, From: place(from), To: place(to), Sent: now, Args: args,
		Arrived: r.isNode(from) && r.isNode(to) && r.delivers(from.Text(), to.Text(), now),
	}
	r.messages[m.key()] = m
	return m.Arrived
}

// delivers reports whether a message arrives. It does not ask package failure, which the
// engine asks: the reference says for itself what is lost.
func (r *run) delivers(from, to string, now int) bool {
	for _, f := range r.scenario {
		omitted := f.Kind == failure.Omission && f.Node == from && f.To == to && f.Time == now
		crashed := f.Kind == failure.Crash && f.Node == from && f.Time <= now
		if from != to && (omitted || crashed) {
			return false
		}
	}
	return true
}

func (r *run) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(r.nodes, v.Text())
}

// place names a place, which may be no node and even an integer.
func place(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
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
