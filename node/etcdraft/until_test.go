package etcdraft

import (
	"testing"

	"molly/node/predicate"
	"molly/node/session"
)

// A search makes each node a leader in turn, and then has an entry committed.
func TestUntil(t *testing.T) {
	x, err := session.New(cluster(t, Options{Nodes: 3}))
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for _, q := range []string{`S1.role == "leader"`, `S2.role == "leader"`, `S3.role == "leader"`} {
		p, err := predicate.Parse(q, x.System.Nodes)
		if err != nil {
			t.Fatal(err)
		}
		f, err := x.Until(t.Context(), p, session.Search{MaxDepth: 12})
		if err != nil || !f.Holds {
			t.Fatalf("%s: %v, %+v", q, err, f)
		}
		t.Logf("%s: %d steps, %d executions, %d events", q, len(f.Steps), f.Executions, f.Events)
	}
}

// BenchmarkUntil makes three nodes leaders, one after the other.
func BenchmarkUntil(b *testing.B) {
	for b.Loop() {
		x, err := session.New(cluster(b, Options{Nodes: 3}))
		if err != nil {
			b.Fatal(err)
		}
		for _, q := range []string{`S1.role == "leader"`, `S2.role == "leader"`, `S3.role == "leader"`} {
			p, err := predicate.Parse(q, x.System.Nodes)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := x.Until(b.Context(), p, session.Search{MaxDepth: 12}); err != nil {
				b.Fatal(err)
			}
		}
		x.Close()
	}
}
