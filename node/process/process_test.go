package process

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"molly/explore/fuzz"
	"molly/node"
	"molly/node/nodetest"
)

// The tests' own binary is a process that behaves badly.
func TestMain(m *testing.M) {
	if how := os.Getenv("MOLLY_TEST_PROCESS"); how != "" {
		behave(how)
		return
	}
	os.Exit(m.Run())
}

const good = `{"msgtype":"response","state":{"n":1},"timeouts":[{"type":"t"}]}`

func behave(how string) {
	in := bufio.NewScanner(os.Stdin)
	for n := 0; in.Scan(); n++ {
		if n == 0 {
			fmt.Println(good)
			if how == "twice" {
				fmt.Println(good)
			}
			continue
		}
		switch how {
		case "garbage":
			fmt.Println("hello, world")
		case "other":
			fmt.Println(`{"msgtype":"start"}`)
		case "nobody":
			fmt.Println(`{"msgtype":"response","messages":[{"to":"z","type":"m"}]}`)
		case "untyped":
			fmt.Println(`{"msgtype":"response","messages":[{"to":"a"}]}`)
		case "silent":
			time.Sleep(time.Minute)
		case "huge":
			fmt.Println(strings.Repeat("x", 100<<20))
		case "exit":
			os.Exit(3)
		case "traceback":
			fmt.Fprintln(os.Stderr, "Traceback: no such key")
			os.Exit(1)
		case "binary":
			fmt.Println("{\"msgtype\":\"response\",\"state\":\"\xc3\"}")
		case "stderr":
			fmt.Fprint(os.Stderr, strings.Repeat("x", 100<<20), "\nout of words")
			os.Exit(1)
		case "child": // holds all pipes open
			child := exec.Command("sleep", "60")
			child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
			_ = child.Start()
			os.Exit(4)
		case "deaf":
			_ = os.Stdin.Close()
			time.Sleep(time.Minute)
		case "half":
			fmt.Print(`{"msgtype":`)
			os.Exit(0)
		}
	}
}

// badProcesses are processes that behave badly, with what is said of them.
var badProcesses = map[string]string{
	"garbage":   `the process of a: it answers "hello, world", which is no response`,
	"other":     `where a line with "msgtype":"response" is expected`,
	"nobody":    `it sends a message "m" to "z", and there is no such node; the nodes are ["a" "b"]`,
	"untyped":   "it sends a message without a type",
	"silent":    "no answer to timeout within 300ms",
	"huge":      "its answer is longer than allowed: more than 1000000 bytes",
	"exit":      "it ended without an answer to timeout: exit status 3",
	"traceback": "it ended without an answer to timeout: Traceback: no such key",
	"binary":    "which is not UTF-8",
	"stderr":    "out of words",
	"child":     "no answer to timeout within 300ms",
	"deaf":      "no answer to timeout within 300ms",
	"half":      `its last line, "{\"msgtype\":", does not end`,
	"twice":     "it answers twice: nobody asked for",
}

// patient is for processes that do answer: a busy machine takes its time.
var patient = Limits{Answer: time.Minute}

// What a process does wrong is said; the others go on, and a restart starts it anew.
func TestBadProcesses(t *testing.T) {
	for how, want := range badProcesses {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			self := []string{"env", "MOLLY_TEST_PROCESS=" + how, os.Args[0]}
			s, done, err := System("test", []Program{{"a", self}, {"b", []string{"env", "MOLLY_TEST_PROCESS=good", os.Args[0]}}}, node.Any, Limits{Answer: patient.Answer, Size: 1_000_000})
			if err != nil {
				t.Fatal(err)
			}
			defer done()
			w, err := node.Begin(s)
			if err != nil {
				t.Fatal(err)
			}
			defer w.Close()
			c := w.Node(0).(*Node).c
			if how == "silent" || how == "child" || how == "deaf" {
				c.limit.Answer = 300 * time.Millisecond // of this process: the next one has as long as all
			}
			for how == "twice" && len(c.lines) == 0 {
				time.Sleep(time.Millisecond) // its second line is on its way
			}
			e, err := w.Do(node.Action{Kind: node.Fire, Item: w.Pending()[0].ID})
			if err != nil {
				t.Fatal(err)
			}
			if e.Broken == nil || !strings.Contains(e.Broken.Error(), want) {
				t.Fatalf("%v, want %s", e.Broken, want)
			}
			if w.Status(0) != node.Down || w.Status(1) != node.Up || len(w.Enabled(nil)) != 1 {
				t.Error("the execution does not go on without it")
			}
			if e, err := w.Do(node.Action{Kind: node.Restart, Node: 0}); err != nil || e.Broken != nil || len(e.Set) != 1 {
				t.Errorf("restart: %v, %+v", err, e)
			}
		})
	}
}

