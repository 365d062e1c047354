package certify_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"molly/failure"
	"molly/protocols"
	"molly/verify/certify"
)

// foreignTools are checkers and solvers that others wrote, with what they print when they
// agree.
var foreignTools = []struct {
	name  string
	args  []string // %C, %P and %L stand for the files of the clauses, the proof, and the proof in LRAT
	says  string
	input string // a file in testdata with what it reads, with the same names
}{
	{"drat-trim", []string{"%C", "%P"}, "s VERIFIED", ""},
	{"lrat-check", []string{"%C", "%L"}, "VERIFIED", ""},
	{"cake_lpr", []string{"%C", "%L"}, "s VERIFIED UNSAT", ""},
	{"acl2", nil, "s VERIFIED", "acl2.lsp"},
	{"python3", []string{"-c", "import sys\ntry: import dratify\nexcept ImportError: sys.exit(77)\n" +
		"print(dratify.check_proof(dratify.parse_dimacs(open('%C').read()), open('%P').read()).ok)"}, "True", ""},
	{"cadical", []string{"-q", "%C"}, "s UNSATISFIABLE", ""},
	{"minisat", []string{"-verb=0", "%C"}, "UNSATISFIABLE", ""},
}

var comments = regexp.MustCompile(`(?m)^c .*\n`)

