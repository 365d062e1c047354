package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"molly/node"
	"molly/node/predicate"
)

// unit is the weight 1. Weights are integers while executions are made, so that sums of them are the same on each machine.
const unit = 1e9

// largest bounds a weight, so that sums of many do not overflow.
const largest = 1e6

// scaled is a weight in units; one that is not 0 stays so.
func scaled(weight float64) uint64 {
	if weight <= 0 {
		return 0
	}
	return max(1, uint64(math.Round(min(weight, largest)*unit)))
}

// compiled is a plan for a system, looked up quickly.
type compiled struct {
	plan   *Plan
	system *node.System

	timer                                  uint64
	timers                                 map[string]uint64
	drop, duplicate, crash, restart        uint64
	cut, heal, partition, reunite, command uint64
	commands                               []command
	names                                  [][]byte               // of the nodes, as they stand in a string of JSON
	waits                                  []*predicate.Predicate // nil: quiescence
}

// command is a Command of a system.
type command struct {
	*Command
	weight   uint64
	nodes    []int
	variable bool // its body has a $
}

// compile checks a plan against a system. The error is a *FieldError.
func (p *Plan) compile(s *node.System) (*compiled, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	c := &compiled{
		plan: p, system: s, timer: scaled(p.Timer), timers: map[string]uint64{},
		drop: scaled(p.Drop), duplicate: scaled(p.Duplicate), crash: scaled(p.Crash), restart: scaled(p.Restart),
		cut: scaled(p.Cut), heal: scaled(p.Heal), partition: scaled(p.Partition), reunite: scaled(p.Reunite), command: scaled(p.Command),
	}
	for kind, weight := range p.Timers {
		c.timers[kind] = scaled(weight)
	}
	for _, name := range s.Nodes {
		text, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		c.names = append(c.names, text[1:len(text)-1])
	}
	for i := range p.Commands {
		x := command{Command: &p.Commands[i], weight: scaled(p.Commands[i].Weight), variable: bytes.IndexByte(p.Commands[i].Body, '$') >= 0}
		if x.weight == 0 {
			x.weight = unit
		}
		for j, name := range x.Nodes {
			n := slices.Index(s.Nodes, name)
			if n < 0 {
				return nil, &FieldError{fmt.Sprintf("commands[%d].nodes[%d]", i, j), fmt.Sprintf("there is no node %q; there are %q", name, s.Nodes)}
			}
			x.nodes = append(x.nodes, n)
		}
		for n := range s.Nodes {
			if len(x.Nodes) == 0 {
				x.nodes = append(x.nodes, n)
			}
		}
		c.commands = append(c.commands, x)
	}
	for i, wait := range p.Waits {
		var condition *predicate.Predicate
		if wait.For != Quiescence {
			var err error
			if condition, err = predicate.Parse(wait.For, s.Nodes); err != nil {
				return nil, &FieldError{fmt.Sprintf("waits[%d].for", i), err.Error()}
			}
		}
		c.waits = append(c.waits, condition)
	}
	return c, nil
}

// weightOf is the weight of a timer.
func (c *compiled) weightOf(kind string) uint64 {
	if len(c.timers) > 0 {
		if own, ok := c.timers[kind]; ok {
			return own
		}
	}
	return c.timer
}

// Check says what is wrong with a plan for a system, or returns nil. The error is a *FieldError.
func (p *Plan) Check(s *node.System) error {
	_, err := p.compile(s)
	return err
}

// FieldError says what is wrong with a field of a plan.
type FieldError struct{ Field, Problem string }

func (e *FieldError) Error() string { return e.Field + ": " + e.Problem }

// check checks what does not depend on a system.
func (p *Plan) check() error {
	for name, n := range map[string]int{"events": p.Events, "externals": p.Externals, "fair": p.Fair, "skew": p.Skew} {
		if n < 0 {
			return &FieldError{name, fmt.Sprintf("%d is less than 0", n)}
		}
	}
	weights := map[string]float64{
		"timer": p.Timer, "drop": p.Drop, "duplicate": p.Duplicate, "crash": p.Crash, "restart": p.Restart, "cut": p.Cut, "heal": p.Heal,
		"partition": p.Partition, "reunite": p.Reunite, "command": p.Command,
	}
	for kind, weight := range p.Timers {
		weights["timers."+kind] = weight
	}
	for i, c := range p.Commands {
		weights[fmt.Sprintf("commands[%d].weight", i)] = c.Weight
		if c.Type == "" {
			return &FieldError{fmt.Sprintf("commands[%d].type", i), "it is empty"}
		}
	}
	for i, wait := range p.Waits {
		if i > 0 && wait.After < p.Waits[i-1].After || wait.After < 0 {
			return &FieldError{fmt.Sprintf("waits[%d].after", i), "waits stand in the order in which they begin, from 0 on"}
		}
	}
	if p.Lose < 0 || p.Lose > 1 || p.Lose != p.Lose {
		return &FieldError{"lose", fmt.Sprintf("%v is no probability, from 0 to 1", p.Lose)}
	}
	return checkWeights(weights)
}

// checkWeights names the first weight that is none.
func checkWeights(weights map[string]float64) error {
	var wrong []string
	for name, weight := range weights {
		if !(weight >= 0 && weight <= largest) {
			wrong = append(wrong, name)
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	name := slices.Min(wrong)
	return &FieldError{name, fmt.Sprintf("%v is no weight: it is from 0 to %v", weights[name], largest)}
}
