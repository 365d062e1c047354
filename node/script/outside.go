package script

import (
	"context"
	"fmt"
	"strings"

	"molly/node"
)

// Statements on nodes and links, from outside.

func (r *Runner) command(_ context.Context, rest string) error {
	list, err := words(rest, "command NODE TYPE [JSON]", 2, 3)
	if err != nil {
		return err
	}
	a := node.Action{Kind: node.Command, Type: list[1]}
	if a.Node, err = r.node(list[0]); err != nil {
		return err
	}
	if len(list) == 3 {
		if a.Body, err = body(list[2]); err != nil {
			return err
		}
	}
	return r.act(a)
}

func (r *Runner) one(kind node.Kind, name string, lost bool) error {
	i, err := r.node(name)
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: kind, Node: i, Lost: lost})
}

func (r *Runner) crash(_ context.Context, rest string) error { return r.one(node.Crash, rest, false) }

func (r *Runner) restart(_ context.Context, rest string) error {
	list, err := words(rest, "restart NODE [lost]", 1, 2)
	if err != nil {
		return err
	}
	if len(list) == 2 && list[1] != "lost" {
		return fmt.Errorf("write: restart NODE [lost]")
	}
	return r.one(node.Restart, list[0], len(list) == 2)
}

func (r *Runner) set(_ context.Context, rest string) error {
	list, err := words(rest, "set NODE JSON", 2, 2)
	if err != nil {
		return err
	}
	a := node.Action{Kind: node.SetState}
	if a.Node, err = r.node(list[0]); err != nil {
		return err
	}
	if a.Body, err = body(list[1]); err != nil {
		return err
	}
	return r.act(a)
}

func (r *Runner) link(kind node.Kind, rest, usage string) error {
	list := strings.Fields(rest)
	if len(list) != 2 {
		return fmt.Errorf("write: %s", usage)
	}
	from, err := r.node(list[0])
	if err != nil {
		return err
	}
	to, err := r.node(list[1])
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: kind, Node: from, To: to})
}

func (r *Runner) cut(_ context.Context, rest string) error {
	return r.link(node.Cut, rest, "cut FROM TO")
}

func (r *Runner) heal(_ context.Context, rest string) error {
	if rest != "" {
		return r.link(node.Heal, rest, "heal [FROM TO]")
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
