package plot

import (
	"math"
	"strconv"

	"molly/viz/scene"
)

// Axis is a direction of a plot.
type Axis struct {
	Label string
	Log   bool // only numbers above 0 are then drawn
}

// scale places numbers along a part of the paper.
type scale struct {
	Axis
	low, high float64 // of the numbers
	from, to  float64 // of the paper
}

// newScale makes a scale that has room for all numbers.
func newScale(a Axis, numbers []float64, from, to float64) scale {
	s := scale{Axis: a, low: math.Inf(1), high: math.Inf(-1), from: from, to: to}
	for _, n := range numbers {
		if s.drawable(n) {
			s.low, s.high = min(s.low, n), max(s.high, n)
		}
	}
	if s.low > s.high {
		s.low, s.high = 1, 10
	}
	if a.Log {
		s.low = math.Pow(10, math.Floor(math.Log10(s.low)+1e-9))
		s.high = math.Pow(10, math.Ceil(math.Log10(s.high)-1e-9))
		if s.low == s.high {
			s.high *= 10
		}
		return s
	}
	step := s.step()
	s.low, s.high = math.Floor(s.low/step)*step, math.Ceil(s.high/step)*step
	if s.low == s.high {
		s.high = s.low + step
	}
	return s
}

func (s scale) drawable(n float64) bool {
	return !math.IsNaN(n) && !math.IsInf(n, 0) && (!s.Log || n > 0)
}

// at returns where a number is.
func (s scale) at(n float64) float64 {
	if s.Log {
		return s.from + (s.to-s.from)*math.Log10(n/s.low)/math.Log10(s.high/s.low)
	}
	return s.from + (s.to-s.from)*(n-s.low)/(s.high-s.low)
}

// step is a round distance between ticks.
func (s scale) step() float64 {
	span := s.high - s.low
	if span == 0 {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10(span)))
	for _, part := range [...]float64{0.1, 0.2, 0.5} {
		if span/(step*part) <= 8 {
			return step * part
		}
	}
	return step
}

// tick is a number with its name.
type tick struct {
	value float64
	text  string
	power string // of 10, where the name is one
}

// ticks returns at most about nine numbers to name.
func (s scale) ticks() []tick {
	var list []tick
	if !s.Log {
		step := s.step()
		for i := math.Round(s.low / step); i*step <= s.high+step/1e6; i++ {
			list = append(list, tick{value: i * step, text: strconv.FormatFloat(round(i*step), 'g', -1, 64)})
		}
		return list
	}
	first, last := int(math.Round(math.Log10(s.low))), int(math.Round(math.Log10(s.high)))
	stride := (last-first)/9 + 1
	for e := first; e <= last; e += stride {
		t := tick{value: math.Pow(10, float64(e)), text: "10", power: strconv.Itoa(e)}
		if e >= 0 && e <= 3 {
			t.text, t.power = strconv.Itoa(int(math.Round(t.value))), ""
		}
		list = append(list, t)
	}
	return list
}

// round drops what binary fractions add.
func round(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 9, 64), 64)
	if err != nil {
		return x
	}
	return y
}

// label returns a tick's name, with its power raised.
func (t tick) label(at scene.Point, anchor scene.Anchor, size float64, c scene.Colour, face *scene.Typeface) []scene.Shape {
	if t.power == "" {
		return []scene.Shape{scene.Text{String: t.text, At: at, Anchor: anchor, Size: size, Colour: c}}
	}
	small := 0.7 * size
	w, p := face.Width(t.text, size, false), face.Width(t.power, small, false)
	left := at.X - (w+p)*[...]float64{scene.Start: 0, scene.Middle: 0.5, scene.End: 1}[anchor]
	return []scene.Shape{
		scene.Text{String: t.text, At: scene.Point{X: left, Y: at.Y}, Size: size, Colour: c},
		scene.Text{String: t.power, At: scene.Point{X: left + w, Y: at.Y - 0.4*size}, Size: small, Colour: c},
	}
}
