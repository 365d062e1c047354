package souffle

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"molly/dedalus"
	"molly/internal/randprog"
	"molly/protocols"
)

var (
	declared  = regexp.MustCompile(`^\.decl (\w+)\(`)
	concludes = regexp.MustCompile(`^(\w+)\(`)
	quoted    = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
	name      = regexp.MustCompile(`\w+`)
)

// warnings is what Soufflé 2 would warn of: relations without rules and facts, variables that
// a clause has once, and variables with an underscore that it has more than once.
func warnings(text string) (list []string) {
	concluded := map[string]bool{}
	for line := range strings.Lines(text) {
		if m := concludes.FindStringSubmatch(line); m != nil {
			concluded[m[1]] = true
		}
	}
	for line := range strings.Lines(text) {
		if m := declared.FindStringSubmatch(line); m != nil && !concluded[m[1]] {
			list = append(list, "no rules or facts for "+m[1])
		}
		if strings.HasPrefix(line, "//") || strings.HasPrefix(line, ".") {
			continue
		}
		times := map[string]int{}
		bare := quoted.ReplaceAllString(line, `""`)
		for _, at := range name.FindAllStringIndex(bare, -1) {
			if n := bare[at[0]:at[1]]; !strings.HasPrefix(bare[at[1]:], "(") && n != "_" {
				times[n]++
			}
		}
		for n, count := range times {
			hidden := strings.HasPrefix(n, "_")
			if variable := hidden || 'A' <= n[0] && n[0] <= 'Z'; variable && hidden != (count == 1) {
				list = append(list, n+" in "+line)
			}
		}
	}
	return list
}

func TestWarnings(t *testing.T) {
	for text, want := range map[string]int{
		".decl p(c1: symbol)\n": 1, ".decl p(c1: symbol)\np(\"X\").\n": 0, "p(X) :- q(X, Y).\n": 1,
		"p(X) :- q(X, _Y).\n": 0, "p(X) :- q(X, _).\n": 0, "p(_X) :- q(_X).\n": 1, "p(N) :- N = count : { Values(N, _X) }.\n": 0,
	} {
		if got := warnings(text); len(got) != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Soufflé has nothing to warn of, with faults and without.
func TestNoWarnings(t *testing.T) {
	clauses, hidden := 0, 0
	check := func(x Execution) {
		text := x.Text()
		if list := warnings(text); len(list) > 0 {
			t.Fatalf("%v: %s\n%s", x.Scenario, strings.Join(list, "\n"), text)
		}
		clauses += strings.Count(text, ".\n")
		hidden += strings.Count(text, " _") + strings.Count(text, "(_")
	}
	for _, p := range protocols.All() {
		loaded, found := dedalus.Loader{Library: protocols.Library()}.Load(p.Name)
		if found.HasErrors() {
			t.Fatal(found)
		}
		x := Execution{Program: loaded.Datalog(), Nodes: loaded.Datalog().Places()}
		if own := loaded.Settings(); own.Nodes != nil {
			x.Nodes = own.Nodes
		}
		r := rand.New(rand.NewPCG(79, 0))
		x.Spec.EOT, x.Spec.EFF, x.Spec.Crashes = 5, 4, 1
		for range 3 {
			check(x)
			x.Scenario = randprog.Scenario(r, x.Spec, x.Nodes)
		}
	}
	for s := range uint64(300) {
		r := rand.New(rand.NewPCG(s, 80))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true, Wide: s%2 == 1}, 700)
		check(Execution{Program: task.Program, Nodes: task.Nodes, Spec: task.Spec, Scenario: randprog.Scenario(r, task.Spec, task.Nodes)})
	}
	t.Logf("%d clauses, %d unnamed variables", clauses, hidden)
}
