package verify

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"molly/circuit"
	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
	"molly/failure"
	"molly/internal/randprog"
	"molly/provenance"
)

// The roles by hand.
func TestRoles(t *testing.T) {
	p, diagnostics := dedalus.ParseString("roles.ded", `
one("a")@1; one("b")@1; three("a")@1;
it(N, 1) :- one(N);
it(N, 2) :- one(N);
it(N, 3) :- three(N);
it(N, 4) :- four(N);
four(N)@next :- five(N);
cnt(N, count<X>) :- it(N, X);
asked(N) :- one(N);
hidden(N) :- one(N);
hint(N, X) :- it(N, X);
pre(N) :- asked(N);
post(N) :- cnt(N, C), C == 2, notin blocked(N);
blocked(N) :- spoilt(N);
spoilt(N) :- one(N), notin three(N), N == "a";
spoilt(N) :- hidden(N), three(N);
`)
	if p == nil {
		t.Fatal(diagnostics)
	}
	o := Options{Spec: failure.Spec{EOT: 1}, Nodes: []string{"a", "b"}}
	r, err := Hypotheses(context.Background(), p.Datalog(), o, provenance.Exact, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, u := range r.Rules {
		got = append(got, string(u.Role))
	}
	want := []string{
		"supports", "supports",
		"guards", // without it, a would have two, and an outcome
		"never fires", "never fires",
		"supports",
		"obliges",
		"guards", // it feeds blocked
		"idle",
		"obliges",
		"supports",
		"guards",
		"never fires",
		"guards",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the roles are\n%q, want\n%q", got, want)
	}
}

// lineageOf lists the firings in the lineage of some facts of a run, each as a text, and
// marks their rules and messages.
func lineageOf(run *eval.Run, targets []eval.FactID) map[string]bool {
	in := map[string]bool{}
	seen := map[eval.FactID]bool{}
	waiting := slices.Clone(targets)
	fire := func(id eval.FiringID, head eval.FactID) {
		f := run.Firing(id)
		for _, name := range namesOf(run.Lineage, id, head) {
			in[name] = true
		}
		waiting = append(waiting, f.Premises...)
	}
	for len(waiting) > 0 {
		f := waiting[0]
		waiting = waiting[1:]
		if seen[f] {
			continue
		}
		seen[f] = true
		for id := range run.FiringsOf(f) {
			fire(id, f)
		}
		for row := range run.RowsOf(f) {
			for _, id := range row.Bindings {
				fire(id, f)
			}
		}
	}
	return in
}

// namesOf names a firing, its rule, and the message that it sends.
func namesOf(l *eval.Lineage, id eval.FiringID, head eval.FactID) []string {
	f := l.Firing(id)
	names := []string{fmt.Sprintf("rule %d", f.Rule)}
	text := fmt.Sprintf("firing %d at %d for", f.Rule, f.Time)
	for _, p := range f.Premises {
		text += fmt.Sprint(" ", l.Relation(p), l.Time(p), l.Args(p))
	}
	r := l.Program().Rule(f.Rule)
	if !r.Aggregates() {
		text += fmt.Sprint(" → ", l.Args(head))
	}
	names = append(names, text)
	if r.Timing == datalog.Asynchronous {
		names = append(names, fmt.Sprintf("message %d %v→%v at %d", r.Head.Relation, l.Sender(id), l.Args(head)[0], f.Time))
	}
	return names
}

// What supports outcomes, and what is in the lineage of pre, is what the lineages of all
// admissible runs together hold: rules, messages, and single firings. And without the rules
// that nothing rests on, every run has the same outcomes and pre tuples.
func TestRolesAgree(t *testing.T) {
	n := *programs / 16
	if testing.Short() {
		n /= 2
	}
	tally := map[Role]int{}
	dropped := 0
	for i := range n {
		seed := *seed + uint64(i)
		r := rand.New(rand.NewPCG(seed, 20))
		task := randprog.NewTask(r, randprog.Options{NoOverflow: true}, 200)
		if i%3 == 2 {
			task = widen(r, task, 200)
		}
		o := Options{Spec: task.Spec, Nodes: task.Nodes, MaxFacts: 100_000}
		if r.IntN(6) == 0 {
			o.Outcomes = FailureFree
		}
		problem, rules := roleProblem(task, o)
		if problem == "too large" {
			continue
		}
		if problem != "" {
			t.Fatalf("seed %d: %s\n%v", seed, problem, task)
		}
		dead := 0
		for _, u := range rules {
			tally[u.Role]++
			if u.Role == RoleIdle || u.Role == RoleNever {
				dead++
			}
		}
		if dead > 0 {
			dropped++
		}
	}
	t.Logf("%v; %d programs have dead rules", tally, dropped)
	for _, role := range []Role{RoleSupports, RoleObliges, RoleGuards, RoleIdle, RoleNever} {
		if tally[role] < n/6 {
			t.Errorf("only %d rules of %d programs have the role %q", tally[role], n, role)
		}
	}
}

func roleProblem(task randprog.Task, o Options) (string, []RuleRole) {
	ctx := context.Background()
	s, err := newSearch(ctx, task.Program, o, eval.Options{MaxFacts: o.MaxFacts, SkipObservers: true})
	if err != nil {
		return err.Error(), nil
	}
	free, err := s.begin()
	if err == nil {
		err = s.ground(free)
	}
	var limit *eval.LimitError
	if errors.As(err, &limit) {
		return "too large", nil
	}
	if err != nil {
		return err.Error(), nil
	}
	rules, messages, err := s.roles()
	if err != nil {
		return err.Error(), nil
	}
	supports, obliges, err := s.everyFiring()
	if err != nil {
		return err.Error(), nil
	}
	var reduced *datalog.Program
	var note string
	if task.Spec.Classic() {
		reduced, note = without(task, rules)
	}
	ev, err := eval.New(task.Program, task.Nodes, eval.Options{SkipObservers: true})
	if err != nil {
		return err.Error(), nil
	}
	wantSupports, wantObliges, fires := map[string]bool{}, map[string]bool{}, map[int]bool{}
	for sc := range task.Spec.Each(task.Nodes) {
		run, err := ev.Run(ctx, task.Spec, sc)
		if err != nil {
			return err.Error(), nil
		}
		ofRun := search{space: &eval.Space{Lineage: *run.Lineage}, judge: s.judge}
		for name := range lineageOf(run, ofRun.outcomeFacts()) {
			wantSupports[name] = true
		}
		for name := range lineageOf(run, ofRun.obligingFacts()) {
			wantObliges[name] = true
		}
		for f := range facts(ofRun.space) {
			for id := range run.FiringsOf(f) {
				fires[run.Firing(id).Rule] = true
			}
			for row := range run.RowsOf(f) {
				fires[row.Rule] = true
			}
		}
		if reduced != nil {
			if diff := runsDiffer(ctx, task, o, reduced, sc); diff != "" {
				return fmt.Sprintf("without %s: %s", note, diff), nil
			}
		}
	}
	if diff := setsDiffer(supports, wantSupports); diff != "" {
		return "supports: " + diff, nil
	}
	if diff := setsDiffer(obliges, wantObliges); diff != "" {
		return "obliges: " + diff, nil
	}
	for _, u := range rules {
		if task.Program.Rules[u.Rule].Head.Relation == task.Program.Never {
			continue
		}
		name := fmt.Sprintf("rule %d", u.Rule)
		if (u.Role == RoleSupports) != wantSupports[name] || (u.Role == RoleObliges) != (wantObliges[name] && !wantSupports[name]) {
			return fmt.Sprintf("%s is said to %s", name, u.Role), nil
		}
		if (u.Role == RoleNever) == fires[u.Rule] {
			return fmt.Sprintf("%s is said to %s, it fires: %v", name, u.Role, fires[u.Rule]), nil
		}
	}
	for _, m := range messages {
		name := fmt.Sprintf("message %d %v→%v at %d", m.Relation, m.From, m.To, m.Sent)
		if (m.Role == RoleSupports) != wantSupports[name] || (m.Role == RoleObliges) != (wantObliges[name] && !wantSupports[name]) {
			return fmt.Sprintf("%s is said to %s", name, m.Role), nil
		}
	}
	return "", rules
}

// everyFiring lists what supports outcomes and what obliges, firing by firing.
func (s *search) everyFiring() (supports, obliges map[string]bool, err error) {
	c := s.space.Circuit
	lineage := newSupport(s.space)
	reach := [2][]circuit.Lit{lineage.reach(s.outcomeFacts()), lineage.reach(s.obligingFacts())}
	in := [2]map[string]bool{{}, {}}
	for i := range reach {
		chances := map[string]*chance{}
		var names []string
		for p := range lineage.firings {
			for _, name := range namesOf(&s.space.Lineage, p.id, p.head) {
				if chances[name] == nil {
					chances[name] = &chance{}
					names = append(names, name)
				}
				chances[name].when = append(chances[name].when, c.And(p.Lit, reach[i][p.serves]))
			}
		}
		var open []*chance
		for _, name := range names {
			open = append(open, chances[name])
		}
		if err := s.settle(open); err != nil {
			return nil, nil, err
		}
		for k, o := range open {
			if o.happens {
				in[i][names[k]] = true
			}
		}
	}
	return in[0], in[1], nil
}

func setsDiffer(got, want map[string]bool) string {
	for name := range want {
		if !got[name] {
			return name + " is missing"
		}
	}
	for name := range got {
		if !want[name] {
			return name + " is too much"
		}
	}
	return ""
}

// without is the program without the rules that nothing rests on, or nil where it would
// not be one any more.
func without(task randprog.Task, rules []RuleRole) (*datalog.Program, string) {
	var kept, dead []string
	for _, f := range task.Program.Facts {
		kept = append(kept, task.Program.FormatFact(f)+";")
	}
	for i, u := range rules {
		text := task.Program.FormatRule(&task.Program.Rules[i])
		if u.Role == RoleIdle || u.Role == RoleNever {
			dead = append(dead, text)
		} else {
			kept = append(kept, text)
		}
	}
	if len(dead) == 0 {
		return nil, ""
	}
	parsed, diagnostics := dedalus.ParseString("reduced.ded", strings.Join(kept, "\n"))
	if diagnostics.HasErrors() || parsed.Datalog().HasInvariant() != task.Program.HasInvariant() {
		return nil, ""
	}
	return parsed.Datalog(), strings.Join(dead, "\n")
}

// runsDiffer compares what the invariant looks at in the runs of two programs.
func runsDiffer(ctx context.Context, task randprog.Task, o Options, reduced *datalog.Program, sc failure.Scenario) string {
	texts := make([]string, 2)
	var original *judge
	for i, p := range []*datalog.Program{task.Program, reduced} {
		ev, err := eval.New(p, task.Nodes, eval.Options{})
		if err != nil {
			return err.Error()
		}
		free, err := ev.Run(ctx, task.Spec, nil)
		if err != nil {
			return err.Error()
		}
		run, err := ev.Run(ctx, task.Spec, sc)
		if err != nil {
			return err.Error()
		}
		if i == 0 {
			original = newJudge(free, task.Spec.EOT, o.Outcomes)
		}
		var list []string
		if !p.HasInvariant() { // what persists is what the original program keeps
			for _, v := range original.expected {
				name := task.Program.Relations[v.Relation].Name
				for r := range p.Relations {
					if _, holds := run.Find(datalog.RelID(r), task.Spec.EOT, v.Args); holds && p.Relations[r].Name == name {
						list = append(list, fmt.Sprint(name, v.Args))
					}
				}
			}
		} else {
			s := search{space: &eval.Space{Lineage: *run.Lineage}, judge: newJudge(free, task.Spec.EOT, o.Outcomes)}
			for _, f := range append(slices.Clone(s.outcomeFacts()), s.obligingFacts()...) {
				list = append(list, fmt.Sprint(p.Relations[run.Relation(f)].Name, run.Args(f)))
			}
			slices.Sort(list)
		}
		texts[i] = fmt.Sprint(list)
	}
	if texts[0] != texts[1] {
		return fmt.Sprintf("under %v\n%s\nin the place of\n%s", sc, texts[1], texts[0])
	}
	return ""
}
