package certify

import (
	"math/rand/v2"
	"slices"

	"molly/datalog"
)

// widen makes a program of a random one that has some of: stable relations, facts that last, inputs,
// never, and rules that read the built-in relations.
func widen(r *rand.Rand, of *datalog.Program) *datalog.Program {
	p := *of
	p.Relations, p.Rules = slices.Clone(of.Relations), slices.Clone(of.Rules)
	p.Strata = slices.Clone(of.Strata)
	p.Facts, p.Lasting, p.Inputs, p.Stable = nil, nil, nil, nil
	for id := range p.Relations {
		if datalog.RelID(id) != p.Crash && r.IntN(2) == 0 {
			p.Stable = append(p.Stable, datalog.RelID(id))
		}
	}
	for _, f := range of.Facts {
		same := func(in datalog.Input) bool {
			return in.Relation == f.Relation && slices.Equal(in.Args, f.Args)
		}
		switch kind := r.IntN(8); {
		case kind == 0:
			p.Lasting = append(p.Lasting, f)
		case kind == 1 && !slices.ContainsFunc(p.Inputs, same):
			times := []int{f.Time}
			for range r.IntN(2) {
				times = append(times, times[len(times)-1]+1+r.IntN(2))
			}
			p.Inputs = append(p.Inputs, datalog.Input{Relation: f.Relation, Args: f.Args, Times: times})
		default:
			p.Facts = append(p.Facts, f)
		}
	}
	w := &widening{r: r, p: &p}
	for i := range p.Rules {
		if r.IntN(3) == 0 {
			w.read(&p.Rules[i])
		}
	}
	if r.IntN(2) == 0 {
		w.never()
	}
	return &p
}

type widening struct {
	r *rand.Rand
	p *datalog.Program
}

// relation adds a relation to the program, before all others that depend on it.
func (w *widening) relation(name string, types ...datalog.Type) datalog.RelID {
	id := datalog.RelID(len(w.p.Relations))
	w.p.Relations = append(w.p.Relations, datalog.Relation{Name: name, Types: types})
	w.p.Strata = append([]datalog.Stratum{{Relations: []datalog.RelID{id}}}, w.p.Strata...)
	return id
}

// read lets a rule read a built-in relation at its place, positively or not.
func (w *widening) read(rule *datalog.Rule) {
	if rule.Location == nil || rule.Location.Kind != datalog.Variable {
		return
	}
	which := w.r.IntN(4)
	builtin := []*datalog.RelID{&w.p.Boot, &w.p.Outage, &w.p.Member, &w.p.Now}[which]
	if *builtin == datalog.NoRelation {
		text, integer := datalog.Text, datalog.Integer
		*builtin = w.relation([]string{"boot", "outage", "member", "now"}[which],
			[][]datalog.Type{{text}, {text, text, integer, integer}, {text, text}, {text, integer}}[which]...)
	}
	args := []datalog.Term{*rule.Location}
	for range w.p.Relations[*builtin].Types[1:] {
		args = append(args, datalog.Term{Kind: datalog.Wildcard})
	}
	kind := datalog.Negative
	if which != 1 && w.r.IntN(3) > 0 {
		kind = datalog.Positive
	}
	if which == 3 { // now is at some times only
		args[1] = datalog.Term{Kind: datalog.Constant, Value: datalog.Int(int64(1 + w.r.IntN(4)))}
		kind = datalog.Negative
	}
	literal := datalog.Literal{Kind: kind, Atom: datalog.Atom{Relation: *builtin, Args: args}}
	rule.Body = append(slices.Clip(rule.Body), literal)
}

// never says that what a deductive rule concludes must never be, beside pre and post or instead of
// them.
func (w *widening) never() {
	var deductive []datalog.Rule
	for _, r := range w.p.Rules {
		if r.Timing == datalog.Deductive {
			deductive = append(deductive, r)
		}
	}
	if len(deductive) == 0 {
		return
	}
	rule := deductive[w.r.IntN(len(deductive))]
	id := datalog.RelID(len(w.p.Relations))
	w.p.Relations = append(w.p.Relations, datalog.Relation{Name: "never", Types: w.p.Relations[rule.Head.Relation].Types})
	w.p.Strata = append(w.p.Strata, datalog.Stratum{Relations: []datalog.RelID{id}})
	rule.ID, rule.Head.Relation = len(w.p.Rules), id
	w.p.Rules = append(w.p.Rules, rule)
	w.p.Never = id
	if w.r.IntN(2) == 0 {
		w.p.Pre, w.p.Post = datalog.NoRelation, datalog.NoRelation
	}
}
