package randprog

import (
	"maps"
	"math/big"
	"slices"
	"testing"

	"molly/datalog"
	"molly/failure"
)

// Each kind of fault is in a minimal counterexample of one task in a hundred or more, and each thing
// that wide tasks have decides something: without it the verdict is another one, or other scenarios
// of what is left violate.
func TestWideKindsMatter(t *testing.T) {
	n := *tasks
	if testing.Short() {
		n /= 4
	}
	r := seeded(6)
	have, verdict, scenarios := map[string]int{}, map[string]int{}, map[string]int{}
	minimals := map[failure.Kind]int{}
	violated := 0
	for range n {
		task := NewTask(r, Options{Wide: true, NoOverflow: true}, max(*limit, 250))
		all := violations(t, task)
		if len(all) > 0 {
			violated++
		}
		kinds := map[failure.Kind]bool{}
		for _, sc := range minimal(task, all) {
			for _, f := range sc {
				kinds[f.Kind] = true
			}
		}
		for k := range kinds {
			minimals[k]++
		}
		for name, without := range withoutEach(task) {
			have[name]++
			left := violations(t, without)
			if (len(all) > 0) != (len(left) > 0) {
				verdict[name]++
			}
			for sc := range without.Spec.Each(task.Nodes) {
				if all[sc.String()] != left[sc.String()] {
					scenarios[name]++
					break
				}
			}
		}
	}
	t.Logf("%d tasks, %d violated; some minimal counterexample has: %v", n, violated, minimals)
	for _, name := range slices.Sorted(maps.Keys(have)) {
		t.Logf("%-12s in %3d, changes the verdict of %3d, what a scenario does in %3d", name, have[name], verdict[name], scenarios[name])
		if !testing.Short() && verdict[name]+scenarios[name] == 0 {
			t.Errorf("%s decides nothing in any of %d tasks that have it", name, have[name])
		}
	}
	for k := range failure.Input + 1 {
		if !testing.Short() && 100*minimals[k] < n {
			t.Errorf("only %d of %d tasks have a minimal counterexample with a fault of kind %v", minimals[k], n, k)
		}
	}
}

// violations runs every scenario of a task.
func violations(t *testing.T, task Task) map[string]bool {
	free := run(t, task, nil)
	list := map[string]bool{}
	for s := range task.Spec.Each(task.Nodes) {
		if run(t, task, s).Breaks(task.Program, free) {
			list[s.String()] = true
		}
	}
	return list
}

// minimal returns the minimal ones of what violates.
func minimal(task Task, violating map[string]bool) []failure.Scenario {
	var list []failure.Scenario
	for s := range task.Spec.Each(task.Nodes) {
		if violating[s.String()] {
			list = append(list, s)
		}
	}
	return failure.Minimal(list)
}

// withoutEach takes each thing from a task that it has.
func withoutEach(task Task) map[string]Task {
	list := map[string]Task{}
	program := func(name string, has bool, change func(*datalog.Program)) {
		if has {
			p, without := *task.Program, task
			change(&p)
			without.Program = &p
			without.Spec.Inputs = p.Choices()
			list[name] = without
		}
	}
	spec := func(name string, has bool, change func(*failure.Spec)) {
		without := task
		change(&without.Spec)
		if has && without.Spec.Scenarios(task.Nodes).Cmp(big.NewInt(5**limit)) <= 0 {
			list[name] = without
		}
	}
	p, s := task.Program, task.Spec
	spec("delay", s.Delay > 0, func(s *failure.Spec) { s.Delay = 0 })
	spec("loss", !s.NoLoss, func(s *failure.Spec) { s.NoLoss = true })
	spec("twice", s.Twice, func(s *failure.Spec) { s.Twice = false })
	spec("fifo", s.FIFO, func(s *failure.Spec) { s.FIFO = false })
	spec("restarts", s.Restarts > 0, func(s *failure.Spec) { s.Restarts = 0 })
	spec("faults", s.MaxFaults > 0, func(s *failure.Spec) { s.MaxFaults = 0 })
	spec("lossy", s.Lossy != "", func(s *failure.Spec) { s.Lossy = "" })
	spec("crashable", s.Crashable != "", func(s *failure.Spec) { s.Crashable = "" })
	spec("crash-until", s.CrashUntil > 0, func(s *failure.Spec) { s.CrashUntil = 0 })
	program("stable", len(p.Stable) > 0, func(p *datalog.Program) { p.Stable = nil })
	program("never", p.Never != datalog.NoRelation, func(p *datalog.Program) { p.Never = datalog.NoRelation })
	program("inputs", len(p.Inputs) > 0, func(p *datalog.Program) { p.Inputs = nil })
	program("lasting", len(p.Lasting) > 0, func(p *datalog.Program) {
		p.Facts, p.Lasting = append(p.Facts[:len(p.Facts):len(p.Facts)], p.Lasting...), nil
	})
	program("boot", p.Boot != datalog.NoRelation, func(p *datalog.Program) { p.Boot = datalog.NoRelation })
	program("outage", p.Outage != datalog.NoRelation, func(p *datalog.Program) { p.Outage = datalog.NoRelation })
	program("member", p.Member != datalog.NoRelation, func(p *datalog.Program) { p.Member = datalog.NoRelation })
	program("now", p.Now != datalog.NoRelation, func(p *datalog.Program) { p.Now = datalog.NoRelation })
	return list
}
