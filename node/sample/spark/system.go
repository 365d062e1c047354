// Package spark is the standalone cluster of Apache Spark in small, as Go actors, with one switch for each of three of its
// bugs on which DEMi was evaluated (Scott et al. 2016).
//
// M is the master. It keeps in a store which workers, drivers and applications there are, and reads it after a crash. W1 to
// W3 are workers. D1 and D2 are drivers: a worker runs the process of a driver, and the driver registers its application,
// gets an executor on each worker, and gives them the tasks of its jobs. A task is launched near its data where that is
// possible (delay scheduling). Timers may fire at any time, so a worker that is alive may be called dead, and a
// registration whose answer is late comes again.
//
// Commands: Submit runs a driver, RunJob gives it a job.
package spark

import (
	"fmt"

	"molly/node"
	"molly/node/actor"
)

const master = "M"

var (
	workers = []string{"W1", "W2", "W3"}
	drivers = []string{"D1", "D2"}
)

// disk says on which worker's machine a block is.
var disk = map[string]string{"a": "W1", "b": "W2", "c": "W3"}

// System is a master, three workers and two drivers, which are submitted at the beginning.
func System(bugs Bugs) *node.System {
	nodes := append([]string{master}, workers...)
	s := actor.System(actor.Config{
		Name: "spark", Nodes: append(nodes, drivers...),
		New: func(name string) actor.Actor {
			switch name[0] {
			case 'M':
				return &Master{bugs: bugs}
			case 'W':
				return &Worker{}
			}
			return &Driver{bugs: bugs}
		},
		Messages: []any{
			RegisterWorker{}, RegisteredWorker{}, MasterChanged{}, Reconnect{}, Heartbeat{},
			LaunchDriver{}, RunDriver{}, DriverExited{}, DriverFailed{}, RegisterApplication{}, RegisteredApplication{},
			LaunchExecutor{}, KillExecutor{}, RegisterExecutor{}, ExecutorLost{}, LaunchTask{}, TaskFinished{},
		},
		Commands: []any{Submit{}, RunJob{}},
		Content: func(name string) any {
			if name[0] == 'D' {
				return disk
			}
			return nil
		},
		Oracle: func() node.Oracle { return oracle{} },
		Mask:   mask,
	})
	for _, name := range drivers {
		s.Setup = append(s.Setup, actor.Command(s, master, Submit{name}))
	}
	return s
}

// mask is what is alike in messages of different executions: numbers are left out.
func mask(message any) string {
	switch m := message.(type) {
	case RegisterWorker:
		return fmt.Sprint(m.Drivers, len(m.Executors))
	case LaunchDriver:
		return m.Driver
	case DriverFailed:
		return m.Driver
	case LaunchExecutor:
		return m.Executor.Driver
	case LaunchTask:
		return string(m.Locality)
	}
	return fmt.Sprintf("%T", message)
}
