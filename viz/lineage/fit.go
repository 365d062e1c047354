package lineage

import "molly/viz/scene"

// fitted draws the diagram as wide as the options have it: if need be with smaller text, then with
// more layers; of the ways that this takes, in the one that is the least high.
func (d *diagram) fitted() *scene.Scene {
	if s := d.asItIs(); s != nil {
		return s
	}
	sizes := d.Sizes()
	if !d.Lanes {
		for _, size := range sizes[min(1, len(sizes)-1):] {
			if s := d.layeredFor(narrower(size)); s != nil {
				return s
			}
		}
	}
	const step = 1.04
	smallest := sizes[len(sizes)-1]
	for range 200 { // it fits somewhere below 2,500 times the width
		d.Width *= step
		d.Size = smallest
		if s := d.asItIs(); s != nil {
			return s
		}
		if !d.Lanes {
			if s := d.layeredFor(narrower(smallest)); s != nil {
				return s
			}
		}
	}
	d.Width = 0
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
