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
