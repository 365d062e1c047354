package raft

import (
	"bytes"
	"os"
	"testing"

	"molly/node/script"
	"molly/node/session"
)

// The session of section 2 of the Oddity dissertation: a change of the members loses a committed entry, unless a
// no-op is committed first.
func TestReconfiguration(t *testing.T) {
	file, err := os.ReadFile("testdata/reconfiguration.step")
	if err != nil {
		t.Fatal(err)
	}
	x, err := session.New(System(Options{Nodes: 5, Members: 4, Bugs: Bugs{EarlyReconfig: true}}))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var out bytes.Buffer
	r := script.Runner{Session: x, Out: &out, Verbose: true}
	if err := r.Run(t.Context(), "reconfiguration.step", bytes.NewReader(file)); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	t.Log(out.String())
}
