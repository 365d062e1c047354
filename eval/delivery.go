package eval

import (
	"slices"

	"molly/datalog"
	"molly/failure"
)

// Deliveries returns what becomes of a message: of what is sent, and of its second copy where
// there is one. A message from or to a place that is no node is lost, and no fault has taken it.
func (r *Run) Deliveries(m Message) []failure.Delivery {
	if !r.isNode(m.From) || !r.isNode(m.To) {
		return []failure.Delivery{{Time: m.Sent + 1, Lost: true}}
	}
	return r.Scenario.Deliveries(r.Spec, m.From.Text(), m.To.Text(), m.Sent)
}

func (r *Run) isNode(v datalog.Value) bool {
	return v.Type() == datalog.Text && slices.Contains(r.Nodes(), v.Text())
}
