package script

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"molly/node/predicate"
	"molly/node/session"
	"molly/node/trace"
)

// Statements that look, search and travel.

func (r *Runner) expect(_ context.Context, rest string) error {
	p, err := predicate.Parse(rest, r.Session.System.Nodes)
	if err != nil {
		return err
	}
	if !p.Eval(r.Session.World) {
		return &ExpectError{rest}
	}
	return nil
}

func (r *Runner) until(ctx context.Context, rest string) error {
	o := session.Search{MaxDepth: 12}
	if i := strings.LastIndex(rest, " within "); i >= 0 {
		n, err := strconv.Atoi(strings.TrimSpace(rest[i+len(" within "):]))
		if err != nil || n < 1 {
			return fmt.Errorf("write: until CONDITION [within N], where N is a number of steps")
		}
		rest, o.MaxDepth = rest[:i], n
	}
	p, err := predicate.Parse(rest, r.Session.System.Nodes)
	if err != nil {
		return err
	}
	begin := len(r.Session.World.Events())
	f, err := r.Session.Until(ctx, p, o)
	if err != nil {
		return err
	}
	if !f.Holds {
		return fmt.Errorf("no state within %d steps is so (%d executions)", f.Depth, f.Executions)
	}
	fmt.Fprintf(r.Out, "%s: after %d steps (%d executions)\n", rest, len(f.Steps), f.Executions)
	for _, e := range r.Session.World.Events()[begin:] {
		r.say(e)
	}
	return nil
}

func (r *Runner) mark(_ context.Context, rest string) error {
	if rest == "" || strings.Contains(rest, " ") {
		return fmt.Errorf("write: mark NAME")
	}
	r.marks[rest] = r.Session.Current
	r.Session.Current.Name = rest
	return nil
}

func (r *Runner) goTo(_ context.Context, rest string) error {
	to, ok := r.marks[rest]
	if rest == "start" && !ok {
		to, ok = r.Session.Begun, true
	}
	if !ok {
		return fmt.Errorf("no state is called %q; mark one with: mark %s", rest, rest)
	}
	return r.Session.Travel(to)
}

func (r *Runner) back(_ context.Context, rest string) error {
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 {
			return fmt.Errorf("write: back [N], where N is a number of steps")
		}
	}
	to := r.Session.Current
	for range n {
		if to.Parent == nil {
			return fmt.Errorf("there are only %d steps to go back", r.Session.Current.Depth)
		}
		to = to.Parent
	}
	return r.Session.Travel(to)
}

func (r *Runner) show(_ context.Context, rest string) error {
	names := strings.Fields(rest)
	for i, name := range r.Session.System.Nodes {
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		state, err := json.Marshal(r.Session.World.State(i))
		if err != nil {
			return err
		}
		fmt.Fprintf(r.Out, "%s (%v) %s\n", name, r.Session.World.Status(i), state)
		for _, it := range r.Session.World.Pending() {
			if it.To != i {
				continue
			}
			body, err := json.Marshal(it.Body)
			if err != nil {
				return err
			}
			what := "timer " + it.Type
			if !it.Timer {
				what = fmt.Sprintf("%s from %s", it.Type, r.Session.System.Nodes[it.From])
			}
			if string(body) != "null" {
				what += " " + string(body)
			}
			if why := r.Session.World.Why(it); why != nil {
				what += " (waits: " + why.Error() + ")"
			}
			fmt.Fprintf(r.Out, "    %s\n", what)
		}
	}
	for _, name := range names {
		if _, err := r.node(name); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) save(_ context.Context, rest string) error {
	if rest == "" || r.Save == nil {
		return fmt.Errorf("write: save FILE")
	}
	return r.Save(rest, r.Session.Save(trace.Header{}))
}

func (r *Runner) why(_ context.Context, rest string) error {
	if r.Explain == nil {
		return fmt.Errorf("%s is no Dedalus program: there is no lineage", r.Session.System.Name)
	}
	if rest == "" {
		return fmt.Errorf("write: why TUPLE, such as why log(\"b\", \"x\")@3")
	}
	return r.Explain(r.Session.World, rest, r.Out)
}
