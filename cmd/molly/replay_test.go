package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The command lines that a report prints do what they say, whatever the names.
func TestReplay(t *testing.T) {
	program := `// molly: eot=4 eff=2
link("n 1", "b:c@2")@1; link("n 1", "日本'$x\"")@1; link("n 1", "a,b")@1; link("n 1", "b")@1; link("n 1", "n 1:b")@1;
self("n 1")@1; self("b:c@2")@1; self("日本'$x\"")@1; self("a,b")@1; self("b")@1; self("n 1:b")@1; self("n 1")@1; self("-x")@1;
log(M, N)@async :- link(N, M), self(N);
log(M, N)@next :- log(M, N);
link(N, M)@next :- link(N, M);
pre(M) :- link(_, M);
post(M) :- log(M, _);
late(M) :- log(M, _), self(M)@1;`
	file := filepath.Join(t.TempDir(), "it's odd.ded")
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{nil, {"--outcomes", "failure-free"}, {"--crashes", "2"}} {
		out, _ := exec.Command("molly", append([]string{"verify", file, "--all"}, more...)...).Output()
		replays := 0
		for line := range strings.Lines(string(out)) {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "molly ") {
				continue
			}
			replays++
			cmd := exec.Command("sh", "-c", line)
			printed, _ := cmd.CombinedOutput()
			if code := cmd.ProcessState.ExitCode(); code != exitCounterexample {
				t.Errorf("%s\nends with %d:\n%s", line, code, printed)
			}
		}
		if replays < 5 {
			t.Errorf("%d command lines in\n%s", replays, out)
		}
	}
}
