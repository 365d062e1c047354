package protocols_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"molly/dedalus"
	"molly/failure"
	"molly/protocols"
	"molly/verify"
)

// Mistakes that the comments of the protocols speak of: with the one text instead of
// the other, so many faults break the protocol. So the certificates are not hollow.
var mistakes = []struct {
	file        string
	spec        failure.Spec
	right, then string
	faults      int
}{
	{"agreement/paxos", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // accepts whatever arrives
		"accept(N, _, B, V), promised(N, B);", "accept(N, _, B, V);", 2},
	{"agreement/paxos", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // decides on the value again and again
		"2 * C > K, notin proposal(N, B, _);", "2 * C > K;", 5},
	{"agreement/paxos", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // the lowest report
		"reported(N, B, max<A>)", "reported(N, B, min<A>)", 6},
	{"agreement/paxos", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // no majority
		"members(N, K), 2 * C > K, notin proposal(N, B, _);", "C > 0, notin proposal(N, B, _);", 6},
	{"agreement/raft-election", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // forgets its vote
		"voted(N, T, C)@next :- voted(N, T, C);", "", 1},
	{"agreement/raft-election", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // votes for others, too
		"voted(N, T + 1, N)@next :- term(N, T), expires(N);", "", 1},
	{"agreement/raft-election", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // answers everybody
		"term(N, T), notin voted(N, T, _);", "term(N, T);", 1},
	{"agreement/bully", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, // answers only who asks
		"answer(N, M)@async :- up(M), lower(M, N);", "", 2},
	{"replication/flux", failure.Spec{EOT: 14, EFF: 13, Crashes: 1}, // content with one confirmation
		"confirmations(S, K, M), members(S, M);", "confirmations(S, K, _);", 4},
	{"replication/flux", failure.Spec{EOT: 14, EFF: 13, Crashes: 0}, // appends all that comes
		"end(D, P), K == P + 1;", "end(D, P), P < 9;", 0},
	{"commit/2pc-ctp", failure.Spec{EOT: 12, EFF: 8, Crashes: 0}, // aborts when it is asked, though it has voted
		"will(N, _), notin voted(N), notin decided(N, _);", "will(N, _), notin decided(N, _);", 2},
}

func TestMistakesAreCaught(t *testing.T) {
	for _, m := range mistakes {
		p := changed(t, m.file, m.file, m.right, m.then)
		v, err := verify.Verify(t.Context(), p.Datalog(), verify.Options{Spec: m.spec, Nodes: p.Settings().Nodes})
		if err != nil {
			t.Fatal(err)
		}
		if v.Kind != verify.Counterexample || len(v.Findings[0].Scenario) != m.faults {
			t.Errorf("%s with %q for %q under %v: %s %v, want %d faults", m.file, m.then, m.right, m.spec, v.Kind, v.Findings, m.faults)
		}
	}
}

// changed loads a protocol after a change to one of the library's files.
func changed(t *testing.T, protocol, file, right, then string) *dedalus.Program {
	t.Helper()
	library := fstest.MapFS{}
	files, err := fs.Glob(protocols.Library(), "*/*.ded")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(protocols.Library(), name)
		if err != nil {
			t.Fatal(err)
		}
		if name == file+".ded" {
			if !strings.Contains(string(text), right) {
				t.Fatalf("%s has no %q", file, right)
			}
			text = []byte(strings.ReplaceAll(string(text), right, then))
		}
		library[name] = &fstest.MapFile{Data: text}
	}
	p, found := dedalus.Loader{Library: library}.LoadShipped(protocol)
	if p == nil {
		t.Fatal(found)
	}
	return p
}

// What 2pc's comment says: whatever happens, no two agents decide differently; only
// termination breaks.
func TestTwoPhaseCommitAgrees(t *testing.T) {
	for _, name := range []string{"commit/2pc", "commit/2pc-timeout", "commit/2pc-ctp"} {
		p := changed(t, name, "commit/invariant", `pre("termination", N) :- voted(N), notin excused(N);`, "")
		v, err := verify.Verify(t.Context(), p.Datalog(), verify.Options{Spec: failure.Spec{EOT: 10, EFF: 9, Crashes: 4}, Nodes: p.Settings().Nodes})
		if err != nil {
			t.Fatal(err)
		}
		if v.Kind != verify.Certified || v.Vacuous {
			t.Errorf("%s: %s %v", name, v.Kind, v.Findings)
		}
	}
}

// What chain's comment says of durability alone, and primary-backup's.
func TestDurabilityAlone(t *testing.T) {
	for _, c := range []struct {
		name   string
		spec   failure.Spec
		faults int // 0: it is durable
	}{
		{"replication/primary-backup", failure.Spec{EOT: 10, EFF: 9, Crashes: 1}, 0},
		{"replication/chain", failure.Spec{EOT: 9, EFF: 0, Crashes: 2}, 0},
		{"replication/chain", failure.Spec{EOT: 9, EFF: 2, Crashes: 1}, 4},
	} {
		p := changed(t, c.name, "replication/availability", `pre("availability", W) :- request(U, W)@1, notin crash(U, U, _);`, "")
		v, err := verify.Verify(t.Context(), p.Datalog(), verify.Options{Spec: c.spec, Nodes: p.Settings().Nodes})
		if err != nil {
			t.Fatal(err)
		}
		if (v.Kind == verify.Certified) != (c.faults == 0) || c.faults > 0 && len(v.Findings[0].Scenario) != c.faults || v.Vacuous {
			t.Errorf("%s %v: %s %v", c.name, c.spec, v.Kind, v.Findings)
		}
	}
}
