package report

import (
	"fmt"

	"molly/viz"
)

// crowded is how many messages a diagram has before those go that do not matter.
const crowded = 300

// thinned is a trace without the messages that do not matter, where there are too many. Beside
// another trace it keeps what matters there, and what only one of the two has, so that they
// differ in the same places. The title says what is left.
func thinned(t viz.Trace, beside *viz.Trace) viz.Trace {
	if len(t.Messages) <= crowded && (beside == nil || len(beside.Messages) <= crowded) {
		return t
	}
	keep := map[viz.Message]bool{}
	matters := func(list []viz.Message) {
		for _, m := range list {
			if !m.Faint {
				keep[key(m)] = true
			}
		}
	}
	matters(t.Messages)
	both := map[viz.Message]bool{}
	if beside != nil {
		matters(beside.Messages)
		for _, m := range beside.Messages {
			both[key(m)] = true
		}
	}
	var kept []viz.Message
	for _, m := range t.Messages {
		if keep[key(m)] || beside != nil && !both[key(m)] {
			kept = append(kept, m)
		}
	}
	if len(kept) < len(t.Messages) {
		t.Title += fmt.Sprintf("  (%d of %d messages: those that matter)", len(kept), len(t.Messages))
	}
	t.Messages = kept
	return t
}

// key is a message without what the diagram thinks of it.
func key(m viz.Message) viz.Message {
	m.Faint, m.Cause = false, ""
	return m
}
