package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/internal/randprog"
)

// In a log for ShiViz, one event comes before another by the vector clocks exactly if there
// is a way of messages and local steps from it to the other.
func TestShiVizClocks(t *testing.T) {
	parser := regexp.MustCompile(strings.ReplaceAll(shivizParser, "(?<", "(?P<"))
	r := rand.New(rand.NewPCG(8, 8))
	folder := t.TempDir()
	arrivals := 0
	for i := range 40 {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		file := filepath.Join(folder, fmt.Sprintf("%d.ded", i))
		if err := os.WriteFile(file, []byte(task.Source), 0o666); err != nil {
			t.Fatal(err)
		}
		line := []string{"run", file, "--eot", strconv.Itoa(task.Spec.EOT), "--eff", strconv.Itoa(task.Spec.EFF), "--crashes", strconv.Itoa(task.Spec.Crashes), "--nodes", writtenAll(task.Nodes)}
		for _, f := range randprog.Scenario(r, task.Spec, task.Nodes) {
			flag := "--omit"
			if f.To == "" {
				flag = "--crash"
			}
			line = append(line, flag, writtenFault(f))
		}
		var log, document, stderr bytes.Buffer
		run(append(slices.Clone(line), "--format", "shiviz"), nil, &log, &stderr)
		run(append(slices.Clone(line), "--json"), nil, &document, &stderr)
		var messages struct {
			Messages []struct {
				From, To any
				Sent     int
				Arrived  bool
			}
		}
		if err := json.Unmarshal(document.Bytes(), &messages); err != nil {
			t.Fatalf("%v %s", err, stderr.String())
		}
		type event struct {
			node string
			time int
		}
		clocks := map[event]map[string]int{}
		own := map[string]int{}
		head, body, _ := strings.Cut(log.String(), "\n\n")
		if head != shivizParser {
			t.Fatalf("the log begins with %q", head)
		}
		for _, m := range parser.FindAllStringSubmatch(body, -1) {
			text, clock, host := m[1], map[string]int{}, m[3]
			if err := json.Unmarshal([]byte(m[2]), &clock); err != nil {
				t.Fatal(err)
			}
			time := 0
			if text != "start" {
				number, _, _ := strings.Cut(text, ":")
				var err error
				if time, err = strconv.Atoi(number); err != nil {
					t.Fatal(err)
				}
			}
			if own[host]++; clock[host] != own[host] {
				t.Fatalf("event %d of %s has the clock %v", own[host], host, clock)
			}
			clocks[event{host, time}] = clock
		}
		// What is known of others, by following the messages.
		known := map[event]map[string]int{}
		for time := 0; time <= task.Spec.EOT; time++ {
			for _, n := range task.Nodes {
				k := map[string]int{}
				for before := time - 1; before >= 0; before-- {
					if have, ok := known[event{n, before}]; ok {
						for o, c := range have {
							k[o] = c
						}
						break
					}
				}
				for _, m := range messages.Messages {
					if from, _ := m.From.(string); m.Arrived && m.Sent == time-1 && m.To == any(n) {
						arrivals++
						for o, c := range known[event{from, time - 1}] {
							k[o] = max(k[o], c)
						}
					}
				}
				if clock, happens := clocks[event{n, time}]; happens {
					k[n] = clock[n]
					known[event{n, time}] = k
					if fmt.Sprint(k) != fmt.Sprint(clock) {
						t.Errorf("%q: %s at %d has the clock %v, and knows %v", line, n, time, clock, k)
					}
				}
			}
		}
	}
	if arrivals < 100 {
		t.Errorf("only %d messages arrived", arrivals)
	}
}

// keywords are those of each language, by its reference.
var keywords = map[string]string{
	"Python 3.14": `False None True and as assert async await break class continue def del elif else except finally for from
		global if import in is lambda nonlocal not or pass raise return try while with yield`,
	"Rust 2024": `as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod
		move mut pub ref return self Self static struct super trait true type unsafe use where while abstract become box do
		final gen macro override priv try typeof unsized virtual yield`,
	"ECMAScript 2025": `await break case catch class const continue debugger default delete do else enum export extends false
		finally for function if import in instanceof new null return super switch this throw true try typeof var void while
		with yield let static implements interface package private protected public async of get set`,
}

// No name of a trace in ITF is a keyword of a language whose libraries make fields of names,
// whatever the relations are called; and no two are the same.
func TestITFNames(t *testing.T) {
	contextual := []string{"of", "get", "set"} // which may be names everywhere
	var all []string
	for _, words := range keywords {
		for _, w := range strings.Fields(words) {
			if !slices.Contains(all, w) && w != "in" && w != "notin" {
				all = append(all, w)
			}
		}
	}
	slices.Sort(all)
	all = append(all, "time", "messages", "class_", "time_", "plain")
	var program strings.Builder
	program.WriteString("// molly: eot=2 eff=1 nodes=a,b\n")
	for _, w := range all {
		fmt.Fprintf(&program, "%s(\"a\", \"b\")@1;\n", w)
	}
	program.WriteString("sent(Y, X)@async :- plain(X, Y);\n")
	file := filepath.Join(t.TempDir(), "names.ded")
	if err := os.WriteFile(file, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := run([]string{"run", file, "--format", "itf"}, nil, &stdout, &stderr); code != exitOK {
		t.Fatalf("it ends with %d: %s", code, stderr.String())
	}
	var document any
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	fields := map[string]bool{}
	var walk func(any)
	walk = func(x any) {
		switch x := x.(type) {
		case map[string]any:
			for name, below := range x {
				fields[name] = true
				walk(below)
			}
		case []any:
			for _, below := range x {
				walk(below)
			}
		}
	}
	walk(document)
	for language, words := range keywords {
		for _, w := range strings.Fields(words) {
			if fields[w] && !slices.Contains(contextual, w) {
				t.Errorf("%s is a keyword of %s", w, language)
			}
		}
	}
	vars := map[string]bool{}
	for _, v := range document.(map[string]any)["vars"].([]any) {
		if vars[v.(string)] {
			t.Errorf("two variables are called %s", v)
		}
		vars[v.(string)] = true
	}
	if len(vars) < len(all)+3 {
		t.Errorf("there are %d variables, for %d relations", len(vars), len(all)+1)
	}
	for _, name := range []string{"sender", "receiver", "class__", "class_", "from_", "plain", "time__"} {
		if !fields[name] {
			t.Errorf("there is no %s", name)
		}
	}
}
