package prototype

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// spaceTime is a run as a graph whose nodes have names that say what they are, which a
// library that numbers them cannot write: proc_NAME is a node of the system, node_NAME_TIME
// that node at a time.
func spaceTime(r Run) []byte {
	var b bytes.Buffer
	f := r.FailureSpec
	b.WriteString("digraph spacetime {\n  rankdir=TD;\n  splines=line;\n  outputorder=nodesfirst;\n  { rank=same;")
	for _, n := range f.Nodes {
		fmt.Fprintf(&b, " %s;", quoted("proc_"+n))
	}
	b.WriteString(" }\n")
	for _, n := range f.Nodes {
		fmt.Fprintf(&b, "  %s [label=%s, group=%s, shape=box];\n", quoted("proc_"+n), quoted(n), quoted(n))
		last := "proc_" + n
		for t := 1; t <= f.EOT; t++ {
			at, label, style := node(n, t), fmt.Sprint(t), "solid"
			for _, c := range f.Crashes {
				if c.Node == n && c.Time <= t {
					style = "dashed"
					if c.Time == t {
						label = "CRASHED"
					}
				}
			}
			fmt.Fprintf(&b, "  %s [label=%s, group=%s, shape=ellipse];\n", quoted(at), quoted(label), quoted(n))
			fmt.Fprintf(&b, "  %s -> %s [weight=10, arrowhead=none, style=%s];\n", quoted(last), quoted(at), style)
			last = at
		}
	}
	lost := 0
	for _, m := range r.Messages {
		if !slices.Contains(f.Nodes, m.From) {
			continue // it has no place
		}
		from, to := node(m.From, m.SendTime), node(m.To, m.ReceiveTime)
		style := "solid"
		if m.ReceiveTime == Never {
			lost++
			to, style = fmt.Sprintf("lost_%d", lost), "dashed"
			fmt.Fprintf(&b, "  %s [label=%s, shape=plaintext];\n", quoted(to), quoted("LOST"))
		}
		fmt.Fprintf(&b, "  %s -> %s [label=%s, constraint=false, weight=0, style=%s];\n", quoted(from), quoted(to), quoted(m.Table), style)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

func node(name string, time int) string { return fmt.Sprintf("node_%s_%d", name, time) }

// quoted writes text as Graphviz reads it.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
