package reduce

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"molly/node"
)

// contents makes what comes with events from outside smaller (§3.2.1, §5.3): nodes are left out of the whole cluster, one or two at once, and
// bodies of commands get shorter lists, empty strings and smaller numbers. What starts say is changed in no other way, for
// nodes that are told different things may well disagree.
func (r *reduction) contents() {
	for _, nodes := range r.smallGroups() {
		r.members(nodes...)
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

// smallGroups are the nodes, each alone, and then each two of them: where majorities decide, it takes as many to decide among 4 as among
// 5, so it may be that one node cannot go, and two can.
func (r *reduction) smallGroups() (list [][]int) {
	n := len(r.system.Nodes)
	for i := n - 1; i >= 0; i-- {
		list = append(list, []int{i})
	}
	for i := n - 1; i >= 0; i-- {
		for j := i - 1; j >= 0; j-- {
			list = append(list, []int{i, j})
		}
	}
	return list
}

// members leaves some nodes out, if it can.
func (r *reduction) members(nodes ...int) {
	if list, ok := r.withoutNodes(nodes...); ok {
		r.try(list)
	}
}

// withoutNodes is the smallest execution without some nodes: without their own events from outside, and without their names in each
// list that another start tells. It reports whether that is another execution.
func (r *reduction) withoutNodes(nodes ...int) (list []step, changed bool) {
	for _, s := range r.best {
		a := s.Action
		link := a.Kind == node.Cut || a.Kind == node.Heal
		if s.External() && (slices.Contains(nodes, a.Node) || link && slices.Contains(nodes, a.To)) {
			changed = true
			continue
		}
		if a.Kind == node.Start {
			if body, ok := rewrite(a.Body, func(v any) any { return r.omit(v, nodes) }); ok {
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

// omit leaves the names of some nodes out of each list in a value, at any depth.
func (r *reduction) omit(value any, nodes []int) any {
	switch v := value.(type) {
	case []any:
		list := []any{}
		for _, w := range v {
			if name, ok := w.(string); !ok || !slices.Contains(nodes, slices.Index(r.system.Nodes, name)) {
				list = append(list, r.omit(w, nodes))
			}
		}
		return list
	case object:
		other := slices.Clone(v)
		for i := range other {
			other[i].value = r.omit(other[i].value, nodes)
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
