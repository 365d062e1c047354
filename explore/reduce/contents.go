package reduce

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"molly/node"
)

// contents makes what comes with events from outside smaller (§3.2.1, §5.3): nodes are left out of the whole cluster, and
// bodies of commands get shorter lists, empty strings and smaller numbers. What starts say is changed in no other way, for
// nodes that are told different things may well disagree.
func (r *reduction) contents() {
	for i := len(r.system.Nodes) - 1; i >= 0; i-- {
		r.members(i)
	}
	for changed := true; changed && !r.over(); {
		changed = false
		for i := 0; i < len(r.best); i++ {
			for r.command(i) {
				changed = true
			}
		}
	}
}

// members leaves a node out, if it can.
func (r *reduction) members(n int) {
	if list, ok := r.withoutNode(n); ok {
		r.try(list)
	}
}

// withoutNode is the smallest execution without a node: without its own events from outside, and without its name in each list
// that another start tells. It reports whether that is another execution.
func (r *reduction) withoutNode(n int) (list []step, changed bool) {
	name := r.system.Nodes[n]
	for _, s := range r.best {
		if a := s.Action; s.External() && (a.Node == n || (a.Kind == node.Cut || a.Kind == node.Heal) && a.To == n) {
			changed = true
			continue
		}
		if s.Action.Kind == node.Start {
			if body, ok := rewrite(s.Action.Body, func(v any) any { return omit(v, name) }); ok {
				s, changed = with(s, body), true
			}
		}
		list = append(list, s)
	}
	return list, changed
}

// command makes the body of a command smaller, if it can.
func (r *reduction) command(i int) bool {
	if i >= len(r.best) || r.best[i].Action.Kind != node.Command || len(r.best[i].Action.Body) == 0 {
		return false
	}
	was := r.best[i].Action.Body
	value, err := decode(was)
	if err != nil {
		return false // it is no JSON: whoever reads it knows what it is
	}
	for _, v := range smaller(value) {
		body, err := encode(v)
		if err != nil || len(body) > len(was) || bytes.Equal(body, was) {
			continue
		}
		list := slices.Clone(r.best)
		list[i] = with(list[i], body)
		if r.try(list) {
			return true
		}
	}
	return false
}

// with is a step with another body. It keeps its name, so that what came of it still has the same cause.
func with(s step, body json.RawMessage) step {
	s.Action.Body = body
	s.content = contentOf(&s.Step)
	return s
}

// smaller are values that are smaller than a value of JSON at one place, the smallest first.
func smaller(value any) (list []any) {
	switch v := value.(type) {
	case string:
		if v != "" {
			list = append(list, "")
		}
	case json.Number:
		for _, n := range lower(v) {
			list = append(list, n)
		}
	case []any:
		for i := range v {
			list = append(list, slices.Delete(slices.Clone(v), i, i+1))
		}
		for i := range v {
			for _, w := range smaller(v[i]) {
				other := slices.Clone(v)
				other[i] = w
				list = append(list, other)
			}
		}
	case object:
		for i := range v {
			for _, w := range smaller(v[i].value) {
				other := slices.Clone(v)
				other[i].value = w
				list = append(list, other)
			}
		}
	}
	return list
}

// lower are integers that are nearer to zero; a fraction has none.
func lower(n json.Number) (list []json.Number) {
	i, err := strconv.ParseInt(n.String(), 10, 64)
	if err != nil || i == 0 {
		return nil
	}
	list = append(list, "0")
	for _, j := range []int64{i / 2, i - sign(i)} {
		if text := json.Number(strconv.FormatInt(j, 10)); j != 0 && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

func sign(i int64) int64 {
	if i < 0 {
		return -1
	}
	return 1
}

// omit leaves a string out of each list in a value, at any depth.
func omit(value any, name string) any {
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, w := range v {
			if w != any(name) {
				list = append(list, omit(w, name))
			}
		}
		return list
	case object:
		other := slices.Clone(v)
		for i := range other {
			other[i].value = omit(other[i].value, name)
		}
		return other
	}
	return value
}

// rewrite changes a body, and reports whether it is another one then.
func rewrite(body json.RawMessage, change func(any) any) (json.RawMessage, bool) {
	value, err := decode(body)
	if err != nil {
		return nil, false
	}
	was, err := encode(value)
	if err != nil {
		return nil, false
	}
	is, err := encode(change(value))
	return is, err == nil && !bytes.Equal(was, is)
}
