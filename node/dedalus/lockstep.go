package dedalus

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"molly/datalog"
	"molly/failure"
	"molly/node"
)

// Lockstep does in a new world of a program what a synchronous execution does: in each round up to EOT it
// delivers what arrives then, and lets every node do one step. What the scenario loses is dropped, what it
// delays waits, what comes twice is duplicated; a node that crashes falls silent; one that is down is
// crashed and restarted. Every node then holds what it holds in the run of eval.
//
// The program must be that of the world's system, which began with its setup.
func Lockstep(w *node.World, p *datalog.Program, spec failure.Spec, sc failure.Scenario) error {
	l := &lockstep{World: w, program: p, spec: spec, scenario: sc, due: map[int][]node.ID{}}
	for t := 1; t <= spec.EOT; t++ {
		if err := l.round(t); err != nil {
			return fmt.Errorf("round %d: %w", t, err)
		}
	}
	return nil
}

type lockstep struct {
	*node.World
	program  *datalog.Program
	spec     failure.Spec
	scenario failure.Scenario
	due      map[int][]node.ID // by round: the messages that arrive
}

func (l *lockstep) round(t int) error {
	for i, name := range l.System.Nodes {
		if err := l.ends(i, name, t); err != nil {
			return err
		}
	}
	for _, f := range l.scenario.Inputs() {
		if f.Time == t {
			if err := l.input(f); err != nil {
				return err
			}
		}
	}
	for _, id := range l.due[t] {
		it, _ := l.Lookup(id)
		kind := node.Deliver
		if l.Status(it.To) != node.Up {
			kind = node.Drop
		}
		if _, err := l.Do(node.Action{Kind: kind, Item: id}); err != nil {
			return err
		}
	}
	for i := range l.System.Nodes {
		if l.Status(i) != node.Up {
			continue
		}
		if err := l.tick(i, t); err != nil {
			return err
		}
	}
	return nil
}

// ends lets a node crash, go down or come back.
func (l *lockstep) ends(i int, name string, t int) error {
	if at, crashes := l.scenario.CrashTime(name); crashes && at == t {
		if _, err := l.Do(node.Action{Kind: node.Command, Node: i, Type: Silence}); err != nil {
			return err
		}
	}
	_, down := l.scenario.OutageAt(name, t)
	switch {
	case down && l.Status(i) == node.Up:
		_, err := l.Do(node.Action{Kind: node.Crash, Node: i})
		return err
	case !down && l.Status(i) == node.Down:
		if _, err := l.Do(node.Action{Kind: node.Restart, Node: i}); err != nil {
			return err
		}
		_, err := l.Do(node.Action{Kind: node.Command, Node: i, Type: SetClock, Body: json.RawMessage(strconv.Itoa(t))})
		return err
	}
	return nil
}

// input gives a node one of the program's inputs.
func (l *lockstep) input(f failure.Fault) error {
	in := l.program.Inputs[f.D-1]
	i := slices.Index(l.System.Nodes, in.Args[0].Text())
	if i < 0 || l.Status(i) != node.Up {
		return nil // at a place that is no node, or at one that is down
	}
	_, err := l.Do(node.Action{Kind: node.Command, Node: i, Type: l.program.Relations[in.Relation].Name, Body: written(in.Args)})
	return err
}

// tick is the step of a node in a round; it says when what is sent arrives.
func (l *lockstep) tick(i, t int) error {
	for _, it := range l.Pending() {
		if !it.Timer || it.To != i {
			continue
		}
		e, err := l.Do(node.Action{Kind: node.Fire, Item: it.ID})
		if err != nil {
			return err
		}
		for _, m := range e.Sent {
			if err := l.send(m, t); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// send decides what becomes of a message.
func (l *lockstep) send(m *node.Item, t int) error {
	from, to := l.System.Nodes[m.From], l.System.Nodes[m.To]
	times := []int{t + 1}
	if from != to {
		times = l.scenario.Arrivals(l.spec, from, to, t)
	}
	if len(times) == 0 {
		_, err := l.Do(node.Action{Kind: node.Drop, Item: m.ID})
		return err
	}
	l.due[times[0]] = append(l.due[times[0]], m.ID)
	for _, at := range times[1:] {
		e, err := l.Do(node.Action{Kind: node.Duplicate, Item: m.ID})
		if err != nil {
			return err
		}
		l.due[at] = append(l.due[at], e.Sent[0].ID)
	}
	return nil
}
