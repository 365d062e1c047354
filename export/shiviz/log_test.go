package shiviz_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/export/shiviz"
	"molly/failure"
	"molly/internal/randprog"
)

// In a log for ShiViz, one event comes before another by the vector clocks exactly if there
// is a way of messages and local steps from it to the other.
func TestShiVizClocks(t *testing.T) {
	parser := regexp.MustCompile(strings.ReplaceAll(shiviz.Parser, "(?<", "(?P<"))
	r := rand.New(rand.NewPCG(8, 8))
	arrivals, late := 0, 0
	for i := range 80 {
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 1000)
		e, err := eval.New(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		scenario := randprog.Scenario(r, task.Spec, task.Nodes)
		if i%2 == 1 { // some of what is late, comes twice, or meets a node that is down
			task.Spec = failure.Spec{EOT: task.Spec.EOT, EFF: min(3, task.Spec.EOT), Delay: 2, Twice: true, Crashes: 1, Restarts: 1}
			scenario = failure.NewSampler(task.Spec, task.Nodes, uint64(i)).Draw()
		}
		run, err := e.Run(t.Context(), task.Spec, scenario)
		if err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		if err := shiviz.Write(t.Context(), &log, task.Program, task.Nodes, run, nil); err != nil {
			t.Fatal(err)
		}
		type event struct {
			node string
			time int
		}
		clocks := map[event]map[string]int{}
		own := map[string]int{}
		head, body, _ := strings.Cut(log.String(), "\n\n")
		if head != shiviz.Parser {
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
		messages := run.Messages()
		// What is known about others, by following the messages.
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
				for _, m := range messages {
					if slices.Contains(m.Arrivals, time) && m.To == datalog.String(n) {
						arrivals++
						late += time - m.Sent - 1
						for o, c := range known[event{m.From.Text(), m.Sent}] {
							k[o] = max(k[o], c)
						}
					}
				}
				if clock, happens := clocks[event{n, time}]; happens {
					k[n] = clock[n]
					known[event{n, time}] = k
					if fmt.Sprint(k) != fmt.Sprint(clock) {
						t.Errorf("%v in\n%s\n%s at %d has the clock %v, and knows %v", run.Scenario, task.Source, n, time, clock, k)
					}
				}
			}
		}
	}
	if arrivals < 200 || late < 15 {
		t.Errorf("only %d messages arrived, late by %d rounds in sum", arrivals, late)
	}
}
