package naive

import (
	"slices"

	"molly/datalog"
	"molly/failure"
)

// What a node does, keeps and hears while it is down, and what it has without a rule.

// feeds finds the relations that inductive and asynchronous rules depend on, directly or through
// deductive rules. The deductive rules of the others are an observer's.
func feeds(p *datalog.Program) []bool {
	feeds := make([]bool, len(p.Relations))
	for changed := true; changed; {
		changed = false
		for _, rule := range p.Rules {
			if rule.Timing == datalog.Deductive && !feeds[rule.Head.Relation] {
				continue
			}
			for _, l := range rule.Body {
				if l.Kind != datalog.Comparison && !feeds[l.Atom.Relation] {
					feeds[l.Atom.Relation], changed = true, true
				}
			}
		}
	}
	return feeds
}

// observes reports whether a rule is an observer's.
func (r *run) observes(rule *datalog.Rule) bool {
	return rule.Timing == datalog.Deductive && !r.feeds[rule.Head.Relation]
}

// fires reports whether an instance may fire at a time: the place where it runs is not down, or
// an observer looks.
func (r *run) fires(i Instance, now int) bool {
	if r.observes(i.Rule) {
		return true
	}
	at, known := i.home()
	return !known || !r.network.down(at, now)
}

// home returns where an instance runs: the first column of what its first positive atom that
// reads now has matched, or, where none does, its first positive atom; of a rule without
// positive atoms, the first column of its head, if that has a value.
func (i Instance) home() (at datalog.Value, there bool) {
	var atoms []datalog.Atom
	for _, l := range i.Rule.Body {
		if l.Kind == datalog.Positive {
			atoms = append(atoms, l.Atom)
		}
	}
	if len(atoms) == 0 {
		v, s := i.binding.eval(i.Rule.Head.Args[0].Term)
		return v, s == known
	}
	first := max(0, slices.IndexFunc(atoms, func(a datalog.Atom) bool { return a.At == 0 }))
	return i.Premises[first].Args[0], true
}

// concludesAt returns the times for which an instance that fires now concludes, which has the
// given columns of its head: that of a deductive or inductive rule, or all arrivals of its message.
// There are none where the conclusion cannot hold, because its place is down.
func (r *run) concludesAt(i Instance, args []datalog.Value, now int) []int {
	rule, place := i.Rule, args[0]
	switch rule.Timing {
	case datalog.Asynchronous:
		return r.send(i, args, now)
	case datalog.Inductive:
		stable := slices.Contains(r.program.Stable, rule.Head.Relation)
		if r.network.down(place, now+1) && !(stable && !r.network.down(place, now)) {
			return nil
		}
		return []int{now + 1}
	default:
		if r.network.down(place, now) && !r.observes(rule) {
			return nil
		}
		return []int{now}
	}
}

// send records the message that an instance sends and returns when it arrives.
func (r *run) send(i Instance, args []datalog.Value, now int) []int {
	from, to := i.Place(), args[0]
	arrivals := r.network.arrivals(from, to, now)
	m := Message{
		Relation: i.Rule.Head.Relation, From: place(from), To: place(to), Sent: now, Args: args,
		Arrivals: slices.DeleteFunc(arrivals, func(t int) bool { return t > r.eot }),
	}
	r.messages[m.key()] = m
	return m.Arrivals
}

// place names a place, which may be no node and even an integer.
func place(v datalog.Value) string {
	if v.Type() == datalog.Text {
		return v.Text()
	}
	return v.String()
}

// holdOver keeps on stable storage what is there at a node that is down.
func (r *run) holdOver(now int) {
	for number, rel := range r.program.Stable {
		for _, t := range r.tuples[Where{rel, now}] {
			if now == r.eot || !r.written[t.Key()] || !r.network.down(t.Args[0], now) {
				continue
			}
			later := Tuple{rel, now + 1, t.Args}
			f := Firing{Rule: len(r.program.Rules) + number, Time: now, Then: now + 1, Premises: []Tuple{t}, Head: &later}
			r.firings[f.Key()] = f
			r.pending[now+1] = append(r.pending[now+1], conclusion{later, true})
		}
	}
}

// timeless makes hold what crash and outage say to every observer at every time.
func (r *run) timeless() {
	for _, observer := range r.network.nodes {
		for _, f := range r.network.scenario {
			args := []datalog.Value{datalog.String(observer), datalog.String(f.Node), datalog.Int(int64(f.Time))}
			switch f.Kind {
			case failure.Crash:
				r.addBuiltin(r.program.Crash, 0, args...)
			case failure.Outage:
				r.addBuiltin(r.program.Outage, 0, append(args, datalog.Int(int64(f.Until)))...)
			}
		}
	}
}

// state makes hold what holds at a time without a rule: what the program states, inputs that are
// chosen, and what a node is told of itself, of the others and of the time.
func (r *run) state(now int) {
	stated := func(f datalog.Fact, there bool) {
		if there && !r.network.down(f.Args[0], now) {
			r.add(Tuple{f.Relation, now, f.Args})
		}
	}
	for _, f := range r.program.Facts {
		stated(f, f.Time == now)
	}
	for _, f := range r.program.Lasting {
		stated(f, f.Time <= now)
	}
	for i, in := range r.program.Inputs {
		stated(datalog.Fact{Relation: in.Relation, Args: in.Args}, r.network.chosen(i+1, now))
	}
	for _, name := range r.network.nodes {
		node := datalog.String(name)
		if r.network.down(node, now) {
			continue
		}
		if r.network.starts(name, now) {
			r.addBuiltin(r.program.Boot, now, node)
		}
		for _, other := range r.network.nodes {
			r.addBuiltin(r.program.Member, now, node, datalog.String(other))
		}
		r.addBuiltin(r.program.Now, now, node, datalog.Int(int64(now)))
	}
}

// addBuiltin makes a tuple of a built-in relation hold, if the program reads that.
func (r *run) addBuiltin(rel datalog.RelID, time int, args ...datalog.Value) {
	if rel != datalog.NoRelation {
		r.add(Tuple{rel, time, args})
	}
}