// Checkers of others accept the proofs, and solvers of others find no model of the
// clauses, where they are installed.
func TestForeignTools(t *testing.T) {
	for _, tool := range foreignTools {
		t.Run(tool.name, func(t *testing.T) {
			path, err := exec.LookPath(tool.name)
			if err != nil {
				t.Skip(tool.name, "is not installed")
			}
			asked := 0
			for _, s := range samples(t) {
				if s.certificate.Verdict != certify.Certified {
					continue
				}
				folder := t.TempDir()
				cnf, proof, lrat := filepath.Join(folder, "out.cnf"), filepath.Join(folder, "out.drat"), filepath.Join(folder, "out.lrat")
				var hinted bytes.Buffer
				if err := certify.Check(t.Context(), s.program, s.certificate, &hinted); err != nil {
					t.Fatal(err)
				}
				clauses := comments.ReplaceAllString(s.certificate.CNF, "") // not every tool reads them
				if err := errors.Join(os.WriteFile(cnf, []byte(clauses), 0o666), os.WriteFile(proof, []byte(s.certificate.Proof), 0o666),
					os.WriteFile(lrat, hinted.Bytes(), 0o666)); err != nil {
					t.Fatal(err)
				}
				files := strings.NewReplacer("%C", cnf, "%P", proof, "%L", lrat)
				var args []string
				for _, a := range tool.args {
					args = append(args, files.Replace(a))
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				cmd := exec.CommandContext(ctx, path, args...)
				if tool.input != "" {
					text, err := os.ReadFile(filepath.Join("testdata", tool.input))
					if err != nil {
						t.Fatal(err)
					}
					cmd.Stdin = strings.NewReader(files.Replace(string(text)))
				}
				out, err := cmd.Output()
				var exit *exec.ExitError
				if errors.As(err, &exit) && exit.ExitCode() == 77 || tool.input != "" && strings.Contains(string(out), "does not exist") {
					t.Skip("it lacks the checker")
				}
				if asked++; !strings.Contains(string(out), tool.says) {
					t.Errorf("%s: %s", s.name, out)
				}
			}
			t.Logf("it agrees on %d certificates", asked)
		})
	}
}

// votes has recursion inside a time, all aggregates, messages that are counted, crashes and
// an absolute time.
const votes = `
node("a","a")@1; node("a","b")@1; node("a","c")@1; node("b","a")@1;
node("b","b")@1; node("b","c")@1; node("c","a")@1; node("c","c")@1;
p("a", 1)@1; p("b", 3)@1; p("c", 2)@1; p("c", 5)@1;
p(N, V)@next :- p(N, V);
node(N, M)@next :- node(N, M);
votes(M, count<N>)@async :- p(N, _), node(N, M);
most(M, max<V>, min<V>, sum<V>)@async :- p(N, V), node(N, M);
tot(N, sum<C>) :- votes(N, C);
reach(N, M) :- node(N, M)@1, votes(N, _);
reach(N, K) :- reach(N, M), reach(M, K);
pre(N, C) :- votes(N, C), notin crash(N, N, _);
post(N, C) :- votes(N, C), most(N, _, _, _), tot(N, _), reach(N, _);
`

// stored has what the language says of stable storage, inputs, times and members.
const stored = `
stable voted; stable told;
may ask("a", "x")@1..2;
may ask("c", "y")@2;
peer("a", "b")@2..3; peer("b", "c")@2..; peer("c", "a")@1;
ballot(M, P)@async :- ask(N, P), member(N, M);
voted(N, min<P>)@next :- ballot(N, P), notin voted(N, _);
voted(N, P)@next :- voted(N, P);
told(M, P)@next :- voted(N, P), peer(N, M);
told(N, P) :- voted(N, P), boot(N);
log(M, N, T)@async :- told(N, _), now(N, T), peer(N, M);
off(N, M) :- outage(N, M, _, _), notin log(N, M, 1)@2;
never(N, P) :- voted(N, P), told(M, Q), notin told(N, Q), notin off(M, N);
never(N, P) :- voted(N, P), log(N, M, _), off(N, M), member(M, N);
pre(N, P) :- told(N, P), now(N, _);
post(N, P) :- voted(N, P);
`

// An encoder in another language, written from the page alone, derives the same bytes.
func TestSecondEncoder(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	programs := map[string]string{"votes": votes, "loopy": loopy, "stored": stored}
	for _, name := range []string{"ack", "redun", "classic"} {
		var text strings.Builder
		for _, part := range []string{"network", "invariant", name} {
			source, err := fs.ReadFile(protocols.Library(), "delivery/"+part+".ded")
			if err != nil {
				t.Fatal(err)
			}
			text.WriteString(strings.ReplaceAll(string(source), "include", "// include"))
		}
		programs[name] = text.String()
	}
	for name, text := range programs {
		p := parse(t, text)
		for _, spec := range []failure.Spec{
			{EOT: 4, EFF: 2, Crashes: 1}, {EOT: 3, EFF: 3},
			{EOT: 4, EFF: 3, Crashes: 1, Delay: 2, Twice: true, FIFO: true, Restarts: 1},
			{EOT: 4, EFF: 2, Crashes: 2, Delay: 3, NoLoss: true, FIFO: true, MaxFaults: 3, CrashUntil: 2},
			{EOT: 4, EFF: 4, Crashes: 2, Twice: true, Restarts: 2, Lossy: "a->b,b->*", Crashable: "a,c"},
			{EOT: 3, EFF: 3, Crashes: 1, Delay: 1, NoLoss: true, Twice: true, Restarts: 1, Crashable: "b", MaxFaults: 2, CrashUntil: 9},
		} {
			if testing.Short() && !spec.Classic() && spec.EOT > 3 {
				continue
			}
			q := &certify.Question{Nodes: []string{"c", "a", "b"}, Spec: spec, Outcomes: certify.AllOutcomes}
			plain, err := certify.Ask(t.Context(), p.Datalog(), q)
			if err != nil {
				t.Fatal(err)
			}
			c := &certify.Certificate{Question: *q, Verdict: certify.Certified, CNF: plain.DIMACS(), Proof: "0\n"}
			folder := t.TempDir()
			program, certificate := filepath.Join(folder, "program.ded"), filepath.Join(folder, "out.cert")
			if err := errors.Join(os.WriteFile(program, []byte(text), 0o666), os.WriteFile(certificate, c.Bytes(), 0o666)); err != nil {
				t.Fatal(err)
			}
			out, err := exec.Command(python, "testdata/second.py", program, certificate).CombinedOutput()
			if err != nil || !strings.HasPrefix(string(out), "same") {
				t.Errorf("%s %v: %v\n%s", name, spec, err, out)
			}
		}
	}
}
