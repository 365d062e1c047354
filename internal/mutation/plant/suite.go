package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// planted is a package with its mutants built in: one source that behaves like any of them,
// whichever a file names. The tree is left alone: the go command reads it through an
// overlay.
type planted struct {
	module  *module
	pkg     *goPackage
	mutants []*mutant
	dir     string // of temporary files
	suites  map[*goPackage]*suite
}

// quick is how much time, in seconds of a processor, a test may take to be among the first.
const quick = 0.3

// suite is the tests of one package, built with the mutants.
type suite struct {
	pkg     *goPackage
	binary  string
	tests   []test // from the quickest to the slowest
	seconds float64
}

type test struct {
	name    string
	seconds float64
	reaches map[int]bool // which mutants
}

// plant builds the mutants in. Those that do not compile are left out.
func plant(ctx context.Context, m *module, p *goPackage, list []*mutant, dir string) (*planted, error) {
	pl := &planted{module: m, pkg: p, mutants: list, dir: dir, suites: map[*goPackage]*suite{}}
	for range 20 {
		if err := pl.write(); err != nil {
			return nil, err
		}
		out, err := pl.command(ctx, "build", "-gcflags=-e", p.ImportPath).CombinedOutput()
		if err == nil {
			return pl, nil
		}
		if !pl.leaveOut(string(out)) {
			return nil, fmt.Errorf("%s with its mutants does not build: %w\n%s", p.ImportPath, err, out)
		}
	}
	return nil, fmt.Errorf("%s with its mutants does not build", p.ImportPath)
}

// leaveOut drops the mutants in the lines that the compiler complains about.
func (pl *planted) leaveOut(errors string) bool {
	bad := map[string]bool{}
	for _, e := range regexp.MustCompile(`(?m)(\w+\.go):(\d+):\d+: `).FindAllStringSubmatch(errors, -1) {
		bad[e[1]+":"+e[2]] = true
	}
	before := len(pl.mutants)
	pl.mutants = slices.DeleteFunc(pl.mutants, func(m *mutant) bool {
		return bad[filepath.Base(m.file.name)+":"+strconv.Itoa(m.line)]
	})
	return len(pl.mutants) < before
}

// write writes the sources with the mutants, and the overlay.
func (pl *planted) write() error {
	edits := map[*source][]edit{}
	last := 0
	for _, m := range pl.mutants {
		edits[m.file] = append(edits[m.file], m.edits(strconv.Itoa(m.id))...)
		last = max(last, m.id)
	}
	replace := map[string]string{}
	for f, list := range edits {
		to := filepath.Join(pl.dir, filepath.Base(f.name))
		if err := os.WriteFile(to, apply(f.src, list), 0o600); err != nil {
			return err
		}
		replace[f.path] = to
	}
	selector := strings.NewReplacer("PACKAGE", pl.pkg.Name, "COUNT", strconv.Itoa(last),
		"SELECTION", strconv.Quote(pl.selection()), "REACHED", strconv.Quote(pl.reached())).Replace(selectorSource)
	to := filepath.Join(pl.dir, "mutant_selector.go")
	if err := os.WriteFile(to, []byte(selector), 0o600); err != nil {
		return err
	}
	replace[filepath.Join(pl.pkg.Dir, "mutant_selector.go")] = to
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return err
	}
	if err := os.WriteFile(pl.overlay(), overlay, 0o600); err != nil {
		return err
	}
	return pl.activate(0)
}

func (pl *planted) overlay() string   { return filepath.Join(pl.dir, "overlay.json") }
func (pl *planted) selection() string { return filepath.Join(pl.dir, "selection") }
func (pl *planted) reached() string   { return filepath.Join(pl.dir, "reached") }

// activate makes further processes run with a mutant.
func (pl *planted) activate(id int) error {
	return os.WriteFile(pl.selection(), []byte(strconv.Itoa(id)), 0o600)
}

// command is a go command that sees the mutants.
func (pl *planted) command(ctx context.Context, verb string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", append([]string{verb, "-overlay", pl.overlay()}, args...)...)
	cmd.Dir = pl.module.root
	return cmd
}

