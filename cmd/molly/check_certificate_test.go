package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"molly/dedalus"
	"molly/failure"
	"molly/internal/bench/programs"
	"molly/protocols"
	"molly/verify/certify"
)

// unending are questions that take long to be made plain, one for each phase of a check. The
// certificates are none, but that is seen only at the end.
func unending(t *testing.T) map[string][]string {
	t.Helper()
	folder := t.TempDir()
	certificate := func(name string, text string, library []string, nodes []string, spec failure.Spec) []string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file+".ded", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		files := append([]string{file + ".ded"}, library...)
		p, found := dedalus.Loader{Library: protocols.Library()}.Load(files...)
		if found.HasErrors() {
			t.Fatal(found)
		}
		c := &certify.Certificate{Invariant: certify.PrePost, Verdict: certify.Certified, CNF: "p cnf 0 0\n", Proof: "0\n"}
		c.Question = certify.Question{Program: certify.Digest(p), Nodes: nodes, Spec: spec, Outcomes: certify.AllOutcomes}
		if err := os.WriteFile(file+".cert", c.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return append([]string{"check-certificate", file + ".cert"}, files...)
	}
	ack := programs.Delivery("ack", 30)
	values := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "n(\"a\", %d)@1;\n", i)
		}
		return b.String()
	}
	const rest = "n(N, X)@next :- n(N, X);\npre(N) :- p(N, _);\npost(N) :- n(N, _);\n"
	joins := values(600) + "p(N, X + Y) :- n(N, X), n(N, Y), X + Y == 1001;\n" + rest
	negations := values(200) + "p(N, X) :- n(N, X), n(N, Y), notin n(N, X * 200 + Y + 200);\n" + rest
	sums := values(2000) + "s(M, X)@async :- n(_N, X), to(\"a\", M)@1;\nto(\"a\", \"b\")@1;\np(N, sum<X>) :- s(N, X);\n" + rest
	return map[string][]string{
		"grounding and encoding": certificate("ack", ack.Text, ack.Library, ack.Nodes, failure.Spec{EOT: 90, EFF: 89, Crashes: 3}),
		"one run":                certificate("joins", joins, nil, []string{"a", "b"}, failure.Spec{EOT: 200, EFF: 1}),
		"negations":              certificate("negations", negations, nil, []string{"a", "b"}, failure.Spec{EOT: 24, EFF: 1}),
		"aggregates":             certificate("sums", sums, nil, []string{"a", "b"}, failure.Spec{EOT: 2, EFF: 2}),
	}
}

// A check of a hard certificate heeds its bounds: it ends within a second of its time, of the
// first interrupt, and when the memory is used up.
func TestCheckCertificateEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	for name, args := range unending(t) {
		for _, c := range []struct {
			name   string
			flags  []string
			signal time.Duration // when it is interrupted; 0 where it is not
			within time.Duration
			code   int
			says   string
		}{
			{"no time", []string{"--timeout", "10ms"}, 0, time.Second, exitInconclusive, "timed out"},
			{"a time", []string{"--timeout", "250ms"}, 0, 1250 * time.Millisecond, exitInconclusive, "timed out"},
			{"an interrupt", nil, 250 * time.Millisecond, 1250 * time.Millisecond, exitInterrupted, "interrupted"},
		} {
			t.Run(name+", "+c.name, func(t *testing.T) {
				var problem string
				for range 3 { // a busy machine may be late
					if problem = ends(t, append(args, c.flags...), c.signal, c.within, c.code, c.says); problem == "" {
						return
					}
				}
				t.Error(problem)
			})
		}
	}
	args := unending(t)["grounding and encoding"]
	if problem := ends(t, append(args, "--max-memory", "100MB"), 0, time.Minute, exitInconclusive, "To raise the bound: --max-memory"); problem != "" {
		t.Error(problem)
	}
}

// ends runs a command and says what is wrong with how it ends.
func ends(t *testing.T, args []string, signal, within time.Duration, code int, says string) string {
	t.Helper()
	cmd := exec.Command("molly", args...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1") // until its end it uses what it gets
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if signal > 0 {
		time.Sleep(signal)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			return fmt.Sprintf("it ended before: %v\n%s%s", err, stdout.String(), stderr.String())
		}
	}
	_ = cmd.Wait()                                                                            // the code is asked for below
	took := min(time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) // the machine may be busy
	got := cmd.ProcessState.ExitCode()
	if got != code || !strings.Contains(stderr.String(), says) || stdout.Len() > 0 || took > within {
		return fmt.Sprintf("it ends with %d, want %d, after %v of %v\n%s%s", got, code, took, within, stdout.String(), stderr.String())
	}
	return ""
}
