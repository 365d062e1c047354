package rewrite

import (
	"fmt"
	"slices"

	"molly/datalog"
)

// rewriter is a rewriting under way.
type rewriter struct {
	Program
	taken map[string]bool // the names of relations
}

func (w *rewriter) relation(name string, types []datalog.Type) datalog.RelID {
	w.Datalog.Relations = append(w.Datalog.Relations, datalog.Relation{Name: name, Types: types})
	return datalog.RelID(len(w.Datalog.Relations) - 1)
}

// add adds a rule, and returns its ID.
func (w *rewriter) add(r datalog.Rule) int {
	r.ID = len(w.Datalog.Rules)
	w.Datalog.Rules = append(w.Datalog.Rules, r)
	return r.ID
}

// lasting adds a rule for a fact that holds from a time on.
func (w *rewriter) lasting(f datalog.Fact) {
	now := variable(0)
	r := datalog.Rule{Vars: []string{"Time"}, Pos: f.Pos, Head: datalog.Head{Relation: f.Relation, Pos: f.Pos}}
	for _, v := range f.Args {
		r.Head.Args = append(r.Head.Args, datalog.HeadTerm{Term: datalog.Term{Kind: datalog.Constant, Value: v}})
	}
	r.Head.Args = append(r.Head.Args, datalog.HeadTerm{Term: now})
	r.Body = []datalog.Literal{
		positive(w.Times, []datalog.Term{now}, f.Pos),
		notBefore(number(f.Time), now, f.Pos),
	}
	w.Lasting = append(w.Lasting, w.add(r))
}

// snapshot returns the snapshot of a relation at an absolute time; it adds its rule at first
// use.
func (w *rewriter) snapshot(of datalog.RelID, time int, pos datalog.Position) datalog.RelID {
	for _, s := range w.Snapshots {
		if s.Of == of && s.Time == time {
			return s.Relation
		}
	}
	held := w.Datalog.Relations[of]
	last := held.Arity() - 1
	s := Snapshot{Of: of, Time: time}
	s.Relation = w.relation(fresh(w.taken, fmt.Sprintf("%s_at%d", held.Name, time)), held.Types)
	r := datalog.Rule{Head: datalog.Head{Relation: s.Relation, Pos: pos}, Pos: pos}
	var then []datalog.Term
	for i := range last {
		r.Vars = append(r.Vars, fmt.Sprintf("X%d", i+1))
		then = append(then, variable(datalog.VarID(i)))
	}
	r.Vars = append(r.Vars, "Time")
	now := variable(datalog.VarID(last))
	for _, t := range append(slices.Clone(then), now) {
		r.Head.Args = append(r.Head.Args, datalog.HeadTerm{Term: t})
	}
	at := number(time)
	r.Body = []datalog.Literal{
		positive(of, append(then, at), pos),
		positive(w.Times, []datalog.Term{now}, pos),
		notBefore(at, now, pos),
	}
	s.Rule = w.add(r)
	w.Snapshots = append(w.Snapshots, s)
	return s.Relation
}

func variable(v datalog.VarID) datalog.Term { return datalog.Term{Kind: datalog.Variable, Var: v} }

func number(n int) datalog.Term {
	return datalog.Term{Kind: datalog.Constant, Value: datalog.Int(int64(n))}
}

func positive(r datalog.RelID, args []datalog.Term, pos datalog.Position) datalog.Literal {
	return datalog.Literal{Kind: datalog.Positive, Atom: datalog.Atom{Relation: r, Args: args, Pos: pos}, Pos: pos}
}

// notBefore says that it is an absolute time or later.
func notBefore(at, now datalog.Term, pos datalog.Position) datalog.Literal {
	return datalog.Literal{Kind: datalog.Comparison, Op: datalog.LessEqual, Left: at, Right: now, Pos: pos}
}

// fresh returns a name that is not taken, and takes it.
func fresh(taken map[string]bool, name string) string {
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// numbered returns the first of name1, name2, … that is not taken, and takes it.
func numbered(taken map[string]bool, name string) string {
	n := 1
	for taken[fmt.Sprint(name, n)] {
		n++
	}
	return fresh(taken, fmt.Sprint(name, n))
}