// suite builds the tests of a package and runs each separately, to measure how long it takes
// and which of the wanted mutants it reaches. They must pass.
func (pl *planted) suite(ctx context.Context, q *goPackage) (*suite, error) {
	if s := pl.suites[q]; s != nil {
		return s, nil
	}
	s := &suite{pkg: q, binary: filepath.Join(pl.dir, strings.ReplaceAll(below(q.ImportPath), "/", "_")+".test")}
	if out, err := pl.command(ctx, "test", "-c", "-ldflags=-s -w", "-o", s.binary, q.ImportPath).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the tests of %s do not build: %w\n%s", q.ImportPath, err, out)
	}
	if err := pl.activate(0); err != nil {
		return nil, err
	}
	names, err := s.run(ctx, 600, "-test.list", "^(Test|Fuzz|Example)")
	if err != nil {
		return nil, err
	}
	if err := pl.activate(-1); err != nil {
		return nil, err
	}
	for name := range strings.Lines(names.output) {
		t := test{name: strings.TrimSpace(name), reaches: map[int]bool{}}
		os.Remove(pl.reached())
		r, err := s.run(ctx, 600, "-test.short", "-test.run", "^"+t.name+"$")
		if err != nil {
			return nil, err
		}
		if r.failed {
			fmt.Fprintf(os.Stderr, "%s: %s fails without a mutant, and is left out\n", below(q.ImportPath), t.name)
			continue
		}
		t.seconds = r.seconds
		seen, err := os.ReadFile(pl.reached())
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		for _, id := range bytes.Fields(seen) {
			n, err := strconv.Atoi(string(id))
			if err != nil {
				return nil, err
			}
			t.reaches[n] = true
		}
		s.seconds += t.seconds
		s.tests = append(s.tests, t)
	}
	slices.SortStableFunc(s.tests, func(a, b test) int {
		switch {
		case a.seconds < b.seconds:
			return -1
		case a.seconds > b.seconds:
			return 1
		}
		return 0
	})
	pl.suites[q] = s
	return s, nil
}

// result is how some tests went.
type result struct {
	failed  bool
	output  string
	seconds float64 // of a processor
}

// run runs the binary with a bound on time, in seconds of a processor, and on memory.
func (s *suite) run(ctx context.Context, seconds int, args ...string) (result, error) {
	const kilobytes = 6_000_000
	ctx, cancel := context.WithTimeout(ctx, time.Duration(60+20*seconds)*time.Second)
	defer cancel()
	script := fmt.Sprintf("ulimit -t %d; ulimit -v %d; exec \"$@\"", seconds, kilobytes)
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", script, "sh", s.binary}, args...)...)
	cmd.Dir = s.pkg.Dir
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return result{}, err
	}
	return result{
		failed: err != nil, output: out.String(),
		seconds: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(),
	}, nil
}

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// catches runs the tests that reach a mutant: the quick ones together, then the others
// one by one. It says which caught it, or returns nothing.
func (pl *planted) catches(ctx context.Context, s *suite, m *mutant) (by string, err error) {
	if err := pl.activate(m.id); err != nil {
		return "", err
	}
	var rounds []round
	for _, t := range s.tests {
		switch {
		case !t.reaches[m.id]:
		case t.seconds < quick && len(rounds) > 0:
			rounds[0].names = append(rounds[0].names, t.name)
			rounds[0].seconds += t.seconds
		default:
			rounds = append(rounds, round{[]string{t.name}, t.seconds})
		}
	}
	for _, some := range rounds {
		r, err := s.run(ctx, 10+int(4*some.seconds), "-test.short", "-test.failfast", "-test.run", "^("+strings.Join(some.names, "|")+")$")
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if err != nil {
			return "", err
		}
		if !r.failed {
			continue
		}
		by := "a crash, or no end"
		if f := failedTest.FindStringSubmatch(r.output); f != nil {
			by = f[1]
		}
		return below(s.pkg.ImportPath) + "." + by, nil
	}
	return "", nil
}

// round is tests that run together.
type round struct {
	names   []string
	seconds float64 // that they take without a mutant
}
