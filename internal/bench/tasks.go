package main

import (
	"fmt"
	"strings"
	"time"

	"molly/dedalus"
	"molly/failure"
	"molly/internal/bench/programs"
	"molly/protocols"
	"molly/verify/expect"
)

// task is a question that is measured.
type task struct {
	program programs.Program
	spec    failure.Spec
	// aim is the time that it should take inside the process; 0 is none. aimMB is the same
	// for the memory at the peak.
	aim   time.Duration
	aimMB float64
}

func (t task) name() string { return t.program.Family + " " + t.spec.String() }

// tasks are all that is measured, by table.
type tasks struct {
	sizes []task // the families
	hard  []task // what takes too long
	kinds []task // what each kind of fault costs: of each program first without any of them
	// library is the protocols that ship with molly, under each specification with a known verdict.
	library []task
}

const ms = time.Millisecond

func allTasks() (tasks, error) {
	var all tasks
	spec := func(eot, eff, crashes int) failure.Spec {
		return failure.Spec{EOT: eot, EFF: eff, Crashes: crashes}
	}
	paxos, err := programs.Library("agreement/paxos")
	if err != nil {
		return all, err
	}
	replication := programs.Replication()
	ack := func(n int) programs.Program { return programs.Delivery("ack", n) }
	all.sizes = []task{
		{ack(3), spec(16, 15, 1), 2 * ms, 0},
		{ack(3), spec(400, 399, 1), 50 * ms, 0},
		{ack(10), spec(16, 15, 1), 20 * ms, 0},
		{ack(20), spec(16, 15, 1), 100 * ms, 0},
		{ack(30), spec(16, 15, 1), 300 * ms, 0},
		{ack(30), spec(40, 39, 1), 1500 * ms, 0},
		{ack(30), spec(16, 15, 3), 2000 * ms, 0},
		{paxos, spec(20, 19, 1), 250 * ms, 0},
		{paxos, spec(26, 25, 1), 1000 * ms, 0},
		{programs.Paxos(5, 3), spec(14, 13, 1), 0, 0},
		{replication, spec(17, 8, 1), 300 * ms, 0},
		{replication, spec(30, 20, 1), 1500 * ms, 60},
		{replication, spec(30, 0, 1), 700 * ms, 0},
		{programs.Closure(false, 16), spec(2, 2, 0), 200 * ms, 0},
		{programs.Closure(true, 16), spec(2, 2, 0), 200 * ms, 0},
		{programs.Delivery("redun", 10), spec(16, 15, 1), 0, 0},
		{programs.Delivery("redun", 20), spec(16, 15, 1), 0, 0},
		{programs.Delivery("classic", 5), spec(10, 9, 1), 0, 0},
		{programs.Delivery("classic", 10), spec(10, 9, 1), 0, 0},
	}
	all.hard = []task{
		{program: programs.Detector(3), spec: spec(26, 21, 1)},
		{program: programs.Paxos(7, 4), spec: spec(20, 19, 2)},
	}
	if all.kinds, err = kindTasks(ack(10)); err != nil {
		return all, err
	}
	all.library, err = libraryTasks()
	return all, err
}

// kindTasks are questions that differ in what may go wrong beside losses and crashes. The last
// delay is the longest that matters: a message may arrive at any later time of the run.
func kindTasks(ack programs.Program) ([]task, error) {
	var list []task
	for _, base := range []struct {
		library string
		spec    failure.Spec
	}{
		{"agreement/paxos", failure.Spec{EOT: 14, EFF: 13, Crashes: 1}},
		{"agreement/raft-election", failure.Spec{EOT: 12, EFF: 11, Crashes: 1}},
		{"commit/3pc", failure.Spec{EOT: 9, EFF: 7}},
		{"replication/kafka-fixed", failure.Spec{EOT: 10, EFF: 8, Crashes: 1}},
		{"", failure.Spec{EOT: 10, EFF: 7, Crashes: 1}},
	} {
		p := ack
		if base.library != "" {
			var err error
			if p, err = programs.Library(base.library); err != nil {
				return nil, err
			}
		}
		for _, more := range []func(*failure.Spec){
			func(*failure.Spec) {},
			func(s *failure.Spec) { s.Delay = 2 },
			func(s *failure.Spec) { s.Delay, s.NoLoss = 2, true },
			func(s *failure.Spec) { s.Delay, s.FIFO = 2, true },
			func(s *failure.Spec) { s.Twice = true },
			func(s *failure.Spec) { s.Delay, s.Twice = 2, true },
			func(s *failure.Spec) { s.Restarts = 1 },
			func(s *failure.Spec) { s.Delay = s.EOT - 2 },
		} {
			spec := base.spec
			more(&spec)
			if spec.Validate(len(p.Nodes)) == nil { // no restarts without crashes
				list = append(list, task{program: p, spec: spec})
			}
		}
	}
	return list, nil
}

// libraryTasks are the questions with a known verdict, each once.
func libraryTasks() ([]task, error) {
	var list []task
	seen := map[string]bool{}
	for _, known := range protocols.All() {
		f, err := expect.ReadShipped(dedalus.Loader{Library: protocols.Library()}, known.File())
		if err != nil {
			return nil, err
		}
		for _, e := range f.Expectations {
			p := programs.Program{Family: known.Name, Library: []string{known.Name}, Nodes: e.Nodes}
			if e.Own {
				p.Family += " on " + strings.Join(e.Nodes, ",")
			}
			if t := (task{program: p, spec: e.Spec}); !seen[t.name()] {
				seen[t.name()] = true
				list = append(list, t)
			}
		}
	}
	return list, nil
}

// find returns the task with a name.
func (all tasks) find(name string) (task, error) {
	for _, list := range [][]task{all.sizes, all.hard, all.kinds, all.library} {
		for _, t := range list {
			if t.name() == name {
				return t, nil
			}
		}
	}
	return task{}, fmt.Errorf("no question is called %q", name)
}
