package lineage

import "molly/viz/scene"

// A diagram of so many boxes may be laid out in more layers than it needs; of more than a few, the least
// width is found only roughly.
const (
	mostThin = 1500
	fewThin  = 400
)

// fitted draws the diagram as wide as the options have it: if need be with smaller text, then with
// more layers; of the ways that this takes, in the one that is the least high. Where none fits, it is
// as narrow as it can be, and no wider than with the layers that it needs.
func (d *diagram) fitted() *scene.Scene {
	if s := d.asItIs(); s != nil {
		return s
	}
	sizes := d.Sizes()
	smallest := sizes[len(sizes)-1] // in which it is laid out now
	needs := d.layout.W + d.Width - d.room() + 0.01
	if !d.Lanes && len(d.Nodes) <= mostThin {
		for _, size := range sizes[min(1, len(sizes)-1):] {
			if s := d.layeredFor(narrower(size)); s != nil {
				return s
			}
		}
		step := 1.04
		if len(d.Nodes) > fewThin {
			step = 1.25
		}
		for d.Width *= step; d.Width < needs; d.Width *= step {
			if s := d.layeredFor(narrower(smallest)); s != nil {
				return s
			}
		}
	}
	d.Width = needs
	d.set(natural(smallest))
	d.arrange(d.layers())
	return d.paint()
}

// asItIs draws the diagram with no more layers than it needs, if it is narrow enough so.
func (d *diagram) asItIs() *scene.Scene {
	for _, size := range d.Sizes() {
		d.set(natural(size))
		d.arrange(d.layers())
		if d.layout.W <= d.room()+0.01 {
			return d.paint()
		}
	}
	return nil
}

// layeredFor draws the diagram with as many layers as its width takes, or returns nil where no
// number of layers is enough.
func (d *diagram) layeredFor(settings []setting) *scene.Scene {
	var best setting
	var layers [][]int
	least := 0.0
	for _, s := range settings {
		d.set(s)
		list, ok := d.thinLayers(d.room())
		if !ok {
			continue
		}
		d.arrange(list)
		if h := d.layout.H; layers == nil || h < least {
			best, layers, least = s, list, h
		}
	}
	if layers == nil {
		return nil
	}
	d.set(best)
	d.arrange(layers)
	return d.paint()
}

// room is how wide the graph may be.
func (d *diagram) room() float64 { return d.Width - d.margin() - 1.2*d.size }

// margin is what is left of the graph: the times.
func (d *diagram) margin() float64 {
	if d.Width > 0 {
		return max(d.face.Width("time", d.small(), false), d.face.Width("000", d.small(), false)) + 1.2*d.size
	}
	return d.face.Width("time 00", d.size, false) + 1.2*d.size
}
