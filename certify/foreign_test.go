package certify_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"molly/certify"
)

// foreignTools are checkers and solvers that others wrote, with what they print when they
// agree.
var foreignTools = []struct {
	name string
	args []string // %C and %P stand for the files of the clauses and the proof
	says string
}{
	{"drat-trim", []string{"%C", "%P"}, "s VERIFIED"},
	{"python3", []string{"-c", "import sys\ntry: import dratify\nexcept ImportError: sys.exit(77)\n" +
		"print(dratify.check_proof(dratify.parse_dimacs(open('%C').read()), open('%P').read()).ok)"}, "True"},
	{"cadical", []string{"-q", "%C"}, "s UNSATISFIABLE"},
	{"minisat", []string{"-verb=0", "%C"}, "UNSATISFIABLE"},
}

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
				cnf, proof := filepath.Join(folder, "out.cnf"), filepath.Join(folder, "out.drat")
				if err := errors.Join(os.WriteFile(cnf, []byte(s.certificate.CNF), 0o666), os.WriteFile(proof, []byte(s.certificate.Proof), 0o666)); err != nil {
					t.Fatal(err)
				}
				var args []string
				for _, a := range tool.args {
					args = append(args, strings.NewReplacer("%C", cnf, "%P", proof).Replace(a))
				}
				ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
				defer cancel()
				out, err := exec.CommandContext(ctx, path, args...).Output()
				var exit *exec.ExitError
				if errors.As(err, &exit) && exit.ExitCode() == 77 {
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
