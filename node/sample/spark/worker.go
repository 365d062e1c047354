package spark

import (
	"slices"

	"molly/node/actor"
)

// Worker runs drivers and executors.
type Worker struct {
	Life       int `molly:"stable"` // how often it began anew
	Registered bool
	Drivers    []string
	Executors  []Executor
	Tasks      []Doing
}

// Doing is a task that an executor does.
type Doing struct {
	Driver string
	Task   TaskFinished // what is said when it is done
}

// Start registers with the master.
func (w *Worker) Start(c *actor.Context) {
	*w = Worker{Life: w.Life + 1}
	c.Clear("task")
	c.Set("heartbeat")
	w.register(c)
}

func (w *Worker) register(c *actor.Context) {
	c.Send(master, RegisterWorker{w.Life, w.Drivers, w.Executors})
}

// Timer says that the worker is alive, or that a task is done.
func (w *Worker) Timer(c *actor.Context, name string) {
	switch {
	case name == "task":
		t := w.Tasks[0]
		w.Tasks = w.Tasks[1:]
		c.Send(t.Driver, t.Task)
		w.work(c)
		return
	case w.Registered:
		c.Send(master, Heartbeat{})
	default:
		w.register(c)
	}
	c.Set("heartbeat")
}

// work goes on with the first task.
func (w *Worker) work(c *actor.Context) {
	if len(w.Tasks) > 0 {
		c.Set("task")
	} else {
		c.Clear("task")
	}
}

// Message takes a message.
func (w *Worker) Message(c *actor.Context, from string, message any) {
	switch m := message.(type) {
	case RegisteredWorker:
		w.Registered = true
	case MasterChanged:
		w.register(c)
	case Reconnect:
		w.Start(c)
	case LaunchDriver:
		if !slices.Contains(w.Drivers, m.Driver) {
			w.Drivers = append(w.Drivers, m.Driver)
		}
		c.Send(m.Driver, RunDriver{})
	case DriverExited:
		if i := slices.Index(w.Drivers, from); i >= 0 {
			w.Drivers = slices.Delete(w.Drivers, i, i+1)
			c.Send(master, DriverFailed{from})
		}
	case LaunchExecutor:
		if !slices.Contains(w.Executors, m.Executor) {
			w.Executors = append(w.Executors, m.Executor)
		}
		c.Send(m.Executor.Driver, RegisterExecutor{m.Executor.ID, m.Executor.App})
	case KillExecutor:
		w.kill(c, m.ID)
	case LaunchTask:
		if !slices.ContainsFunc(w.Executors, func(e Executor) bool { return e.ID == m.Executor }) {
			c.Send(from, ExecutorLost{m.Executor})
			return
		}
		w.Tasks = append(w.Tasks, Doing{from, TaskFinished{m.Executor, m.Job, m.Task}})
		w.work(c)
	}
}

// kill ends an executor, with what it does.
func (w *Worker) kill(c *actor.Context, id int) {
	w.Executors = slices.DeleteFunc(w.Executors, func(e Executor) bool { return e.ID == id })
	w.Tasks = slices.DeleteFunc(w.Tasks, func(t Doing) bool { return t.Task.Executor == id })
	w.work(c)
}
