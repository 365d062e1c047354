package eval_test

import (
	"context"
	"errors"
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
	"molly/protocols"
)

// lockstep runs nodes step by step, all at the same time, and loses what a scenario loses. It
// writes out what happened as runLines does. An overflow ends it, at the last time quietly:
// a run concludes nothing for the time after it.
type lockstep struct {
	task    randprog.Task
	stepper *eval.Stepper
	sc      failure.Scenario

	states  map[string]eval.State
	inboxes map[int]map[string][]eval.Message // by time and node
	past    []datalog.Fact                    // all that held
	out     map[string]bool
}

func newLockstep(task randprog.Task, s *eval.Stepper, sc failure.Scenario) *lockstep {
	l := &lockstep{task: task, stepper: s, sc: sc, states: map[string]eval.State{}, inboxes: map[int]map[string][]eval.Message{}, out: map[string]bool{}}
	for _, n := range task.Nodes {
		l.states[n] = eval.State{Time: 1, Boot: true}
	}
	return l
}

func (l *lockstep) run() error {
	ctx := context.Background()
	for t := 1; t <= l.task.Spec.EOT; t++ {
		for _, n := range l.task.Nodes {
			if _, down := l.sc.OutageAt(n, t); down {
				l.isDown(l.stepper.Restart(l.states[n], t), t)
				continue
			}
			if t > 1 && l.sc.Boots(n, t) {
				l.states[n] = l.stepper.Restart(l.states[n], t)
			}
			l.states[n] = eval.State{Time: t, Boot: l.sc.Boots(n, t), Facts: l.states[n].Facts}
			step, err := l.stepper.Step(ctx, n, l.states[n], l.inboxes[t][n], l.sc)
			if err != nil {
				return err
			}
			l.note(step, t)
			l.states[n] = step.Next
			if t < l.task.Spec.EOT {
				for _, m := range step.Sent {
					arrivals := l.arrivals(m)
					l.out[fmt.Sprintf("message %s %s %d %s %v", place(m.From), place(m.To), m.Sent,
						datalog.FormatTuple(l.task.Program.Relations[m.Relation].Name, m.Args), arrivals)] = true
					for _, at := range arrivals {
						if l.inboxes[at] == nil {
							l.inboxes[at] = map[string][]eval.Message{}
						}
						l.inboxes[at][m.To.Text()] = append(l.inboxes[at][m.To.Text()], m)
					}
				}
			}
		}
		step, err := l.stepper.Observe(ctx, t, l.past, l.sc)
		if err != nil {
			return err
		}
		l.note(step, t)
	}
	return nil
}

// arrivals are the times up to EOT at which a message arrives at a node that is up.
func (l *lockstep) arrivals(m eval.Message) []int {
	node := func(v datalog.Value) bool { return slices.Contains(l.task.Nodes, v.Text()) }
	if !node(m.From) || !node(m.To) {
		return nil
	}
	return slices.DeleteFunc(l.sc.Arrivals(l.task.Spec, m.From.Text(), m.To.Text(), m.Sent), func(at int) bool {
		_, down := l.sc.OutageAt(m.To.Text(), at)
		return down || at > l.task.Spec.EOT
	})
}

// isDown writes down what a node that is down holds, and holds over.
func (l *lockstep) isDown(state eval.State, t int) {
	p := l.task.Program
	for _, f := range state.Facts {
		if f.Time != t {
			continue
		}
		l.past = append(l.past, f)
		tuple := datalog.FormatTuple(p.Relations[f.Relation].Name, f.Args)
		l.out[fmt.Sprintf("%s@%d", tuple, t)] = true
		if t < l.task.Spec.EOT {
			rule := len(p.Rules) + slices.Index(p.Stable, f.Relation)
			l.out[fmt.Sprintf("firing %d %d %d %s@%d %s@%d", rule, t, t+1, tuple, t, tuple, t+1)] = true
		}
	}
}

