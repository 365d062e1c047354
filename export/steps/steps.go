// Package steps writes a recorded execution of nodes that take steps for other viewers: ShiViz, and tools that read
// the Informal Trace Format.
package steps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"molly/node"
	"molly/node/trace"
)

// Parser is the regular expression by which ShiViz (https://bestchai.bitbucket.io/shiviz/) reads the log: an event takes
// two lines.
const Parser = `(?<event>.*)\n(?<clock>\{.*\}) (?<host>.+)`

// ShiViz writes the expression that parses the log, an empty line in the place of the delimiter of executions, and the
// events of the nodes with their vector clocks. What moves no node, such as a drop, is no event there.
func ShiViz(w io.Writer, t *trace.Trace) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s\n\n", Parser)
	clocks := t.Clocks()
	for i, r := range t.Records {
		if !r.Moves() {
			continue
		}
		clock := map[string]int{}
		for n, k := range clocks[i] {
			if k > 0 {
				clock[t.Nodes[n]] = k
			}
		}
		text, err := json.Marshal(clock)
		if err != nil {
			return err
		}
		event := r.String()
		if r.Violation != nil {
			event += " (violated: " + r.Violation.Text + ")"
		}
		fmt.Fprintf(&out, "%s\n%s %s\n", event, text, r.Node)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// ITF does a trace again on its system and writes the states of all nodes after each event in the Informal Trace Format
// (https://apalache-mc.org/docs/adr/015adr-trace.html), with the event in words as the variable "event". A node that has not started is null. The error is
// that of trace.Replay.
func ITF(w io.Writer, s *node.System, t *trace.Trace) error {
	type document struct {
		Meta   map[string]string `json:"#meta"`
		Vars   []string          `json:"vars"`
		States []map[string]any  `json:"states"`
	}
	out := document{Meta: map[string]string{"format": "ITF", "source": t.System, "description": t.About}, Vars: append([]string{"event"}, t.Nodes...)}
	world, err := trace.Follow(s, t, func(w *node.World, e *node.Event) {
		state := map[string]any{"#meta": map[string]int{"index": e.Index}, "event": t.Records[e.Index].String()}
		for n, name := range t.Nodes {
			state[name] = w.State(n)
		}
		out.States = append(out.States, state)
	})
	if world != nil {
		world.Close()
	}
	if err != nil {
		return err
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}
