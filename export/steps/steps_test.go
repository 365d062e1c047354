package steps

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/sample/pingpong"
	"molly/node/trace"
)

func TestExports(t *testing.T) {
	s := pingpong.System()
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	fuzz.Plan{Events: 30, Timer: 0.3, Drop: 0.1, Duplicate: 0.1}.Run(w, rand.New(rand.NewPCG(4, 1)))
	tr := trace.Of(w, trace.Header{})
	var log bytes.Buffer
	if err := ShiViz(&log, tr); err != nil {
		t.Fatal(err)
	}
	parser, events, _ := strings.Cut(log.String(), "\n\n")
	moves := 0
	for _, r := range tr.Records {
		if r.Moves() {
			moves++
		}
	}
	found := regexp.MustCompile(strings.ReplaceAll(parser, "?<", "?P<")).FindAllStringSubmatch(events, -1)
	if len(found) != moves {
		t.Errorf("%d events in the log, %d moves", len(found), moves)
	}
	own := map[string]int{}
	for _, m := range found {
		clock := map[string]int{}
		if err := json.Unmarshal([]byte(m[2]), &clock); err != nil {
			t.Fatal(err)
		}
		if own[m[3]]++; clock[m[3]] != own[m[3]] {
			t.Errorf("event %d of %s has the clock %v", own[m[3]], m[3], clock)
		}
	}
	var itf bytes.Buffer
	if err := ITF(&itf, s, tr); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Vars   []string
		States []map[string]json.RawMessage
	}
	if err := json.Unmarshal(itf.Bytes(), &doc); err != nil || len(doc.States) != len(tr.Records) || len(doc.Vars) != 3 {
		t.Fatalf("%v, %d states", err, len(doc.States))
	}
	last, err := json.Marshal(w.State(0))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(doc.States[len(doc.States)-1]["a"]); got != string(last) {
		t.Errorf("a ends with %s, %s in the file", last, got)
	}
	tr.Records[10].ID++
	if err := ITF(&itf, s, tr); err == nil {
		t.Error("a trace that is not so is written")
	}
}
