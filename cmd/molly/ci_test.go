package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"molly/explore/replay"
	"molly/export/text"
	"molly/internal/sarifschema"
)

// workflow is a workflow of GitHub.
type workflow struct {
	On          map[string]any
	Permissions map[string]string
	Jobs        map[string]struct {
		RunsOn string `yaml:"runs-on"`
		Steps  []struct {
			Name, Uses, Run, If string
			With                map[string]string
		}
	}
}

var yamlBlock = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// ciPage are the blocks of docs/ci.md: GitHub's, GitLab's, and those for the night.
func ciPage(t *testing.T) (github, gitlab, nightly, scheduled string) {
	blocks := yamlBlock.FindAllStringSubmatch(readPage(t, "docs/ci.md"), -1)
	if len(blocks) != 4 {
		t.Fatalf("docs/ci.md has %d blocks of YAML", len(blocks))
	}
	return blocks[0][1], blocks[1][1], blocks[2][1], blocks[3][1]
}

// shell runs the commands of CI jobs in a folder with a repository of protocols, and molly's source in
// .molly.
type shell struct {
	folder, path string
	env          []string
	builds       bool // molly, by the job's own commands
}

func newShell(t *testing.T, builds bool) *shell {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash here")
	}
	source, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{folder: t.TempDir(), path: os.Getenv("PATH"), builds: builds}
	if err := os.CopyFS(filepath.Join(s.folder, "specs"), os.DirFS(filepath.Join(source, "protocols", "delivery"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(source, filepath.Join(s.folder, ".molly")); err != nil {
		t.Skip("no links here: ", err)
	}
	if !builds { // this program is molly, where it is called so
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(s.folder, "built"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(self, filepath.Join(s.folder, "built", "molly")); err != nil {
			t.Fatal(err)
		}
		s.path = filepath.Join(s.folder, "built") + string(filepath.ListSeparator) + s.path
	}
	return s
}

// run runs commands as CI does, ending at the first that fails, and returns the exit code.
func (s *shell) run(t *testing.T, script string) (code int, output string) {
	t.Helper()
	if !s.builds {
		script = regexp.MustCompile(`(?m)^go build .*$`).ReplaceAllString(script, "")
	}
	c := exec.Command("bash", "-e", "-o", "pipefail", "-c", script)
	c.Dir = s.folder
	c.Env = append(os.Environ(), append(s.env, "PATH="+s.path)...)
	out, err := c.CombinedOutput()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(out)
}

// The workflow of docs/ci.md is one, and its commands do what the page says: they pass on protocols that are
// as they should be, and fail on others.
func TestGitHubWorkflow(t *testing.T) {
	page, _, _, _ := ciPage(t)
	var w workflow
	d := yaml.NewDecoder(strings.NewReader(page))
	if err := d.Decode(&w); err != nil {
		t.Fatal(err)
	}
	if w.On["pull_request"] != nil || w.On["push"] == nil || len(w.Jobs) != 2 || w.Permissions["security-events"] != "write" {
		t.Errorf("%+v", w)
	}
	s := newShell(t, !testing.Short())
	temp := t.TempDir()
	s.env = []string{"RUNNER_TEMP=" + temp, "GITHUB_PATH=" + filepath.Join(temp, "path")}
	var lint, tests string
	for _, job := range []string{"lint", "test"} {
		for _, step := range w.Jobs[job].Steps {
			if (step.Run == "") == (step.Uses == "") {
				t.Errorf("%s: a step runs or uses something: %+v", job, step)
			}
			script := strings.ReplaceAll(step.Run, "${{ matrix.shard }}", "2")
			if script == "" || job == "test" && step.Name == "Build molly" {
				continue
			}
			if strings.Contains(script, "${{") {
				t.Errorf("%s: %s", job, script)
			}
			code, output := s.run(t, script)
			if code != exitOK {
				t.Errorf("%s: %s ends with %d:\n%s", job, script, code, output)
			}
			switch step.Name {
			case "Build molly":
				added, err := os.ReadFile(filepath.Join(temp, "path"))
				if err != nil {
					t.Fatal(err)
				}
				s.path = strings.TrimSpace(string(added)) + string(filepath.ListSeparator) + s.path
			case "Lint":
				lint = script
			case "Test":
				tests = script
			}
		}
	}
	for _, file := range []string{"junit-2.xml", "lint.sarif"} {
		if info, err := os.Stat(filepath.Join(s.folder, file)); err != nil || info.Size() == 0 {
			t.Errorf("there is no %s: %v", file, err)
		}
	}
	schema, err := sarifschema.Load()
	if err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(filepath.Join(s.folder, "lint.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := schema.Check(log); n != 0 || err != nil {
		t.Errorf("lint.sarif has %d results, %v", n, err)
	}
	wrong := "// molly: eot=3 eff=2 nodes=a,b\n// expect: → vacuous\n// expect: eff=0 → vacuous\n// expect: eff=1 → vacuous\n// expect: crashes=1 → vacuous\np(\"a\")@1;\np(N)@next :- p(N);\nspare(\"b\")@1;\n"
	if err := os.WriteFile(filepath.Join(s.folder, "specs", "wrong.ded"), []byte(wrong), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, output := s.run(t, lint); code != exitUsage || !strings.Contains(output, "::error file=specs/wrong.ded,line=8,") {
		t.Errorf("a warning: %s ends with %d:\n%s", lint, code, output)
	}
	if code, output := s.run(t, tests); code != exitCounterexample || !strings.Contains(output, "::error file=specs/wrong.ded,line=") {
		t.Errorf("a verdict that is not expected: %s ends with %d:\n%s", tests, code, output)
	}
}

// withCorpus adds a trace to the repository.
func (s *shell) withCorpus(t *testing.T) {
	t.Helper()
	if code, output := s.run(t, "mkdir corpus; echo 'until some log(\"c\", _)' | molly step specs/simple.ded --save corpus/reached.trace"); code != exitOK {
		t.Fatalf("%d: %s", code, output)
	}
}

// shortened are the commands of a job for the night, for a test.
func shortened(script string) string { return strings.ReplaceAll(script, "--time 20m", "--runs 200") }

// The workflow for the night does the saved traces again, searches, and reduces what it finds.
func TestNightlyWorkflow(t *testing.T) {
	_, _, page, _ := ciPage(t)
	var w workflow
	if err := yaml.Unmarshal([]byte(page), &w); err != nil {
		t.Fatal(err)
	}
	s := newShell(t, false)
	s.env = []string{"GITHUB_RUN_ID=7"}
	s.withCorpus(t)
	scripts := map[string]string{}
	for _, step := range w.Jobs["search"].Steps {
		scripts[step.Name] = shortened(step.Run)
	}
	for _, name := range []string{"Replay", "Search"} {
		if code, output := s.run(t, scripts[name]); code != exitOK {
			t.Errorf("%s ends with %d:\n%s", name, code, output)
		}
	}
	// With a bug, the night is red, and what is found is short.
	search := strings.ReplaceAll(scripts["Search"], "specs/ack.ded", "lock --bug any-unlock")
	if code, output := s.run(t, search); code != exitCounterexample {
		t.Errorf("a bug: %s ends with %d:\n%s", search, code, output)
	}
	if code, output := s.run(t, scripts["Minimize"]+"\ncp found/short-*.trace corpus"); code != exitOK || !strings.Contains(w.Jobs["search"].Steps[6].If, "failure()") {
		t.Errorf("Minimize ends with %d:\n%s", code, output)
	}
	if code, output := s.run(t, scripts["Replay"]); code != exitCounterexample || !strings.Contains(output, "::error file=corpus/short-") {
		t.Errorf("Replay ends with %d:\n%s", code, output)
	}
	log, err := os.ReadFile(filepath.Join(s.folder, "fuzz.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := sarifschema.Load()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := schema.Check(log); n != 1 || err != nil {
		t.Errorf("fuzz.sarif has %d results, %v", n, err)
	}
}

// The jobs of GitLab run.
func TestGitLabJobs(t *testing.T) {
	_, page, _, scheduled := ciPage(t)
	gitLab(t, page, "lint", "test")
	gitLab(t, scheduled, "replay", "search")
}

// gitLab runs jobs of a page, with the commands that all begin with.
func gitLab(t *testing.T, page string, names ...string) {
	t.Helper()
	var jobs map[string]any
	if err := yaml.Unmarshal([]byte(page), &jobs); err != nil {
		t.Fatal(err)
	}
	type job struct {
		Extends      string
		BeforeScript []string `yaml:"before_script"`
		Script       []string
		Artifacts    struct{ Reports map[string]string }
	}
	read := func(name string) (j job) {
		part, err := yaml.Marshal(jobs[name])
		if err == nil {
			err = yaml.Unmarshal(part, &j)
		}
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	s := newShell(t, false)
	s.env = []string{"CI_NODE_INDEX=2", "CI_NODE_TOTAL=4", "CI_PIPELINE_ID=7"}
	s.withCorpus(t)
	before := read(".molly").BeforeScript
	if len(before) != 3 || !strings.HasPrefix(before[0], "git clone ") {
		t.Fatalf("%q", before)
	}
	for _, name := range names {
		j := read(name)
		script := shortened(strings.Join(append(before[1:], j.Script...), "\n"))
		if code, output := s.run(t, script); code != exitOK || j.Extends != ".molly" {
			t.Errorf("%s ends with %d:\n%s", name, code, output)
		}
		if file := j.Artifacts.Reports["junit"]; file != "" {
			if report, err := os.ReadFile(filepath.Join(s.folder, file)); err != nil || !bytes.HasPrefix(report, []byte("<?xml")) {
				t.Errorf("there is no %s: %v", file, err)
			}
		}
	}
}

// Every code of a verdict has a section that readers of SARIF can go to. Those of findings about a text have
// theirs in docs/lint.md.
func TestCodesHaveSections(t *testing.T) {
	page := readPage(t, "docs/ci.md")
	for _, code := range []string{text.CodeCounterexample, text.CodeExpectation, text.CodeUndecided, text.CodeChanged, text.CodeViolated, string(replay.Gone), string(replay.Differs), string(replay.Unreadable), "other"} {
		if !strings.Contains(page, "\n### "+code+"\n") {
			t.Errorf("docs/ci.md has no section on %s", code)
		}
	}
}
