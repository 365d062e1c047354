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
	inboxes map[string][]eval.Message
	past    []datalog.Fact // all that held
	out     map[string]bool
}

func newLockstep(task randprog.Task, s *eval.Stepper, sc failure.Scenario) *lockstep {
	l := &lockstep{task: task, stepper: s, sc: sc, states: map[string]eval.State{}, inboxes: map[string][]eval.Message{}, out: map[string]bool{}}
	for _, n := range task.Nodes {
		l.states[n] = eval.State{Time: 1}
	}
	return l
}

func (l *lockstep) run() error {
	ctx := context.Background()
	for t := 1; t <= l.task.Spec.EOT; t++ {
		inboxes := map[string][]eval.Message{}
		for _, n := range l.task.Nodes {
			step, err := l.stepper.Step(ctx, n, l.states[n], l.inboxes[n], l.sc.Crashes())
			if err != nil {
				return err
			}
			l.note(step, t)
			l.states[n] = step.Next
			if t < l.task.Spec.EOT {
				for _, m := range step.Sent {
					arrives := l.arrives(m)
					l.out[fmt.Sprintf("message %s %s %d %s %v", place(m.From), place(m.To), m.Sent,
						datalog.FormatTuple(l.task.Program.Relations[m.Relation].Name, m.Args), arrives)] = true
					if arrives {
						inboxes[m.To.Text()] = append(inboxes[m.To.Text()], m)
					}
				}
			}
		}
		l.inboxes = inboxes
		step, err := l.stepper.Observe(ctx, t, l.past, l.sc.Crashes())
		if err != nil {
			return err
		}
		l.note(step, t)
	}
	return nil
}

func (l *lockstep) arrives(m eval.Message) bool {
	node := func(v datalog.Value) bool { return slices.Contains(l.task.Nodes, v.Text()) }
	return node(m.From) && node(m.To) && l.sc.Delivers(m.From.Text(), m.To.Text(), m.Sent)
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
		head := ""
		if !rule.Aggregates() {
			head = tuple(f.Head)
		}
		if rule.Timing != datalog.Deductive && t == l.task.Spec.EOT {
			continue
		}
		if rule.Timing == datalog.Asynchronous {
			m := eval.Message{From: f.Premises[0].Args[0], To: f.Head.Args[0], Sent: t}
			if !l.arrives(m) {
				continue
			}
		}
		l.out[fmt.Sprintf("firing %d %d %s %s", f.Rule, t, strings.Join(premises, " "), head)] = true
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
		return strings.HasPrefix(line, "crash(") // the steps were given them
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
		if strings.Contains(task.Source, "@2,") {
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
