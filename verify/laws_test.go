package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
)

// A law changes a program in a way that must not change what it means. It works on
// the clauses' texts and may use the checked program that they make; it returns nil
// where it does not apply.
type law struct {
	name  string
	apply func(r *rand.Rand, p *datalog.Program) []string
}

var laws = []law{
	{"clauses in another order", func(r *rand.Rand, p *datalog.Program) []string {
		text := clauses(p)
		r.Shuffle(len(text), func(i, j int) { text[i], text[j] = text[j], text[i] })
		return text
	}},
	{"literals in another order", func(r *rand.Rand, p *datalog.Program) []string {
		return eachRule(p, func(rule *datalog.Rule) {
			rule.Body = slices.Clone(rule.Body)
			r.Shuffle(len(rule.Body), func(i, j int) { rule.Body[i], rule.Body[j] = rule.Body[j], rule.Body[i] })
		})
	}},
	{"variables with other names", func(r *rand.Rand, p *datalog.Program) []string {
		return eachRule(p, func(rule *datalog.Rule) {
			rule.Vars = slices.Clone(rule.Vars)
			for i := range rule.Vars {
				rule.Vars[i] = fmt.Sprintf("x%d", (i+1)*7%31)
			}
		})
	}},
	{"a clause twice", func(r *rand.Rand, p *datalog.Program) []string {
		text := clauses(p)
		// A rule that is there twice has its bindings twice, each in a firings relation of
		// its own; what holds is the same, also for sum, which is per rule.
		return append(text, text[r.IntN(len(text))])
	}},
	{"a literal twice", func(r *rand.Rand, p *datalog.Program) []string {
		if !p.HasInvariant() {
			return nil // a persistence rule with two premises is none
		}
		return eachRule(p, func(rule *datalog.Rule) {
			l := rule.Body[r.IntN(len(rule.Body))]
			if sums(rule) && l.Kind == datalog.Positive && slices.ContainsFunc(l.Atom.Args, isWildcard) {
				return // another _ is another binding for sum
			}
			rule.Body = append(slices.Clone(rule.Body), l)
		})
	}},
	{"a rule in two steps", split},
}

func isWildcard(t datalog.Term) bool { return t.Kind == datalog.Wildcard }

func sums(r *datalog.Rule) bool {
	return slices.ContainsFunc(r.Head.Args, func(a datalog.HeadTerm) bool { return a.Aggregate == datalog.Sum })
}

func clauses(p *datalog.Program) []string { return eachRule(p, func(*datalog.Rule) {}) }

// eachRule writes the program out with each rule changed.
func eachRule(p *datalog.Program, change func(*datalog.Rule)) []string {
	var text []string
	for _, f := range p.Facts {
		text = append(text, p.FormatFact(f)+";")
	}
	for _, r := range p.Rules {
		change(&r)
		text = append(text, p.FormatRule(&r))
	}
	return text
}

// split lets the positive atoms of a rule conclude an auxiliary relation of all
// variables that they bind, from which the rest of the rule goes on.
func split(r *rand.Rand, p *datalog.Program) []string {
	if !p.HasInvariant() {
		return nil // what persists by two rules is no outcome
	}
	n := 0
	text := eachRule(p, func(*datalog.Rule) {})
	for i, rule := range p.Rules {
		if rule.Aggregates() || rule.Location == nil || rule.Location.Kind != datalog.Variable || r.IntN(2) == 0 {
			continue
		}
		first, second := rule, rule
		first.Timing, first.Body, second.Body = datalog.Deductive, nil, nil
		bound := []datalog.VarID{rule.Location.Var}
		var later []datalog.Literal
		for _, l := range rule.Body {
			if l.Kind != datalog.Positive {
				later = append(later, l)
				continue
			}
			first.Body = append(first.Body, l)
			for _, a := range l.Atom.Args {
				if a.Kind == datalog.Variable && !slices.Contains(bound, a.Var) {
					bound = append(bound, a.Var)
				}
				if a.Kind == datalog.Expression {
					return nil // its variables may be bound by what comes later
				}
			}
		}
		var terms []string
		for _, v := range bound {
			terms = append(terms, datalog.Term{Kind: datalog.Variable, Var: v}.Format(rule.Vars))
		}
		n++
		aux := fmt.Sprintf("aux%d(%s)", n, strings.Join(terms, ", "))
		one := p.FormatRule(&first)
		_, body, _ := strings.Cut(one, ":-")
		head, _, _ := strings.Cut(p.FormatRule(&rule), ":-")
		rest := []string{aux}
		for _, l := range later {
			rest = append(rest, p.FormatLiteral(&rule, l))
		}
		text[len(p.Facts)+i] = aux + " :-" + body + " " + head + ":- " + strings.Join(rest, ", ") + ";"
	}
	if n == 0 {
		return nil
	}
	return text
}

