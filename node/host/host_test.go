package host

import (
	"bytes"
	"context"
	"flag"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"molly/node"
	"molly/node/sample/lock"
)

func locks() Target {
	var o lock.Options
	return Target{
		Name: "locks", About: "a lock server and its clients",
		Flags: func(f *flag.FlagSet) {
			f.BoolVar(&o.AnyUnlock, "any-unlock", false, "an Unlock counts whatever number it has")
		},
		System: func() (*node.System, error) { return lock.System(o), nil },
	}
}

func run(t *testing.T, stdin string, args ...string) (code int, out, wrong string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Run(t.Context(), locks(), args, strings.NewReader(stdin), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

const twice = `
fire c1 want
deliver all
deliver server c1
fire c1 done
duplicate c1 server Unlock
deliver c1 server Unlock
fire c1 want
deliver c1 server Lock
deliver server c1
fire c2 want
deliver c2 server Lock
deliver c1 server Unlock
expect server.Holder == "c2"
`

// A script runs with the flags of the target; its trace knows them.
func TestCommands(t *testing.T) {
	file := filepath.Join(t.TempDir(), "twice.trace")
	if code, _, wrong := run(t, twice, "step", "--any-unlock", "--fifo=false", "--save", file); code != ok {
		t.Fatalf("%d: %s", code, wrong)
	}
	if code, _, wrong := run(t, twice, "step"); code != unexpected || !strings.Contains(wrong, "locks: <stdin>:14: this does not hold here") {
		t.Errorf("%d: %s", code, wrong)
	}
	if code, out, wrong := run(t, "", "trace", "--check", file); code != ok || out != "15 events, all as recorded\n" {
		t.Errorf("%d: %s%s", code, out, wrong)
	}
	if code, _, wrong := run(t, "", "trace", "--check", "--any-unlock=false", file); code != unexpected || !strings.Contains(wrong, "the replay differs at event 14") {
		t.Errorf("%d: %s", code, wrong)
	}
	if code, out, _ := run(t, "", "trace", file); code != ok || !strings.Contains(out, "server: Lock from c1") {
		t.Errorf("%d: %s", code, out)
	}
	if code, out, _ := run(t, "fire c1 want\ndeliver all\ndeliver server c1", "step", "--never", "c1.Holds > 0"); code != ok || !strings.Contains(out, "violation") {
		t.Errorf("%d: %s", code, out)
	}
	for _, c := range []struct{ args, want string }{
		{"step --never c9.x", `--never: the condition is wrong at column 1: there is no node "c9"`},
		{"trace /there/is/no/such.trace", "no such file"},
		{"step --bogus", "unknown flag"},
		{"stp", `unknown command "stp"`},
		{"debug --port 99999999", "--port 99999999"},
	} {
		if code, _, wrong := run(t, "", strings.Fields(c.args)...); code != usage || !strings.Contains(wrong, c.want) {
			t.Errorf("%s: %d: %s", c.args, code, wrong)
		}
	}
}

// The debugger serves its page until it is interrupted.
func TestDebug(t *testing.T) {
	file := filepath.Join(t.TempDir(), "twice.trace")
	if code, _, wrong := run(t, twice, "step", "--any-unlock", "--save", file); code != ok {
		t.Fatal(wrong)
	}
	ctx, cancel := context.WithCancel(t.Context())
	said := make(chan string, 1)
	done := make(chan int, 1)
	var stderr bytes.Buffer
	go func() {
		done <- Run(ctx, locks(), []string{"debug", "--browser=false", "--open", file}, nil, writer(said), &stderr)
	}()
	select {
	case text := <-said:
		url := regexp.MustCompile(`http://\S+`).FindString(text)
		answer, err := http.Get(url + "view")
		if err != nil {
			t.Fatal(err)
		}
		var page bytes.Buffer
		_, err = page.ReadFrom(answer.Body)
		answer.Body.Close()
		if err != nil || !strings.Contains(page.String(), `"current":15`) {
			t.Errorf("%v: %.300s", err, page.String())
		}
	case code := <-done:
		t.Fatalf("%d: %s", code, stderr.String())
	}
	cancel()
	if code := <-done; code != ok {
		t.Errorf("%d", code)
	}
}

type writer chan string

func (w writer) Write(b []byte) (int, error) {
	select {
	case w <- string(b):
	default:
	}
	return len(b), nil
}
