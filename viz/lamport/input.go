package lamport

import (
	"strconv"
	"strings"

	"molly/viz/scene"
)

// input is what is chosen at a node and a time.
type input struct {
	lane  int
	texts []string
	width float64 // from the node's line to the left
}

// gatherInputs puts those of one node and time together.
func (d *diagram) gatherInputs() {
next:
	for _, in := range d.Inputs {
		lane, ok := d.lane[in.Node]
		if !ok {
			continue
		}
		for i := range d.inputs[in.Time] {
			if known := &d.inputs[in.Time][i]; known.lane == lane {
				known.texts = append(known.texts, in.Text)
				known.width = d.inputWidth(known.texts)
				continue next
			}
		}
		d.inputs[in.Time] = append(d.inputs[in.Time], input{lane, []string{in.Text}, d.inputWidth([]string{in.Text})})
	}
}

func (d *diagram) inputWidth(texts []string) float64 {
	return d.face.Width(d.inputLabel(texts), d.labelSize(), false) + 2*d.size
}

func (d *diagram) inputLabel(texts []string) string {
	text := strings.Join(texts, ", ")
	if d.keys {
		return d.key(text)
	}
	return d.face.Wrap(text, d.labelSize(), d.input*d.size, 1)[0]
}

// paintInputs draws inputs: their text, and an arrow from it to the node's line.
func (d *diagram) paintInputs() {
	for time := d.First; time <= d.Last; time++ {
		for _, in := range d.inputs[time] {
			x, y := d.x[in.lane], d.at(time)
			tip, tail := scene.Point{X: x - 0.25*d.size, Y: y}, scene.Point{X: x - 1.5*d.size, Y: y}
			pen := scene.Pen{Colour: d.palette.Late, Width: 1.3}
			label := scene.Text{String: d.inputLabel(in.texts), At: scene.Point{X: x - 1.7*d.size, Y: y + 0.28*d.size}, Anchor: scene.End, Size: d.labelSize(), Colour: d.palette.Late}
			d.add(scene.Item{
				Class: "input", Title: strings.Join(in.texts, "\n") + "\n" + d.Nodes[in.lane] + "@" + strconv.Itoa(time),
				Data: []scene.Attribute{{Name: "node", Value: d.Nodes[in.lane]}, {Name: "time", Value: strconv.Itoa(time)}},
				Shapes: []scene.Shape{
					scene.Rectangle(label.Box(d.face).Grown(0.15*d.size), 1).Filled(scene.White),
					scene.Polyline(tail, tip).Drawn(pen),
					scene.Arrowhead(tail, tip, 0.7*d.size).Filled(pen.Colour),
					label,
				},
				Node: &scene.Node{
					ID: "i" + strconv.Itoa(in.lane) + "." + strconv.Itoa(time), Label: label.String, Form: "plaintext", Style: pen,
					Box: scene.Box{X0: x - in.width, Y0: y - 0.5*d.size, X1: x - 0.3*d.size, Y1: y + 0.5*d.size},
				},
			})
		}
	}
}
