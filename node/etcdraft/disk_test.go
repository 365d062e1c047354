package etcdraft

import (
	"slices"
	"strings"
	"testing"

	"molly/node/script"
	"molly/node/session"
)

// What a node finds when it starts again depends on its disk.
func TestDisks(t *testing.T) {
	const votes = "fire S1 elect\ndeliver S1 S2\n"
	const appends = votes + "deliver S2 S1\ndeliver S1 S2\n" // the entry with which a leader begins
	for _, c := range []struct {
		disk   Disk
		before string
		term   uint64
		vote   string
		log    []uint64
	}{
		{Sound, votes, 2, "S1", nil},
		{NoVote, votes, 2, "", nil},
		{Lazy, votes, 1, "", nil},
		{Sound, appends, 2, "S1", []uint64{2}},
		{NoVote, appends, 2, "", []uint64{2}},
		{Lazy, appends, 2, "S1", nil},
		{Lazy, appends + "crash S2\nrestart S2\n", 2, "S1", nil}, // there is one last write
		{Lazy, "", 1, "", nil},
	} {
		x, err := session.New(cluster(t, Options{Nodes: 3, Disk: c.disk}))
		if err != nil {
			t.Fatal(err)
		}
		r := script.Runner{Session: x, Out: &strings.Builder{}}
		if err := r.Run(t.Context(), "votes", strings.NewReader(c.before+"crash S2\nrestart S2\n")); err != nil {
			t.Fatal(err)
		}
		s := x.World.State(1).(*State)
		if s.Term != c.term || s.Vote != c.vote || !slices.Equal(s.Log, c.log) {
			t.Errorf("%s disk, after %q: %+v", c.disk, c.before, s)
		}
		x.Close()
	}
}

func TestDiskNames(t *testing.T) {
	for _, name := range []string{"sound", "lazy", "no-vote"} {
		var d Disk
		if err := d.UnmarshalText([]byte(name)); err != nil || string(d) != name {
			t.Error(d, err)
		}
	}
	d := Lazy
	if err := d.UnmarshalText([]byte("wet")); err == nil || d != Lazy || !strings.Contains(err.Error(), "there are sound, lazy, no-vote") {
		t.Error(d, err)
	}
	if text, err := Disk("").MarshalText(); err != nil || string(text) != "sound" {
		t.Error(string(text), err)
	}
}