// When all is closed no process is left, not even a dead one, also where one does not answer.
func TestEnds(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed: it would be the process that is ended")
	}
	const text = `import json, os, sys, time
for line in sys.stdin:
    if json.loads(line)["msgtype"] == "timeout":
        time.sleep(60)
    print(json.dumps({"msgtype": "response", "state": os.getpid(), "timeouts": [{"type": "t"}]}), flush=True)
`
	file := filepath.Join(t.TempDir(), "sleeper.py")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	s, done, err := System("test", []Program{{"a", []string{"python3", file}}, {"b", []string{"python3", file}}}, node.Any, patient)
	if err != nil {
		t.Fatal(err)
	}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	var pids []int
	for i := range s.Nodes {
		var pid int
		if err := json.Unmarshal(w.State(i).(json.RawMessage), &pid); err != nil {
			t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	begin := time.Now()
	asked := make(chan *node.Event, 1)
	go func() {
		e, err := w.Do(node.Action{Kind: node.Fire, Item: w.Pending()[0].ID})
		if err != nil {
			t.Error(err)
		}
		asked <- e
	}()
	time.Sleep(100 * time.Millisecond)
	done()
	if e := <-asked; e == nil || e.Broken == nil {
		t.Error("it has answered")
	}
	if took := time.Since(begin); took > 30*time.Second { // it would answer after twice as long
		t.Errorf("it took %v", took)
	}
	for _, pid := range pids {
		if p, err := os.FindProcess(pid); err == nil && p.Signal(syscall.Signal(0)) == nil {
			t.Errorf("process %d is left", pid)
		}
	}
	w.Close()
	if e, err := w.Do(node.Action{Kind: node.Restart, Node: 0}); err != nil || e.Broken == nil || !strings.Contains(e.Broken.Error(), errClosed.Error()) {
		t.Errorf("%v, %+v", err, e)
	}
}

func TestNoProgram(t *testing.T) {
	s, done, err := System("test", []Program{{"a", []string{"/there/is/no/such/program"}}}, node.Any, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	if b := w.Broken(0); b == nil || !strings.Contains(b.Error(), "it cannot be started") {
		t.Error(b)
	}
}

// lock is the sample in Python.
func lock(t testing.TB) *node.System {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: the sample in Python is not run")
	}
	var programs []Program
	for _, name := range []string{"server", "c1", "c2"} {
		programs = append(programs, Program{name, []string{python, "samples/lock.py"}})
	}
	s, done, err := System("lock", programs, node.Any, patient)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(done)
	return s
}

func TestPythonSample(t *testing.T) {
	s := lock(t)
	nodetest.Replays(t, s, fuzz.Plan{Events: 120, Timer: 0.3, Crash: 0.01, Restart: 0.2, Duplicate: 0.02, Drop: 0.02}, 10)
}

func TestJavaScriptSample(t *testing.T) {
	program, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the sample in JavaScript is not run")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"a", "b", "c"}
	for _, name := range append(names, "d") {
		cmd := exec.Command(program, "samples/gossip.js", name, fmt.Sprint(l.Addr().(*net.TCPAddr).Port))
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	told := make(chan string, 10)
	s, done, err := Listen(ctx, l, names, node.FIFO, patient, func(text string) { told <- text })
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	if text := <-told; !strings.Contains(text, `it registers as "d"`) {
		t.Error(text)
	}
	k := fuzz.Plan{Events: 100, Timer: 0.3, Command: 0.2}
	for _, name := range names {
		k.Commands = append(k.Commands, fuzz.Command{Type: "learn", Body: fmt.Appendf(nil, `"from %s"`, name), Nodes: []string{name}})
	}
	w, err := node.Begin(s)
	if err != nil {
		t.Fatal(err)
	}
	k.Run(w, rand.New(rand.NewPCG(1, 1)))
	if len(w.Events()) != 100 {
		t.Errorf("%d events", len(w.Events()))
	}
	if state := fmt.Sprintf("%s", w.State(0)); !strings.Contains(state, `from c`) {
		t.Error(state)
	}
	w.Close()
}

func TestNobodyRegisters(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, _, err := Listen(ctx, l, []string{"a", "b"}, node.Any, Limits{}, nil); err == nil || !strings.Contains(err.Error(), "no process has registered as a, b") {
		t.Error(err)
	}
}

func BenchmarkEvents(b *testing.B) {
	s := lock(b)
	w, err := node.Begin(s)
	if err != nil {
		b.Fatal(err)
	}
	defer w.Close()
	for b.Loop() {
		it := w.Enabled(nil)[0]
		kind := node.Deliver
		if it.Timer {
			kind = node.Fire
		}
		if _, err := w.Do(node.Action{Kind: kind, Item: it.ID}); err != nil {
			b.Fatal(err)
		}
	}
}
