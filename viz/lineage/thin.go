package lineage

import (
	"cmp"
	"math"
	"slices"
)

// thinLayers finds layers that are no wider than there is room, from the top. The times come one after
// the other, the last one first; a node comes after those of its time that rest on it. A layer takes
// nodes in the order of a walk from the top, so that few edges pass it, while they and these edges
// have room. Where that fails, layers have fewer nodes, which leaves fewer edges open. It reports
// whether there are such layers.
func (d *diagram) thinLayers(room float64) (layers [][]int, ok bool) {
	for _, most := range []int{math.MaxInt, 4, 3, 2, 1} {
		if layers, ok = d.scheduled(room, most); ok {
			return layers, true
		}
	}
	return nil, false
}

// schedule is a list of layers under way.
type schedule struct {
	*diagram
	room   float64
	most   int     // nodes in a layer
	beside [][]int // by node: those that it rests on, and those that rest on it
	layer  []int   // by node, or -1
	open   map[int]bool
}

func (d *diagram) scheduled(room float64, most int) (layers [][]int, ok bool) {
	s := &schedule{diagram: d, room: room, most: most, beside: make([][]int, len(d.Nodes)), layer: make([]int, len(d.Nodes)), open: map[int]bool{}}
	for i := range d.Nodes {
		s.layer[i] = -1
		for _, c := range d.Nodes[i].Children {
			if c != i {
				s.beside[i] = append(s.beside[i], c)
				s.beside[c] = append(s.beside[c], i)
			}
		}
	}
	order := d.topDown()
	rank := make([]int, len(order))
	for k, i := range order {
		rank[i] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Nodes[b].Time, d.Nodes[a].Time) })
	for len(order) > 0 {
		time := d.Nodes[order[0]].Time
		ready := func(i int) bool {
			return d.Nodes[i].Time == time && !slices.ContainsFunc(s.beside[i], func(o int) bool {
				return d.Nodes[o].Time == time && rank[o] < rank[i] && s.layer[o] < 0
			})
		}
		list := s.fill(order, ready, len(layers))
		if list == nil {
			return nil, false
		}
		layers = append(layers, list)
		order = slices.DeleteFunc(order, func(i int) bool { return s.layer[i] >= 0 })
	}
	return layers, true
}

// fill takes nodes for a layer, at least one, if there is room.
func (s *schedule) fill(order []int, ready func(int) bool, number int) []int {
	var may []int
	for _, i := range order {
		if ready(i) {
			may = append(may, i)
		}
	}
	// What an edge waits for comes first: it takes the edge's place.
	slices.SortStableFunc(may, func(a, b int) int { return cmp.Compare(s.waiting(b), s.waiting(a)) })
	var list []int
	width, passing := 0.0, len(s.open)
	for _, i := range may {
		w, p := width+s.cells[i].w, passing-s.waiting(i)
		if len(list) > 0 {
			w += s.nodes * s.size
		}
		if len(list) < s.most && w+float64(p)*s.setting.edges*s.size <= s.room {
			width, passing, list = w, p, append(list, i)
		}
	}
	for _, i := range list {
		s.layer[i] = number
		delete(s.open, i)
	}
	for _, i := range list {
		for _, o := range s.beside[i] {
			if s.layer[o] < 0 {
				s.open[o] = true
			}
		}
	}
	return list
}

// waiting is 1 for a node that an edge from above waits for, else 0.
func (s *schedule) waiting(i int) int {
	if s.open[i] {
		return 1
	}
	return 0
}