// note writes down what a step held and fired.
func (l *lockstep) note(step *eval.Step, t int) {
	p := l.task.Program
	tuple := func(f datalog.Fact) string {
		return fmt.Sprintf("%s@%d", datalog.FormatTuple(p.Relations[f.Relation].Name, f.Args), f.Time)
	}
	for _, f := range step.Facts() {
		l.out[tuple(f)] = true
		l.past = append(l.past, f)
	}
	for _, f := range step.Firings() {
		rule := &p.Rules[f.Rule]
		var premises []string
		for _, x := range f.Premises {
			premises = append(premises, tuple(x))
		}
		if rule.Timing != datalog.Deductive && t == l.task.Spec.EOT {
			continue
		}
		if _, down := l.sc.OutageAt(f.Head.Args[0].Text(), t+1); down && rule.Timing == datalog.Inductive && !slices.Contains(p.Stable, f.Head.Relation) {
			continue // a node does not know that it will be down
		}
		thens := []int{f.Head.Time}
		if rule.Timing == datalog.Asynchronous {
			thens = l.arrivals(eval.Message{From: f.Premises[0].Args[0], To: f.Head.Args[0], Sent: t})
		}
		for _, f.Head.Time = range thens {
			head := ""
			if !rule.Aggregates() {
				head = tuple(f.Head)
			}
			l.out[fmt.Sprintf("firing %d %d %d %s %s", f.Rule, t, f.Head.Time, strings.Join(premises, " "), head)] = true
		}
	}
}

// lockstepDiffers holds steps in lockstep against a run.
func lockstepDiffers(task randprog.Task, s *eval.Stepper, ev *eval.Evaluator, sc failure.Scenario) string {
	run, err := ev.Run(context.Background(), task.Spec, sc)
	if err != nil {
		return err.Error()
	}
	l := newLockstep(task, s, sc)
	err = l.run()
	var overflow *eval.OverflowError
	switch {
	case errors.As(err, &overflow):
		rule := &task.Program.Rules[overflow.Rule]
		if overflow.Time == task.Spec.EOT && rule.Timing != datalog.Deductive {
			return "" // a run does not conclude anything there
		}
		for _, o := range run.Overflows() {
			late := rule.Timing == datalog.Asynchronous && rule.Aggregates() && o.Time == overflow.Time-1
			if o.Rule == overflow.Rule && (o.Time == overflow.Time || late) {
				return ""
			}
		}
		return fmt.Sprintf("under %v, the steps overflow, the run does not: %v", sc, err)
	case err != nil:
		return err.Error()
	case len(run.Overflows()) > 0:
		return fmt.Sprintf("under %v, the run overflows, the steps do not: %v", sc, run.Overflows())
	}
	var got []string
	for line := range l.out {
		got = append(got, line)
	}
	slices.Sort(got)
	want := slices.DeleteFunc(slices.Compact(runLines(run)), func(line string) bool {
		return strings.HasPrefix(line, "crash(") || strings.HasPrefix(line, "outage(") // the steps were given them
	})
	if d := cmp.Diff(want, got); d != "" {
		return fmt.Sprintf("under %v, steps in lockstep differ from the run (-run +steps):\n%s", sc, d)
	}
	return ""
}

// Steps of single nodes, in lockstep and with the losses of a scenario, are the run of the
// scenario: every fact, firing and message of random programs.
func TestStepsAreARun(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 5
	}
	local, aggregates, absolute := 0, 0, 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 11))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		stepper, err := eval.NewStepper(task.Program, task.Nodes, eval.Options{MaxFacts: 300_000})
		var remote *eval.RemoteRuleError
		if errors.As(err, &remote) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		local++
		for _, r := range task.Program.Rules {
			if r.Timing == datalog.Asynchronous && r.Aggregates() {
				aggregates++
				break
			}
		}
		if readsAbsoluteTime(task.Program) {
			absolute++
		}
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{MaxFacts: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			var sc failure.Scenario
			if i > 0 {
				sc = randprog.Scenario(r, task.Spec, task.Nodes)
			}
			if d := lockstepDiffers(task, stepper, ev, sc); d != "" {
				t.Fatalf("seed %d: %s\n%s", s, d, task)
			}
		}
	}
	t.Logf("of %d programs, %d are local, %d of these aggregate messages, %d read absolute times", n, local, aggregates, absolute)
	if local < n/3 || aggregates == 0 || absolute == 0 {
		t.Error("too few programs to compare on")
	}
}

