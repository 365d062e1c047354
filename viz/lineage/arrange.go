package lineage

import (
	"cmp"
	"slices"

	"molly/viz/layered"
)

// layers are no more than there have to be: the times are bands of layers, the last one on top;
// inside a time, what something rests on is in a lower layer.
func (d *diagram) layers() [][]int {
	depth := d.depths()
	order := make([]int, len(d.Nodes))
	for i := range order {
		order[i] = i
	}
	compare := func(a, b int) int {
		return cmp.Or(cmp.Compare(d.Nodes[b].Time, d.Nodes[a].Time), cmp.Compare(depth[a], depth[b]))
	}
	slices.SortStableFunc(order, compare)
	var layers [][]int
	for k, i := range order {
		if k == 0 || compare(order[k-1], i) != 0 {
			layers = append(layers, nil)
		}
		layers[len(layers)-1] = append(layers[len(layers)-1], i)
	}
	return layers
}

// arrange lets the layers be laid out.
func (d *diagram) arrange(layers [][]int) {
	d.bands, d.edges, d.lanes = nil, nil, nil
	d.layer = make([]int, len(d.Nodes))
	nodes := make([]layered.Node, len(d.Nodes))
	for k, list := range layers {
		for _, i := range list {
			d.layer[i] = k
			nodes[i] = layered.Node{W: d.cells[i].w, H: d.cells[i].h, Layer: k}
		}
		t := d.Nodes[list[0]].Time
		if last := len(d.bands) - 1; last >= 0 && d.bands[last].time == t {
			d.bands[last].last = k
		} else {
			d.bands = append(d.bands, band{t, k, k})
		}
	}
	gaps := layered.Gaps{Nodes: d.nodes * d.size, Edges: d.setting.edges * d.size, Layers: d.setting.layer * d.size, Lanes: 2.4 * d.size}
	if d.Width > 0 {
		gaps.Width = d.room()
	}
	if d.Lanes {
		d.assign(nodes)
		for _, l := range d.lanes {
			gaps.LaneWidths = append(gaps.LaneWidths, d.face.Width(l, d.size, true)+2*d.size)
		}
	}
	for i := range d.Nodes {
		for _, c := range d.Nodes[i].Children {
			if c != i {
				d.edges = append(d.edges, layered.Edge{From: i, To: c})
			}
		}
	}
	d.layout = layered.Compute(nodes, d.edges, gaps)
}

// depths finds how deep each node is below others of its time: below all that rest on it; in a
// circle, which may go through other times, below those that come first.
func (d *diagram) depths() []int {
	depth := make([]int, len(d.Nodes))
	order := d.topDown()
	rank := make([]int, len(d.Nodes))
	for k, i := range order {
		rank[i] = k
	}
	for _, i := range order {
		for _, c := range d.Nodes[i].Children {
			if d.Nodes[c].Time == d.Nodes[i].Time && rank[c] < rank[i] {
				depth[i] = max(depth[i], depth[c]+1)
			}
		}
		for _, c := range d.Nodes[i].Children {
			if d.Nodes[c].Time == d.Nodes[i].Time && rank[c] > rank[i] {
				depth[c] = max(depth[c], depth[i]+1)
			}
		}
	}
	return depth
}

// topDown lists the nodes so that what rests on a node comes before it, but for circles:
// a depth-first walk, backwards.
func (d *diagram) topDown() []int {
	var order []int
	seen := make([]bool, len(d.Nodes))
	var walk func(i int)
	walk = func(i int) {
		if seen[i] {
			return
		}
		seen[i] = true
		for _, c := range slices.Backward(d.Nodes[i].Children) {
			walk(c)
		}
		order = append(order, i)
	}
	for _, r := range slices.Backward(d.Roots) {
		walk(r)
	}
	for i := range d.Nodes {
		walk(i)
	}
	slices.Reverse(order)
	return order
}

// assign gives each node the lane of its place; what has none goes with what depends on it.
func (d *diagram) assign(nodes []layered.Node) {
	lane := map[string]int{}
	add := func(place string) {
		if _, known := lane[place]; !known {
			lane[place] = len(d.lanes)
			d.lanes = append(d.lanes, place)
		}
	}
	used := map[string]bool{}
	for i := range d.Nodes {
		used[d.Nodes[i].Place] = true
	}
	for _, p := range d.Places {
		if used[p] {
			add(p)
		}
	}
	of := make([]int, len(nodes))
	for i := range of {
		of[i] = -1
	}
	for _, i := range d.topDown() {
		if p := d.Nodes[i].Place; p != "" {
			add(p)
			of[i] = lane[p]
		} else if of[i] < 0 {
			of[i] = d.other(lane)
		}
		for _, c := range d.Nodes[i].Children {
			if d.Nodes[c].Place == "" && of[c] < 0 {
				of[c] = of[i]
			}
		}
	}
	for i := range nodes {
		nodes[i].Lane = of[i]
	}
}

// other is the lane of what has no place.
func (d *diagram) other(lane map[string]int) int {
	if _, known := lane[""]; !known {
		lane[""] = len(d.lanes)
		d.lanes = append(d.lanes, "")
	}
	return lane[""]
}
