package lamport

import "molly/viz/scene"

// candidate is a way to draw a diagram of some width.
type candidate struct {
	Options
	setting
	stacked bool // of two traces: the second one is below the first one
}

// candidates are the ways to draw a diagram of some width, the best first: with larger text, with
// more room, with names on the arrows and not in a legend.
func candidates(o Options, stacked bool) []candidate {
	sizes := o.Sizes()
	var list []candidate
	add := func(s setting, sizes []float64) {
		for _, size := range sizes {
			o.Size = size
			list = append(list, candidate{o, s, stacked})
		}
	}
	add(natural(), sizes)
	for i, s := range closer() {
		from := len(sizes) - 1
		if i == 0 {
			from = min(1, from)
		}
		add(s, sizes[from:])
	}
	return list
}

// fitted draws in the first way that fits. Where none does, it draws in the last one, as narrow as
// that can be.
func fitted(ways []candidate, draw func(candidate) (s *scene.Scene, fits bool)) *scene.Scene {
	for _, c := range ways {
		if s, fits := draw(c); fits {
			return s
		}
	}
	c := ways[len(ways)-1]
	const step, most = 1.05, 200
	for range most {
		c.Width *= step
		if s, fits := draw(c); fits {
			return s
		}
	}
	c.Width = 0
	s, _ := draw(c)
	return s
}

// fits reports whether a diagram that is planned is as narrow as it has to be, and has a place for
// each label.
func (d *diagram) fits() bool { return d.Width <= 0 || d.needs <= d.Width+0.01 && !d.crammed }

// spread makes lanes so far apart that the picture has its width, within limits.
func (d *diagram) spread() {
	spare := d.Width - d.needs
	if d.Width <= 0 || spare <= 0 {
		return
	}
	if gaps := len(d.x) - 1; gaps > 0 {
		most := 0.0
		for i := 1; i < len(d.x); i++ {
			most = max(most, d.x[i]-d.x[i-1])
		}
		more := max(min(spare/float64(gaps), farthest*d.size-most), 0)
		for i := range d.x {
			d.x[i] += more * float64(i)
		}
		d.width += more * float64(gaps)
		spare -= more * float64(gaps)
	}
	d.aside = spare / 2
}

// farthest is how far apart lanes are at most, in sizes of the text, where they need not be.
const farthest = 36