// The same for everything that may go wrong, with what is stable and what the programs leave open.
func TestStepsAreAWideRun(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 5
	}
	compared := 0
	for i := range n {
		s := *seed + uint64(i)
		r := rand.New(rand.NewPCG(s, 22))
		task := randprog.NewTask(r, randprog.Options{}, 5000)
		task.Program = widened(r, task.Program)
		task.Spec = wide(r, task.Program, task.Nodes, 3000)
		stepper, err := eval.NewStepper(task.Program, task.Nodes, eval.Options{MaxFacts: 300_000})
		if err != nil {
			continue
		}
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{MaxFacts: 300_000})
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Collect(task.Spec.Each(task.Nodes))
		for range 8 {
			if d := lockstepDiffers(task, stepper, ev, all[r.IntN(len(all))]); d != "" {
				t.Fatalf("seed %d: %s\n%v %v\n%s", s, d, task.Spec, task.Program.Stable, task)
			}
		}
		compared++
	}
	if compared < n/3 {
		t.Errorf("only %d of %d programs are local", compared, n)
	}
}

func readsAbsoluteTime(p *datalog.Program) bool {
	return slices.ContainsFunc(p.Rules, func(r datalog.Rule) bool {
		return slices.ContainsFunc(r.Body, func(l datalog.Literal) bool { return l.Atom.At > 0 })
	})
}

// The same for the protocols of the library.
func TestStepsOfProtocols(t *testing.T) {
	for _, p := range protocols.All() {
		t.Run(p.Name, func(t *testing.T) {
			task := protocolTask(t, p.Name)
			stepper, err := eval.NewStepper(task.Program, task.Nodes, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(*seed, 12))
			var sc failure.Scenario
			for range 6 {
				if d := lockstepDiffers(task, stepper, ev, sc); d != "" {
					t.Fatal(d)
				}
				sc = randprog.Scenario(r, task.Spec, task.Nodes)
			}
		})
	}
}

// protocolTask is a protocol of the library with the specification that it names.
func protocolTask(tb testing.TB, name string) randprog.Task {
	tb.Helper()
	p, diagnostics := dedalus.Loader{Library: protocols.Library()}.LoadShipped(name + ".ded")
	if diagnostics.HasErrors() {
		tb.Fatal(diagnostics)
	}
	o := p.Settings()
	return randprog.Task{Program: p.Datalog(), Nodes: o.Nodes, Spec: failure.Spec{EOT: *o.EOT, EFF: *o.EFF, Crashes: *o.Crashes}}
}

