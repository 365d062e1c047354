package predicate

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"molly/node"
)

type fixed struct{ node.Node }

func (fixed) Start(json.RawMessage) node.Effect { return node.Effect{} }
func (fixed) State() any {
	return json.RawMessage(`{"role":"leader","term":3,"log":[{"term":1},{"term":2}],"votes":{"S1":true,"b-2":false},"big":9007199254740993,
		"holds":{"post":[["b",1]],"log":[]},"none":null}`)
}

func world(t *testing.T) *node.World {
	t.Helper()
	s := &node.System{Nodes: []string{"S1", "b-2", "c"}, New: func(int) node.Node { return fixed{} },
		Setup: []node.Action{{Kind: node.Start, Node: 0}, {Kind: node.Start, Node: 1}}}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestPredicates(t *testing.T) {
	w := world(t)
	for text, want := range map[string]bool{
		`S1.role == "leader"`:                           true,
		`S1.role != "leader"`:                           false,
		`c.role == "leader"`:                            false, // it has not started
		`c.role != "leader"`:                            false, // it has no role
		`"b-2".term >= 3`:                               true,
		`S1.term < 3 or S1.term > 2`:                    true,
		`S1.term < 3 or S1.term > 3`:                    false,
		`any.term == 3 and not all.term == 3`:           true,
		`S1.log.length == 2`:                            true,
		`S1.log[1].term == 2`:                           true,
		`S1.log[2].term == 2`:                           false,
		`S1.votes.S1`:                                   true,
		`S1.votes["b-2"]`:                               false,
		`S1.votes["b-2"] == false`:                      true,
		`S1.none == null`:                               true,
		`S1.big == 9007199254740993`:                    true,
		`S1.big == 9007199254740992`:                    false,
		`S1.term == "3"`:                                false,
		`c.status == "new" and S1.status == "up"`:       true,
		`some post("b", _)`:                             true,
		`some post("b", 2)`:                             false,
		`some post("b")`:                                false,
		`some log(_)`:                                   false,
		`violation`:                                     false,
		`not (violation or S1.term == 4)`:               true,
		`S1.term == 4 or S1.term == 3 and S1.term == 3`: true,
	} {
		p, err := Parse(text, w.System.Nodes)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := p.Eval(w); got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                    "column 1",
		`S1.role = "leader"`:  "equality is written ==",
		`S9.role == "leader"`: `there is no node "S9"; there are S1, b, and any and all of them`,
		`S1 == 3`:             "say what of S1 is meant",
		`S1.role ==`:          "column 11",
		`some post(b)`:        "column 11",
		`S1.role == "x" and`:  "column 19",
		`S1.role == 'x'`:      "column 12",
	} {
		_, err := Parse(text, []string{"S1", "b"})
		var where *ParseError
		if !errors.As(err, &where) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`S1.role == "leader" and not some post("b", _)`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text, []string{"S1", "b-2", "c"})
		if err == nil {
			p.Eval(world(t))
		}
	})
}

// What must never hold is a violation when it does, beside what the system's own judge finds.
func TestNever(t *testing.T) {
	s := &node.System{Nodes: []string{"S1", "b-2", "c"}, New: func(int) node.Node { return fixed{} }}
	p, err := Parse(`S1.term == 3 and "b-2".status == "up"`, s.Nodes)
	if err != nil {
		t.Fatal(err)
	}
	Never(s, p)
	w := node.NewWorld(s)
	for i, want := range []string{"", `never S1.term == 3 and "b-2".status == "up"`} {
		e, err := w.Do(node.Action{Kind: node.Start, Node: i})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if e.Violation != nil {
			got = e.Violation.Fingerprint
		}
		if got != want {
			t.Errorf("event %d: %q, want %q", i, got, want)
		}
	}
	if v := w.Violation(); v == nil || len(v.Nodes) != 2 {
		t.Errorf("%+v", v)
	}
}
