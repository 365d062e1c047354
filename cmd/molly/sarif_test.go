package main

import (
	"bytes"
	"os"
	"testing"

	"molly/internal/sarifschema"
)

// What commands print with --format sarif is SARIF 2.1.0 by the official schema, and the same each
// time.
func TestSARIF(t *testing.T) {
	schema, err := sarifschema.Load() // it asks go, which must be in the module
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const expecting = "// molly: eot=4 eff=2 crashes=1 nodes=a,b,c\n// expect: → certified\n// expect: eff=0 crashes=0 → vacuous\n// expects: → certified\n" +
		"spare(\"a\", \"ä%\")@1;\nask(\"a\", \"b\")@1;\ngot(M, N)@async :- ask(N, M);\ngot(M, N)@next :- got(M, N);\npre(M, N) :- ask(N, M)@1, notin crash(M, M, _);\npost(M, N) :- got(M, N);\n"
	for name, text := range map[string]string{
		"wrong.ded": "p(\"a\" 1)@1;\nq(N) :- p(N, X), X = 1;\nr(N) :- not p(N);\n", "fails here.ded": expecting, "warned.ded": "p(\"a\")@1;\nP(N)@next :- p(N);\nq(N) :- r(N, X);\n",
		"big.ded": "// molly: eot=3 eff=1 nodes=a\n// expect: → certified\np(\"a\", 4611686018427387904)@1; p(N, X)@next :- p(N, X); pre(N) :- p(N, _); post(N) :- p(N, _), notin big(N, 0); big(N, X * 4) :- p(N, X);\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const some = -1
	for _, c := range []struct {
		args    []string
		results int
	}{
		{[]string{"check", "wrong.ded"}, 3},
		{[]string{"check", "warned.ded", "--werror"}, 6},
		{[]string{"check", "missing.ded"}, 1},
		{[]string{"check", "delivery/ack"}, 0},
		{[]string{"lint", "warned.ded", "--werror"}, some},
		{[]string{"lint", "."}, some},
		{[]string{"verify", "delivery/simple"}, 1},
		{[]string{"verify", "delivery/simple", "--all", "--eot", "5", "--eff", "4"}, 2},
		{[]string{"verify", "delivery/ack"}, 0},
		{[]string{"verify", "commit/2pc"}, 1},
		{[]string{"verify", "replication/lease", "--delay", "4", "--no-loss"}, 1},
		{[]string{"verify", "big.ded"}, 1},
		{[]string{"verify", "delivery/simple", "--eot", "0"}, 0},
		{[]string{"test", "."}, 5},
		{[]string{"test", "nowhere"}, 0},
	} {
		var first, again, stderr bytes.Buffer
		args := append(c.args, "--format", "sarif")
		run(args, nil, &first, &stderr)
		run(args, nil, &again, &stderr)
		n, err := schema.Check(first.Bytes())
		if err != nil || n != c.results && !(c.results == some && n > 5) {
			t.Errorf("molly %q: %d results, want %d, %v\n%s\n%s", args, n, c.results, err, first.String(), stderr.String())
		}
		if first.String() != again.String() {
			t.Errorf("molly %q prints other things the second time", args)
		}
	}
}