// meaning writes out what a program means: the facts of some runs, and its verdict
// with all minimal counterexamples.
func meaning(t *testing.T, p *datalog.Program, task randprog.Task, scenarios []failure.Scenario) string {
	t.Helper()
	ctx := context.Background()
	ev, err := eval.New(p, task.Nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, sc := range scenarios {
		run, err := ev.Run(ctx, task.Spec, sc)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for r, relation := range p.Relations {
			if strings.HasPrefix(relation.Name, "aux") {
				continue
			}
			for time := 1; time <= task.Spec.EOT; time++ {
				for _, f := range run.At(datalog.RelID(r), time) {
					lines = append(lines, fmt.Sprintf("%s@%d", datalog.FormatTuple(relation.Name, run.Args(f)), time))
				}
			}
		}
		for _, m := range run.Messages() {
			lines = append(lines, fmt.Sprintf("%v to %v at %d: %s %v", m.From, m.To, m.Sent,
				datalog.FormatTuple(p.Relations[m.Relation].Name, m.Args), m.Arrived))
		}
		slices.Sort(lines)
		fmt.Fprintf(&b, "%v\n%s\n", sc, strings.Join(lines, "\n"))
	}
	v, err := Verify(ctx, p, Options{Spec: task.Spec, Nodes: task.Nodes, All: true})
	if err != nil {
		fmt.Fprintf(&b, "error\n")
		return b.String()
	}
	fmt.Fprintf(&b, "%s %v\n", v.Kind, v.Vacuous)
	for _, f := range v.Findings {
		fmt.Fprintf(&b, "%v lacks", f.Scenario)
		for _, x := range f.Violated {
			fmt.Fprintf(&b, " %s", datalog.FormatTuple(p.Relations[x.Relation].Name, x.Args))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Laws of the language: what changes nothing in the meaning changes no byte of it.
func TestLaws(t *testing.T) {
	n := *programs / 10
	if testing.Short() {
		n = 30
	}
	applied := map[string]int{}
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 5))
		task := randprog.NewTask(r, randprog.Options{NoSeveralPlaces: true}, 2000)
		scenarios := []failure.Scenario{nil, randprog.Scenario(r, task.Spec, task.Nodes), randprog.Scenario(r, task.Spec, task.Nodes)}
		want := meaning(t, task.Program, task, scenarios)
		for _, l := range laws {
			text := l.apply(r, task.Program)
			if text == nil {
				continue
			}
			src := strings.Join(text, "\n")
			parsed, diagnostics := dedalus.ParseString("law.ded", src)
			if diagnostics.HasErrors() {
				t.Fatalf("seed %d, %s: %v\n%s", s, l.name, diagnostics, src)
			}
			applied[l.name]++
			if d := cmp.Diff(want, meaning(t, parsed.Datalog(), task, scenarios)); d != "" {
				t.Fatalf("seed %d, %s changes the meaning:\n%s\n%s\nbecame\n%s", s, l.name, d, task.Source, src)
			}
		}
	}
	for _, l := range laws {
		if applied[l.name] < n/5 {
			t.Errorf("%q applied only %d times of %d", l.name, applied[l.name], n)
		}
	}
}
