package primarybackup

import (
	"fmt"

	"molly/node"
	"molly/node/actor"
)

// register judges whether what the clients saw is linearizable (Herlihy and Wing 1990): whether each request can be given
// one moment between its question and its answer so that every read gives what was written last. It follows all ways to
// do so at once, as answers come in.
type register struct {
	asked, done [2]int // by client: the last request, the last one that was answered
	ways        map[way]bool
}

// way is one way so far: the value of the register, and of each client whether its open request has had its moment,
// and what that gave.
type way struct {
	value string
	did   [2]bool
	gave  [2]string
}

func newRegister() *register { return &register{ways: map[way]bool{{}: true}} }

const firstClient = 4 // among the nodes

// Check looks at the client that moved.
func (r *register) Check(w *node.World, e *node.Event) *node.Violation {
	k := e.Node - firstClient
	if k < 0 || w.Status(e.Node) != node.Up {
		return nil
	}
	x := actor.Of[*Client](w, e.Node)
	r.asked[k] = x.Number
	if x.Done == r.done[k] {
		return nil
	}
	r.moments(w.System.Nodes[firstClient:])
	r.done[k] = x.Done
	next := map[way]bool{}
	for way := range r.ways {
		if way.did[k] && way.gave[k] == x.Value {
			way.did[k], way.gave[k] = false, ""
			next[way] = true
		}
	}
	if r.ways = next; len(next) > 0 {
		return nil
	}
	what := "reads"
	if x.Done%2 == 1 {
		what = "has written"
	}
	return &node.Violation{
		Fingerprint: "not linearizable", Nodes: []int{e.Node},
		Text: fmt.Sprintf("%s %s %q, and no order of the requests explains that", w.System.Nodes[e.Node], what, x.Value),
	}
}

// moments adds the ways in which open requests have had their moment by now.
func (r *register) moments(names []string) {
	for again := true; again; {
		again = false
		for from := range r.ways {
			for k := range r.asked {
				if from.did[k] || r.asked[k] == r.done[k] {
					continue
				}
				to := from
				if put := written(names[k], r.asked[k]); put != "" {
					to.value = put
				}
				to.did[k], to.gave[k] = true, to.value
				if !r.ways[to] {
					r.ways[to], again = true, true
				}
			}
		}
	}
}

// written is what a client's request writes; "": it reads.
func written(client string, number int) string {
	if number%2 == 0 {
		return ""
	}
	return fmt.Sprintf("%s-%d", client, number)
}