// Small local programs for what random ones reach seldom, in every scenario of two nodes
// ⟨4,3,1⟩.
func TestStepsOfSmallPrograms(t *testing.T) {
	for _, src := range []string{
		// history: at that time, later, negated, of a rule that only then becomes true
		`z("a", 1)@1; z("b", 2)@2; z(N, X)@next :- z(N, X), X > 1; t(N, X)@next :- z(N, X)@1; u(N, X)@next :- t(N, X), notin z(N, X)@2; v(M, X)@async :- z(N, X)@2, to(N, M)@1, notin v(N, X)@3; to("a", "b")@1; to("b", "a")@1; w(N, X)@next :- v(N, X)@3, z(N, _)@2;`,
		// a rule that has no premise says where it runs by its head
		`p("a", 1)@next :- 1 < 2, notin q("a"); q("a")@3; q("b")@1; r(M, X)@async :- p(N, X), M == "b"; s("b", 7) :- 1 < 2; s(N, X)@next :- s(N, X), r(N, 1);`,
		// each binding of an aggregate is a message, from one sender and from several
		`p("a", "x", 2)@1; p("a", "y", 2)@1; p("b", "x", 3)@1; in("a")@1; n(M, sum<K>, count<K>, max<X>)@async :- p(N, X, K), M == "b"; n(N, S, C, X)@next :- n(N, S, C, X); p(N, X, K)@next :- p(N, X, K);`,
		// a message to no node, and one to oneself
		`p("a")@1; p(M)@async :- p(N), M == "zz"; p(M)@async :- p(N), M == N; p("b")@1; q(N)@next :- p(N), notin q(N);`,
		// the protocol sees crashes, before they happen
		`p("a")@1; p("b")@1; p(N)@next :- p(N), notin crash(N, N, 2); seen(N, C, T)@next :- p(N), crash(N, C, T)@2; pre(C) :- seen(_, C, _); post(C) :- crash(_, C, 2);`,
		// recursion within a step, through a fact of the history
		`e("a", 1, 2)@1; e("a", 2, 3)@2; e("a", 3, 1)@2; e(N, X, Y)@next :- e(N, X, Y); p(N, X, Y) :- e(N, X, Y); p(N, X, Z) :- p(N, X, Y)@2, p(N, Y, Z); k(N, X)@next :- p(N, X, X); in("b")@1;`,
	} {
		task := randprog.Task{Program: parse(t, src), Nodes: []string{"a", "b"}, Spec: failure.Spec{EOT: 5, EFF: 4, Crashes: 1}}
		stepper, err := eval.NewStepper(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		ev, err := eval.New(task.Program, task.Nodes, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for sc := range (failure.Spec{EOT: 4, EFF: 3, Crashes: 1}).Each(task.Nodes) {
			if d := lockstepDiffers(task, stepper, ev, sc); d != "" {
				t.Fatalf("%s\n%s", d, src)
			}
		}
	}
}

// A step is a function: the order of the inbox and repetitions in it do not matter, the state
// is not changed, results stay as they are, and other steps in between change nothing.
func TestStepIsAFunction(t *testing.T) {
	ctx := context.Background()
	task := protocolTask(t, "agreement/paxos")
	one, err := eval.NewStepper(task.Program, task.Nodes, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	other, _ := eval.NewStepper(task.Program, task.Nodes, eval.Options{})
	type call struct {
		node  string
		state eval.State
		inbox []eval.Message
		text  string
	}
	text := func(s *eval.Step) string { return fmt.Sprint(s.Next, s.Sent, s.Facts()) }
	var calls []call
	states, inboxes := map[string]eval.State{}, map[string][]eval.Message{}
	for _, n := range task.Nodes {
		states[n] = eval.State{Time: 1, Boot: true}
	}
	for range 6 {
		arriving := map[string][]eval.Message{}
		for _, n := range task.Nodes {
			before := fmt.Sprint(states[n])
			step, err := one.Step(ctx, n, states[n], inboxes[n], nil)
			if err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(states[n]) != before {
				t.Fatal("the state has changed")
			}
			calls = append(calls, call{n, states[n], inboxes[n], text(step)})
			states[n] = step.Next
			for _, m := range step.Sent {
				arriving[m.To.Text()] = append(arriving[m.To.Text()], m)
			}
		}
		inboxes = arriving
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 4 * len(calls) {
		c := calls[r.IntN(len(calls))]
		inbox := append(slices.Clone(c.inbox), c.inbox...)
		r.Shuffle(len(inbox), func(i, j int) { inbox[i], inbox[j] = inbox[j], inbox[i] })
		step, err := other.Step(ctx, c.node, c.state, inbox, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := text(step); got != c.text {
			t.Fatalf("call %d, %s at %d:\n%s\nwas\n%s", i, c.node, c.state.Time, got, c.text)
		}
	}
}

// What is wrong with a program or with what a step is given is an error that says so.
func TestStepErrors(t *testing.T) {
	ctx := context.Background()
	for _, src := range []string{
		`p("a")@1; q(N)@next :- p(N), p(M), N != M;`,
		`p("a")@1; q(M)@next :- p(N), r(N, M); r("a", "b")@1;`,
		`p("a")@1; q(N)@next :- p(N), notin p("b");`,
		`p("a")@1; s(N, M) :- p(N), p(M); q(M)@async :- s(N, M);`,
		`p("a")@1; q(N)@next :- p(N), notin crash(_, N, _);`,
	} {
		_, err := eval.NewStepper(parse(t, src), []string{"a", "b"}, eval.Options{})
		var remote *eval.RemoteRuleError
		if !errors.As(err, &remote) || !strings.Contains(err.Error(), "several places") {
			t.Errorf("%s: %v", src, err)
		}
	}
	p := parse(t, `p("a", 1)@1; p(N, X)@next :- p(N, X); q(N, X * X)@next :- p(N, X); big(N, X + 9223372036854775807) :- p(N, X), X > 3; pre(X) :- big(_, X); post(X) :- big(_, X); grow(N, X + 1) :- grow(N, X); grow(N, X) :- p(N, X), X == 3; t(N, X)@next :- grow(N, X);`)
	rel, _ := p.Lookup("p")
	s, err := eval.NewStepper(p, []string{"a", "b"}, eval.Options{MaxFacts: 1000})
	if err != nil {
		t.Fatal(err)
	}
	fact := func(place string, x datalog.Value, time int) datalog.Fact {
		return datalog.Fact{Relation: rel, Args: []datalog.Value{datalog.String(place), x}, Time: time}
	}
	for _, c := range []struct {
		node  string
		state eval.State
		inbox []eval.Message
		want  string
	}{
		{"a", eval.State{Time: 0}, nil, "times start at 1"},
		{"c", eval.State{Time: 1, Boot: true}, nil, `"c" is not a node`},
		{"p", eval.State{Time: 1, Boot: true}, nil, `"p" is not a node`},
		{"a", eval.State{Time: 2, Facts: []datalog.Fact{fact("a", datalog.Int(1), 3)}}, nil, "not a fact of a step at time 2"},
		{"a", eval.State{Time: 2, Facts: []datalog.Fact{fact("b", datalog.Int(1), 2)}}, nil, `is not at "a"`},
		{"a", eval.State{Time: 2, Facts: []datalog.Fact{fact("a", datalog.String("x"), 2)}}, nil, "does not fit"},
		{"a", eval.State{Time: 2, Facts: []datalog.Fact{{Relation: 99, Time: 2}}}, nil, "no relation with number 99"},
		{"a", eval.State{Time: 2}, []eval.Message{{Relation: rel, Args: fact("b", datalog.Int(1), 2).Args}}, `is not at "a"`},
		{"a", eval.State{Time: 2, Facts: []datalog.Fact{fact("a", datalog.Int(4e9), 2)}}, nil, "does not fit 64 bits at time 2"},
		{"a", eval.State{Time: 7, Facts: []datalog.Fact{fact("a", datalog.Int(3), 7)}}, nil, "at time 7"},
	} {
		if _, err := s.Step(ctx, c.node, c.state, c.inbox, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v: %v, want %q", c.node, c.state, err, c.want)
		}
	}
	// After all this, steps are what they should be; what observers compute overflows there.
	state := eval.State{Time: 4, Facts: []datalog.Fact{fact("a", datalog.Int(5), 4)}}
	step, err := s.Step(ctx, "a", state, nil, nil)
	if err != nil || len(step.Next.Facts) != 2 {
		t.Fatalf("%v %v", step, err)
	}
	var overflow *eval.OverflowError
	if _, err := s.Observe(ctx, 4, state.Facts, nil); !errors.As(err, &overflow) || overflow.Time != 4 {
		t.Errorf("observed: %v", err)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Step(ended, "a", state, nil, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// A message that several rules or firings send is sent once, by the first rule; one that is
// aggregated where it arrives is sent once for each binding.
func TestSentOnce(t *testing.T) {
	p := parse(t, `p("a", 1, "x")@1; p("a", 1, "y")@1; q(M, X)@async :- p(N, X, _), to(N, M); q(M, X)@async :- p(N, X, "y"), to(N, M); to("a", "b")@1; s(M, sum<X>)@async :- p(N, X, _), to(N, M); in("b")@1;`)
	s, err := eval.NewStepper(p, []string{"a", "b"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	step, err := s.Step(context.Background(), "a", eval.State{Time: 1, Boot: true}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range step.Sent {
		got = append(got, fmt.Sprint(p.Relations[m.Relation].Name, m.Rule, m.From, m.To, m.Sent, m.Args, m.Arrived))
	}
	if len(got) != 3 || !strings.HasPrefix(got[0], "q") || !strings.HasPrefix(got[1], "s") || got[1] != got[2] || step.Sent[0].Rule != 0 {
		t.Errorf("%q", got)
	}
}

// A node is silent when no message goes between it and another one.
func TestSilent(t *testing.T) {
	ev, err := eval.New(parse(t, `p("a", "a")@1; p("b", "c")@1; q(M)@async :- p(N, M);`), []string{"a", "b", "c", "d"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := ev.Run(context.Background(), failure.Spec{EOT: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := run.Silent(); !slices.Equal(got, []string{"a", "d"}) {
		t.Errorf("silent: %v", got)
	}
}
