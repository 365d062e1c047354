package engine

import (
	"context"
	"strings"

	"molly/export/text"
	"molly/provenance"
	"molly/viz/svg"
)

// Why asks for an explanation of a tuple in an execution.
type Why struct {
	Execution
	Goal string `json:"goal"` // such as log("b", _)@2; without a time it is at EOT
	Full bool   `json:"full"` // all ways, not one reason
}

// Because is an explanation.
type Because struct {
	Goal    string `json:"goal"`    // with its time
	Holds   bool   `json:"holds"`   // something matches it
	Text    string `json:"text"`    // what molly explain prints
	Lineage string `json:"lineage"` // the same as a picture: SVG
	Command string `json:"command"`
}

// deepest is how many tuples an explanation follows below the one that is asked for.
const deepest = 100

// why explains a tuple.
func (e *Engine) why(ctx context.Context, w Why, _ Tell) (*Because, error) {
	q, err := e.ask(ctx, w.Project)
	if err != nil {
		return nil, err
	}
	sc, err := q.Scenario(w.Scenario.Scenario()...)
	if err != nil {
		return nil, err
	}
	goal, err := q.Goal(w.Goal)
	if err != nil {
		return nil, err
	}
	graph, err := q.Explain(ctx, sc, goal)
	if err != nil {
		return nil, w.inProgram(q, err)
	}
	out := &Because{Goal: q.Datalog().FormatFact(goal.Fact), Command: q.Subject().Command("explain", sc)}
	for _, root := range graph.Roots {
		out.Holds = out.Holds || graph.Node(root).Kind == provenance.Holds
	}
	var b strings.Builder
	if err := text.Explanation(&b, q.Subject(), graph, nil, w.Full, provenance.TextOptions{Depth: deepest}); err != nil {
		return nil, err
	}
	out.Text = b.String()
	picture, err := q.DrawLineage(ctx, sc, folded(), goal)
	if err != nil {
		return nil, err
	}
	out.Lineage = string(svg.Write(picture))
	return out, nil
}
