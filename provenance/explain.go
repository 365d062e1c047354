package provenance

import (
	"context"

	"molly/datalog"
	"molly/eval"
)

// Explain says why goals hold in a run, or why they do not. A goal that is a pattern
// represents the tuples of the run that match it, or, where none does, for their
// absence.
//
// space is that of the run's program and specification, or nil; with it, an absence
// is explained by what could have been. Explain ends early with ctx's error. It is an
// error to ask for a relation that the run left out at that time.
func Explain(ctx context.Context, run *eval.Run, space *eval.Space, goals ...Goal) (*Graph, error) {
	b, err := newBuilder(ctx, run, space)
	if err != nil {
		return nil, err
	}
	for _, g := range goals {
		if err := b.root(g); err != nil {
			return nil, err
		}
	}
	if err := b.build(); err != nil {
		return nil, err
	}
	return b.graph, nil
}

// Violations says for each violated goal why it is one. Of a tuple of post or of a persistent
// relation at EOT: why the tuple of pre holds, if the program has pre, and why the goal does not.
// Of a tuple of never: why it holds. Its roots are in that order; see [Graph.RootsOf].
func Violations(ctx context.Context, run *eval.Run, space *eval.Space, violated ...Goal) (*Graph, error) {
	pre := run.Program().Pre
	var goals []Goal
	for _, g := range violated {
		if pre != datalog.NoRelation && g.Relation != run.Program().Never {
			goals = append(goals, goalOf(pre, g.Time, g.Args))
		}
		goals = append(goals, g)
	}
	return Explain(ctx, run, space, goals...)
}

// build explains the goals that wait, and those that come up.
func (b *builder) build() error {
	for i := 0; i < len(b.queue); i++ {
		if b.ctx.Err() != nil {
			break
		}
		id := b.queue[i]
		if b.expanded[id] {
			continue
		}
		b.expanded[id] = true
		if b.graph.Nodes[id].Kind == Holds {
			b.why(id)
		} else {
			b.whyNot(id)
		}
	}
	return context.Cause(b.ctx)
}
