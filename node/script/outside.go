package script

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"molly/node"
)

// Statements on nodes and links, from outside.

// outside are the statements that are one action from outside.
var outside = map[string]func(s *node.System, rest string) (node.Action, error){
	"command": command, "set": set, "restart": restart,
	"crash": func(s *node.System, rest string) (node.Action, error) { return one(s, node.Crash, rest) },
	"cut":   func(s *node.System, rest string) (node.Action, error) { return link(s, node.Cut, rest, "cut FROM TO") },
	"heal": func(s *node.System, rest string) (node.Action, error) {
		return link(s, node.Heal, rest, "heal FROM TO")
	},
}

// Outside reads a statement that is one action from outside: command, crash, restart, set, cut, heal with a link.
func Outside(s *node.System, text string) (node.Action, error) {
	verb, rest, _ := strings.Cut(statement(text), " ")
	read, ok := outside[verb]
	if !ok {
		return node.Action{}, fmt.Errorf("%q is no action from outside; there are %s", verb, strings.Join(slices.Sorted(maps.Keys(outside)), ", "))
	}
	return read(s, strings.TrimSpace(rest))
}

// actOutside does a statement that is one action from outside.
func actOutside(verb string) func(r *Runner, _ context.Context, rest string) error {
	return func(r *Runner, _ context.Context, rest string) error {
		a, err := outside[verb](r.Session.System, rest)
		if err != nil {
			return err
		}
		return r.act(a)
	}
}

func command(s *node.System, rest string) (a node.Action, err error) {
	list, err := words(rest, "command NODE TYPE [JSON]", 2, 3)
	if err != nil {
		return a, err
	}
	a = node.Action{Kind: node.Command, Type: list[1]}
	if a.Node, err = s.Index(list[0]); err != nil {
		return a, err
	}
	if len(list) == 3 {
		a.Body, err = body(list[2])
	}
	return a, err
}

func one(s *node.System, kind node.Kind, name string) (node.Action, error) {
	i, err := s.Index(name)
	return node.Action{Kind: kind, Node: i}, err
}

func restart(s *node.System, rest string) (a node.Action, err error) {
	list, err := words(rest, "restart NODE [lost]", 1, 2)
	if err != nil {
		return a, err
	}
	if len(list) == 2 && list[1] != "lost" {
		return a, fmt.Errorf("write: restart NODE [lost]")
	}
	a, err = one(s, node.Restart, list[0])
	a.Lost = len(list) == 2
	return a, err
}

func set(s *node.System, rest string) (a node.Action, err error) {
	list, err := words(rest, "set NODE JSON", 2, 2)
	if err != nil {
		return a, err
	}
	if a, err = one(s, node.SetState, list[0]); err != nil {
		return a, err
	}
	a.Body, err = body(list[1])
	return a, err
}

func link(s *node.System, kind node.Kind, rest, usage string) (a node.Action, err error) {
	list := strings.Fields(rest)
	if len(list) != 2 {
		return a, fmt.Errorf("write: %s", usage)
	}
	a.Kind = kind
	if a.Node, err = s.Index(list[0]); err != nil {
		return a, err
	}
	a.To, err = s.Index(list[1])
	return a, err
}

func (r *Runner) heal(ctx context.Context, rest string) error {
	if rest != "" {
		return actOutside("heal")(r, ctx, rest)
	}
	return r.links(r.Session.Heal)
}

// links does something with many links.
func (r *Runner) links(do func() error) error {
	begin := len(r.Session.World.Events())
	err := do()
	for _, e := range r.Session.World.Events()[begin:] {
		r.mention(e)
	}
	return err
}

func (r *Runner) partition(_ context.Context, rest string) error {
	left, right, ok := strings.Cut(rest, "/")
	if !ok {
		return fmt.Errorf("write: partition NODE… / NODE…")
	}
	side := map[int]int{}
	for k, names := range []string{left, right} {
		for _, name := range strings.Fields(names) {
			i, err := r.node(name)
			if err != nil {
				return err
			}
			if other, ok := side[i]; ok && other != k {
				return fmt.Errorf("%s is on both sides", name)
			}
			side[i] = k
		}
	}
	return r.links(func() error {
		return r.Session.Cut(func(a, b int) bool {
			x, one := side[a]
			y, other := side[b]
			return one && other && x != y
		})
	})
}
