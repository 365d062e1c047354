package randprog

import (
	"slices"

	"molly/datalog"
)

// features names what a program has of the language.
func features(p *datalog.Program) map[string]bool {
	f := map[string]bool{}
	f["persistent rule"] = !p.HasInvariant()
	stratum := make([]int, len(p.Relations))
	for i, s := range p.Strata {
		for _, rel := range s.Relations {
			stratum[rel] = i
		}
		f["mutual recursion"] = f["mutual recursion"] || s.Recursive && len(s.Relations) > 1
		for _, rel := range s.Relations {
			fed := slices.ContainsFunc(p.Rules, func(r datalog.Rule) bool {
				return r.Head.Relation == rel && r.Timing == datalog.Asynchronous
			})
			f["recursion fed by messages"] = f["recursion fed by messages"] || s.Recursive && fed
		}
	}
	for _, fact := range p.Facts {
		for _, v := range fact.Args {
			f["places that are no nodes"] = f["places that are no nodes"] || v == datalog.String("zz")
		}
	}
	decides := decisive(p)
	for i := range p.Rules {
		ruleFeatures(p, &p.Rules[i], stratum, decides, f)
	}
	return f
}

func ruleFeatures(p *datalog.Program, r *datalog.Rule, stratum []int, decides map[datalog.RelID]bool, f map[string]bool) {
	protocol := r.Timing != datalog.Deductive
	f[[...]string{"deductive", "next", "async"}[r.Timing]] = true
	aggregates := 0
	for _, a := range r.Head.Args {
		if a.Aggregate != datalog.NoAggregate {
			aggregates++
			f[a.Aggregate.String()] = true
		}
		f["arithmetic in a head"] = f["arithmetic in a head"] || a.Term.Kind == datalog.Expression
		division(a.Term, f)
	}
	if aggregates > 0 {
		f["aggregate"+r.Timing.String()] = true
		f["aggregate decides"] = f["aggregate decides"] || decides[r.Head.Relation]
	}
	f["several aggregates"] = f["several aggregates"] || aggregates > 1

	recursive, equalities, bound := 0, 0, map[datalog.VarID]bool{}
	var places []datalog.Term
	for _, l := range r.Body {
		if l.Kind == datalog.Comparison {
			division(l.Left, f)
			division(l.Right, f)
			f["comparison"] = true
			continue
		}
		negative := l.Kind == datalog.Negative
		sign := map[bool]string{true: "negated ", false: ""}[negative]
		f[sign+"atom"] = true
		f[sign+"absolute time"] = f[sign+"absolute time"] || l.Atom.At > 0
		if l.Atom.Relation == p.Crash {
			f[sign+"crash"] = true
			f["crash in the protocol"] = f["crash in the protocol"] || protocol
			f["time of a crash"] = f["time of a crash"] || !negative && l.Atom.Args[2].Kind == datalog.Variable
		}
		for _, a := range l.Atom.Args {
			f[sign+"constant"] = f[sign+"constant"] || a.Kind == datalog.Constant
			f[sign+"wildcard"] = f[sign+"wildcard"] || a.Kind == datalog.Wildcard
			f[sign+"computed column"] = f[sign+"computed column"] || a.Kind == datalog.Expression
			division(a, f)
			if !negative && a.Kind == datalog.Variable {
				bound[a.Var] = true
			}
		}
		if !negative {
			if !slices.Contains(places, l.Atom.Args[0]) && l.Atom.At == 0 {
				places = append(places, l.Atom.Args[0])
			}
			if !protocol && stratum[l.Atom.Relation] == stratum[r.Head.Relation] {
				recursive++
			}
		}
	}
	for v := range r.Vars {
		if !bound[datalog.VarID(v)] {
			equalities++
		}
	}
	f["recursion"] = f["recursion"] || recursive == 1
	f["double recursion"] = f["double recursion"] || recursive > 1
	f["equality binds"] = f["equality binds"] || equalities > 0
	f["chain of equalities"] = f["chain of equalities"] || equalities > 1
	f["several places"] = f["several places"] || protocol && len(places) > 1
	f["observer of several places"] = f["observer of several places"] || !protocol && len(places) > 1
	f["no positive atom"] = f["no positive atom"] || r.Location == nil
	if to := r.Head.Args[0].Term; r.Timing == datalog.Asynchronous {
		f["message to oneself"] = f["message to oneself"] || to == *r.Location
		f["constant receiver"] = f["constant receiver"] || to.Kind == datalog.Constant
		f["places that are no nodes"] = f["places that are no nodes"] || to.Value == datalog.String("zz")
	}
}

// division notes a division in a term whose divisor may be zero, and numbers that
// may overflow.
func division(t datalog.Term, f map[string]bool) {
	if t.Kind == datalog.Constant && (t.Value.Number() > 1<<32 || t.Value.Number() < -1<<32) {
		f["large number"] = true
	}
	if t.Kind != datalog.Expression {
		return
	}
	if (t.Op == datalog.Div || t.Op == datalog.Rem) && t.Right.Kind != datalog.Constant {
		f["division by what may be zero"] = true
	}
	division(*t.Left, f)
	division(*t.Right, f)
}

// decisive returns the relations on which the invariant depends.
func decisive(p *datalog.Program) map[datalog.RelID]bool {
	found := map[datalog.RelID]bool{}
	var visit func(rel datalog.RelID)
	visit = func(rel datalog.RelID) {
		if found[rel] {
			return
		}
		found[rel] = true
		for _, r := range p.Rules {
			if r.Head.Relation != rel {
				continue
			}
			for _, l := range r.Body {
				if l.Kind != datalog.Comparison {
					visit(l.Atom.Relation)
				}
			}
		}
	}
	if p.HasInvariant() {
		visit(p.Pre)
		visit(p.Post)
	}
	for _, rel := range p.Persistent {
		if !p.HasInvariant() {
			visit(rel)
		}
	}
	return found
}
