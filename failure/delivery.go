package failure

import (
	"fmt"
	"strings"
)

// Delivery is what becomes of a message, or of its second copy, on the way to its receiver.
type Delivery struct {
	Time int  // at which it gets to the receiver, or would get there if nothing took it
	Copy bool // it is the second one
	Late int  // by how many rounds the first one is late
	// By is what lets it arrive when it does: of a second copy its Twice; of what is late its own
	// Late, or where links keep order, that of what was sent before it. It is the zero Fault where
	// the message is in time.
	By       Fault
	Lost     bool
	Taken    Fault // what it is lost by: an omission, a crash, or an outage of the receiver
	AfterEnd bool  // it is not lost, and gets there only after the end of the run
}

// Arrived reports whether it arrives during the run.
func (d Delivery) Arrived() bool { return !d.Lost && !d.AfterEnd }

// Faults lists the faults that decide what becomes of it.
func (d Delivery) Faults() (list []Fault) {
	for _, f := range [...]Fault{d.By, d.Taken} {
		if f != (Fault{}) {
			list = append(list, f)
		}
	}
	return list
}

// Deliveries returns what becomes of what from sends to at a time: of the message, and of its
// second copy where there is one. Both must be nodes.
func (s Scenario) Deliveries(spec Spec, from, to string, time int) []Delivery {
	if f, lost := s.LostBy(from, to, time); lost {
		return []Delivery{{Time: time + 1, Lost: true, Taken: f}}
	}
	times := []int{time + 1} // what a node sends itself
	if from != to {
		times = s.Arrivals(spec, from, to, time)
	}
	list := make([]Delivery, len(times))
	for i, t := range times {
		d := Delivery{Time: t, Copy: i > 0}
		if d.Copy {
			d.By, _ = s.OfMessage(Twice, from, to, time)
		} else if d.Late = t - time - 1; d.Late > 0 {
			d.By = s.lateUntil(from, to, time, t)
		}
		d.Taken, d.Lost = s.OutageAt(to, t)
		d.AfterEnd = !d.Lost && t > spec.EOT
		list[i] = d
	}
	return list
}

// lateUntil returns the lateness that makes what is sent at a time, or before, arrive at another.
func (s Scenario) lateUntil(from, to string, sent, arrives int) Fault {
	for t := sent; t >= 1; t-- {
		if f, late := s.OfMessage(Late, from, to, t); late && t+1+f.D == arrives {
			return f
		}
	}
	panic(fmt.Sprintf("failure: nothing makes %s → %s of %d arrive at %d in %v", from, to, sent, arrives, s))
}

// Describe says in words what becomes of what was sent at a time.
func (d Delivery) Describe(sent int) string {
	what := "arrived"
	if d.Copy {
		what = "a second copy arrived"
	}
	switch {
	case d.Lost && d.Taken.Kind == Crash:
		return fmt.Sprintf("lost: %s crashed at %d", d.Taken.Node, d.Taken.Time)
	case d.Lost && d.Taken.Kind == Omission:
		return "lost: omission"
	case d.Lost && d.Copy:
		return fmt.Sprintf("a second copy was lost at %d: %s is down", d.Time, d.Taken.Node)
	case d.Lost:
		return fmt.Sprintf("lost at %d: %s is down", d.Time, d.Taken.Node)
	case d.AfterEnd:
		what = strings.Replace(what, "arrived", "would arrive after the end,", 1)
	}
	text := fmt.Sprintf("%s at %d", what, d.Time)
	if d.Late > 0 {
		text += ", " + rounds(d.Late) + " late"
	}
	if d.By.Kind == Late && d.By != (Fault{}) && d.By.Time < sent {
		text += fmt.Sprintf(", behind what was sent at %d", d.By.Time)
	}
	return text
}
