package spark

import (
	"slices"

	"molly/node/actor"
)

// TaskSet are the tasks of a job.
type TaskSet struct {
	Job   int
	Tasks []Task
}

// Task is a part of a job.
type Task struct {
	Block    string // that it reads; "" for none
	Executor int    // that does it; 0: it waits
	Done     bool
}

func (t Task) waits() bool { return t.Executor == 0 }

// Locality is how near to its data a task runs.
type Locality string

// The levels of locality, from the best on.
const (
	ProcessLocal Locality = "process-local" // in the memory of the executor
	NodeLocal    Locality = "node-local"    // on the disk of its machine
	NoPreference Locality = "no-preference" // there is no data
	Anywhere     Locality = "anywhere"      // elsewhere
)

var levels = []Locality{ProcessLocal, NodeLocal, NoPreference, Anywhere}

// locality is that of a block for an executor.
func (d *Driver) locality(block string, e *Slot) Locality {
	executor, cached := d.Cached[block]
	switch {
	case block == "":
		return NoPreference
	case cached && executor == e.ID:
		return ProcessLocal
	case d.Disk[block] == e.Worker:
		return NodeLocal
	}
	return Anywhere
}

// offer gives the executors that are free to tasks: of the oldest job first, and of these the ones with the best locality
// first. A task runs anywhere only after the driver has waited for a better executor (delay scheduling, Zaharia et al. 2010).
func (d *Driver) offer(c *actor.Context) {
	waiting := false
	for _, set := range d.Sets {
		for _, level := range levels {
			for _, e := range d.Executors {
				if d.App != "" && e.App == d.App && !e.Busy {
					d.launch(c, set, level, e)
				}
			}
		}
		waiting = waiting || slices.ContainsFunc(set.Tasks, Task.waits)
	}
	if waiting {
		c.Set("wait")
	} else {
		c.Clear("wait")
	}
}

// launch launches a task of a level on an executor, if there is one.
func (d *Driver) launch(c *actor.Context, set *TaskSet, level Locality, e *Slot) {
	if level == Anywhere && !d.Waited {
		return
	}
	i := d.find(set, level, e)
	if i < 0 && d.bugs.Inversion {
		level = NoPreference
		i = d.find(set, level, e)
	}
	if i < 0 {
		return
	}
	if level == Anywhere {
		d.Waited = false
	}
	set.Tasks[i].Executor, e.Busy = e.ID, true
	c.Send(e.Worker, LaunchTask{e.ID, set.Job, i, level})
}

// find is the first task of a level that waits, or -1.
func (d *Driver) find(set *TaskSet, level Locality, e *Slot) int {
	return slices.IndexFunc(set.Tasks, func(t Task) bool { return t.waits() && d.locality(t.Block, e) == level })
}
