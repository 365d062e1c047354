package spark

import (
	"fmt"
	"slices"

	"molly/node"
	"molly/node/actor"
)

// oracle demands that no task is launched on an executor while another one of its job waits whose data is nearer to it. All
// else that can go wrong makes a node panic.
type oracle struct{}

func (oracle) Check(w *node.World, e *node.Event) *node.Violation {
	if e.Node < 0 || w.Status(e.Node) != node.Up {
		return nil
	}
	for _, it := range e.Sent {
		launched, ok := actor.Read[LaunchTask](it)
		if !ok {
			continue
		}
		if v := inversion(actor.Of[*Driver](w, e.Node), launched); v != nil {
			return &node.Violation{
				Fingerprint: "locality inversion", Nodes: []int{e.Node},
				Text: fmt.Sprintf("%s %s", w.System.Nodes[e.Node], *v),
			}
		}
	}
	return nil
}

// inversion says which task should have been launched in the place of one, or is nil.
func inversion(d *Driver, launched LaunchTask) *string {
	set := d.Sets[slices.IndexFunc(d.Sets, func(s *TaskSet) bool { return s.Job == launched.Job })]
	e := d.slot(launched.Executor)
	for i, t := range set.Tasks {
		if l := d.locality(t.Block, e); t.waits() && slices.Index(levels, l) < slices.Index(levels, launched.Locality) {
			return new(fmt.Sprintf("launches task %d of job %d on %s, %s, while task %d waits, %s", launched.Task, set.Job, e.Worker, launched.Locality, i, l))
		}
	}
	return nil
}
