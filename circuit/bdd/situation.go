package bdd

import "molly/failure"

// situations numbers what has happened: a status for each place. The first one, in which nothing
// has, is 0.
type situations struct {
	spec   failure.Spec
	nodes  int
	list   []string // a byte for each place
	number map[string]int
	next   []int // by situation, place and status: the situation with that status; 0 for not known yet
	places int
}

// impossible is the situation that is not admissible.
const impossible = -1

func newSituations(spec failure.Spec, nodes, places int) *situations {
	first := string(make([]byte, places))
	return &situations{
		spec: spec, nodes: nodes, places: places, list: []string{first}, number: map[string]int{first: 0},
		next: make([]int, places*int(statuses)),
	}
}

func (s *situations) of(situation, place int) status { return status(s.list[situation][place]) }

// with changes the status of a place. It returns impossible where more nodes have crashed, or
// come back, than may.
func (s *situations) with(situation, place int, to status) int {
	if s.of(situation, place) == to {
		return situation
	}
	known := (situation*s.places+place)*int(statuses) + int(to)
	if next := s.next[known]; next != 0 {
		return next - 2
	}
	changed := []byte(s.list[situation])
	changed[place] = byte(to)
	n, there := s.number[string(changed)]
	switch crashes, outages := s.ended(string(changed)); {
	case crashes+outages > s.spec.Crashes, outages > s.spec.Restarts:
		n = impossible
	case !there:
		n = len(s.list)
		s.number[string(changed)] = n
		s.list = append(s.list, string(changed))
		s.next = append(s.next, make([]int, s.places*int(statuses))...)
	}
	s.next[known] = n + 2
	return n
}

// ended counts the nodes that have crashed, and those that are or were down.
func (s *situations) ended(statuses string) (crashes, outages int) {
	for _, b := range []byte(statuses[:s.nodes]) {
		switch status(b) {
		case gone:
			crashes++
		case isDown, wasDown:
			outages++
		}
	}
	return crashes, outages
}
