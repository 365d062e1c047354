package lint

import (
	"molly/datalog"
	"molly/verify"
)

// blocks finds for each of some rules that never fire a premise without which it would: of
// several, the last one. There is none where that takes two, or where the rest of the rule needs the premise's
// variables.
func (l *linter) blocks(dead []int) (map[int]*datalog.Literal, error) {
	if l.setting.Spec.Restarts > 0 {
		return nil, nil // a node that is down fires none of its rules; the probes are an observer's
	}
	own := l.datalog()
	p := *own
	type probe struct{ rule, premise int }
	var probes []probe
	for _, i := range dead {
		r := &own.Rules[i]
		for k := range r.Body {
			if rest, ok := without(r, k); ok {
				addProbe(&p, r.Vars, rest)
				probes = append(probes, probe{i, k})
			}
		}
	}
	if len(probes) == 0 {
		return nil, nil
	}
	w, err := verify.NewWorld(&p, verify.Options{Spec: l.setting.Spec, Nodes: l.setting.Nodes})
	if err != nil {
		return nil, err
	}
	reach, err := w.Reach(l.ctx)
	if err != nil {
		return nil, err
	}
	blocks := map[int]*datalog.Literal{}
	for n, x := range probes {
		if reach.Fires[len(own.Rules)+n] {
			blocks[x.rule] = &own.Rules[x.rule].Body[x.premise]
		}
	}
	return blocks, nil
}

// late divides rules that never fire. In late are those that would keep or send something, but whose premises hold together
// only when the run ends; in rest are those whose premises never hold together. In neither are rules that send to places
// that are no nodes, which has a finding of its own.
func (l *linter) late(dead []int) (late, rest []int, err error) {
	p := *l.datalog()
	first := len(p.Rules)
	for _, i := range dead {
		addProbe(&p, p.Rules[i].Vars, p.Rules[i].Body)
	}
	w, err := l.worldOf(&p, l.setting)
	if err != nil {
		return nil, nil, err
	}
	reach, err := w.Reach(l.ctx)
	if err != nil {
		return nil, nil, err
	}
	for n, i := range dead {
		switch {
		case p.Rules[i].Timing == datalog.Deductive || !reach.Fires[first+n]:
			rest = append(rest, i)
		case !reach.Early[first+n]:
			late = append(late, i)
		}
	}
	return late, rest, nil
}

// addProbe adds a rule that concludes something when some premises hold.
func addProbe(p *datalog.Program, vars []string, body []datalog.Literal) datalog.RelID {
	return addRule(p, []datalog.Type{datalog.Text}, datalog.Rule{Head: datalog.Head{Args: []datalog.HeadTerm{nowhere}}, Body: body, Vars: vars})
}
