package script

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"molly/node"
)

// Statements on what is pending.

func (r *Runner) message(list []string) (*node.Item, error) {
	from, err := r.node(list[0])
	if err != nil {
		return nil, err
	}
	to, err := r.node(list[1])
	if err != nil {
		return nil, err
	}
	var there []string
	for _, it := range r.Session.World.Pending() {
		if it.Timer || it.From != from || it.To != to {
			continue
		}
		if len(list) < 3 || it.Type == list[2] {
			return it, nil
		}
		there = append(there, it.Type)
	}
	if len(there) > 0 {
		return nil, fmt.Errorf("no message %s from %s to %s is pending; there are %s", list[2], list[0], list[1], strings.Join(there, ", "))
	}
	return nil, fmt.Errorf("no message from %s to %s is pending", list[0], list[1])
}

func (r *Runner) on(kind node.Kind, rest, usage string) error {
	list, err := words(rest, usage, 2, 3)
	if err != nil {
		return err
	}
	it, err := r.message(list)
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: kind, Item: it.ID})
}

func (r *Runner) deliver(_ context.Context, rest string) error {
	list := strings.Fields(rest)
	if len(list) == 0 || list[0] != "all" {
		return r.on(node.Deliver, rest, "deliver FROM TO [TYPE], or deliver all [to NODE]")
	}
	to := -1
	if len(list) > 1 {
		if len(list) != 3 || list[1] != "to" {
			return fmt.Errorf("write: deliver all [to NODE]")
		}
		i, err := r.node(list[2])
		if err != nil {
			return err
		}
		to = i
	}
	for _, it := range slices.Clone(r.Session.World.Pending()) {
		if it.Timer || to >= 0 && it.To != to || r.Session.World.Why(it) != nil {
			continue
		}
		if err := r.act(node.Action{Kind: node.Deliver, Item: it.ID}); err != nil {
			return err
		}
	}
	return nil
}

const most = 10_000

func (r *Runner) settle(ctx context.Context, rest string) error {
	within := map[int]bool{}
	for _, name := range strings.Fields(rest) {
		i, err := r.node(name)
		if err != nil {
			return err
		}
		within[i] = true
	}
	some := func(it *node.Item) bool { return len(within) == 0 || within[it.From] && within[it.To] }
	for range most {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		it := r.Session.Oldest(some)
		if it == nil {
			return nil
		}
		if err := r.act(node.Action{Kind: node.Deliver, Item: it.ID}); err != nil {
			return err
		}
	}
	return fmt.Errorf("messages are still pending after %d deliveries", most)
}

func (r *Runner) fire(_ context.Context, rest string) error {
	list, err := words(rest, "fire NODE TYPE", 2, 2)
	if err != nil {
		return err
	}
	i, err := r.node(list[0])
	if err != nil {
		return err
	}
	var there []string
	for _, it := range r.Session.World.Pending() {
		if !it.Timer || it.To != i {
			continue
		}
		if it.Type == list[1] {
			return r.act(node.Action{Kind: node.Fire, Item: it.ID})
		}
		there = append(there, it.Type)
	}
	return fmt.Errorf("%s has set no timer %s, but %q", list[0], list[1], there)
}

func (r *Runner) drop(_ context.Context, rest string) error {
	return r.on(node.Drop, rest, "drop FROM TO [TYPE]")
}

func (r *Runner) duplicate(_ context.Context, rest string) error {
	return r.on(node.Duplicate, rest, "duplicate FROM TO [TYPE]")
}

func (r *Runner) change(_ context.Context, rest string) error {
	list, err := words(rest, "change FROM TO TYPE JSON", 4, 4)
	if err != nil {
		return err
	}
	it, err := r.message(list[:3])
	if err != nil {
		return err
	}
	body, err := body(list[3])
	if err != nil {
		return err
	}
	return r.act(node.Action{Kind: node.Change, Item: it.ID, Body: body})
}
