package spark

import (
	"slices"

	"molly/node/actor"
)

// Driver runs jobs, as an application. It is idle until a worker runs it.
type Driver struct {
	Host string `molly:"stable"` // the worker that runs its process, which sees its end
	Run  int    `molly:"stable"` // how often it was run

	Running   bool
	App       string            // "": not registered
	Executors []*Slot           // that it knows of
	Disk      map[string]string // the worker on whose machine a block is
	Cached    map[string]int    // the executor that has a block in memory
	Sets      []*TaskSet        // the jobs that are not done, from the oldest on
	Jobs      int               // how many there were
	Waited    bool              // long enough for an executor with better locality

	bugs Bugs
}

// Slot is an executor as its driver knows it.
type Slot struct {
	ID     int
	App    string
	Worker string
	Busy   bool
}

// Start waits to be run.
func (d *Driver) Start(*actor.Context) {}

// Restart tells the worker that the process has ended.
func (d *Driver) Restart(c *actor.Context) {
	if d.Host != "" {
		c.Send(d.Host, DriverExited{})
	}
}

// run begins an application.
func (d *Driver) run(c *actor.Context, host string) {
	*d = Driver{Host: host, Run: d.Run + 1, Running: true, Cached: map[string]int{}, bugs: d.bugs}
	c.Content(&d.Disk)
	c.Clear("wait")
	c.Set("register")
	c.Send(master, RegisterApplication{d.Run})
}

// Timer registers again, or stops waiting for better locality.
func (d *Driver) Timer(c *actor.Context, name string) {
	switch name {
	case "register":
		c.Send(master, RegisterApplication{d.Run})
		c.Set("register")
	case "wait":
		d.Waited = true
		d.offer(c)
	}
}

// Command takes a job.
func (d *Driver) Command(c *actor.Context, command any) {
	if !d.Running {
		c.Note("is not run")
		return
	}
	d.Jobs++
	set := &TaskSet{Job: d.Jobs}
	for _, block := range command.(RunJob).Blocks {
		set.Tasks = append(set.Tasks, Task{Block: block})
	}
	d.Sets = append(d.Sets, set)
	d.offer(c)
}

// Message takes a message.
func (d *Driver) Message(c *actor.Context, from string, message any) {
	if _, ok := message.(RunDriver); ok {
		d.run(c, from)
	}
	if !d.Running {
		return
	}
	switch m := message.(type) {
	case RegisteredApplication:
		if m.Run != d.Run {
			return
		}
		d.App = m.App
		c.Clear("register")
	case RegisterExecutor:
		if d.slot(m.ID) == nil {
			d.Executors = append(d.Executors, &Slot{ID: m.ID, App: m.App, Worker: from})
		}
	case ExecutorLost:
		d.lost(m.ID)
	case TaskFinished:
		d.finished(m)
	}
	d.offer(c)
}

// lost forgets an executor. What it did waits again, and what it had in memory is gone.
func (d *Driver) lost(id int) {
	d.Executors = slices.DeleteFunc(d.Executors, func(e *Slot) bool { return e.ID == id })
	for block, executor := range d.Cached {
		if executor == id {
			delete(d.Cached, block)
		}
	}
	for _, set := range d.Sets {
		for i := range set.Tasks {
			if t := &set.Tasks[i]; t.Executor == id && !t.Done {
				t.Executor = 0
			}
		}
	}
}

// finished takes the end of a task. Its block stays in the memory of the executor.
func (d *Driver) finished(m TaskFinished) {
	e := d.slot(m.Executor)
	if e == nil || e.App != d.App {
		return // of an earlier run
	}
	i := slices.IndexFunc(d.Sets, func(set *TaskSet) bool { return set.Job == m.Job })
	if i < 0 || d.Sets[i].Tasks[m.Task].Executor != m.Executor {
		return
	}
	t := &d.Sets[i].Tasks[m.Task]
	t.Done, e.Busy = true, false
	if t.Block != "" {
		d.Cached[t.Block] = m.Executor
	}
	if !slices.ContainsFunc(d.Sets[i].Tasks, func(t Task) bool { return !t.Done }) {
		d.Sets = slices.Delete(d.Sets, i, i+1)
	}
}

// slot is an executor that the driver knows, or nil.
func (d *Driver) slot(id int) *Slot {
	for _, e := range d.Executors {
		if e.ID == id {
			return e
		}
	}
	return nil
}
