package reduce

import (
	"encoding/json"
	"slices"
	"testing"

	"molly/node"
	"molly/node/trace"
)

// odd finds an odd number of members, and more than two, that are all up.
type odd struct{}

func (odd) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Node < 0 {
		return nil
	}
	members := w.Node(e.Node).(*toy).peers
	for _, name := range members {
		if w.Status(slices.Index(w.System.Nodes, name)) != node.Up {
			return nil
		}
	}
	if len(members) < 3 || len(members)%2 == 0 {
		return nil
	}
	return &node.Violation{Fingerprint: "odd", Text: "the number of members is odd"}
}

// Where the number of members must be odd, they are left out in pairs.
func TestPairs(t *testing.T) {
	s := &node.System{Name: "odd", Oracle: func() node.Oracle { return odd{} }, Nodes: []string{"a", "b", "c", "d", "e", "f", "g"}}
	s.New = func(i int) node.Node { return &toy{me: i, of: len(s.Nodes)} }
	members, err := json.Marshal(s.Nodes)
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Nodes {
		s.Setup = append(s.Setup, node.Action{Kind: node.Start, Node: i, Body: members})
	}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Reduce(t.Context(), s, trace.Of(w, trace.Header{}), Options{Stages: Contents})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(r.Trace.Records); n != 3 || string(r.Trace.Records[0].Body) != `["a","b","c"]` {
		t.Errorf("%d starts: %s", n, r.Trace.Records[0].Body)
	}
}
