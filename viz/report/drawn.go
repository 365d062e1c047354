package report

import (
	"math"
	"strconv"
	"strings"

	"molly/viz/scene"
	"molly/viz/svg"
)

// drawnData is a picture. Lengths are in tenths of a point.
type drawnData struct {
	Width  int `json:"width"`
	Height int `json:"height"`
	// Title and Family are numbers of strings.
	Title  int `json:"title"`
	Family int `json:"family"`
	// Times are where the times lie, from the top: a time and its height.
	Times [][2]int `json:"times"`
	// Shapes are paths and texts, in the order of drawing, each as some numbers: its style, the
	// place where it begins, a string. Of a path that is how it continues from there, of a text
	// what it says; then comes how wide the text is.
	Shapes []int `json:"shapes"`
	// Parts can be pointed at: a time, the title, whether faults took it; then the number of
	// the path where it is one, or else a box: left, top, width, height.
	Parts [][]int `json:"parts"`
	// Root is which part the picture is about, or -1.
	Root int `json:"root"`
}

// drawer makes the data of a picture.
type drawer struct {
	*shared
	scene *scene.Scene // ten times as large
	out   drawnData
	paths int
}

// picture is a scene as the script draws it.
func (s *shared) picture(p *scene.Scene) drawnData {
	return (&drawer{shared: s, scene: p.Scaled(10)}).draw()
}

func (d *drawer) draw() drawnData {
	s := d.scene
	d.out = drawnData{
		Width: whole(s.W), Height: whole(s.H), Title: d.strings.number(s.Title), Family: d.strings.number(svg.Family(s.Face)),
		Times: [][2]int{}, Shapes: []int{}, Parts: [][]int{}, Root: -1,
	}
	for _, it := range s.Items {
		first := d.paths
		for _, shape := range it.Shapes {
			switch shape := shape.(type) {
			case scene.Path:
				d.path(shape)
			case scene.Text:
				d.text(shape)
			}
		}
		d.point(it, first)
	}
	return d.out
}

// point adds what can be pointed at of an item. Of a space-time diagram these are the messages
// and crashes; of a lineage its nodes.
func (d *drawer) point(it scene.Item, first int) {
	kind, _, _ := strings.Cut(it.Class, " ")
	switch {
	case kind == "time":
		// A space-time diagram has a line at each time, a lineage some bands.
		if path, ok := it.Shapes[0].(scene.Path); ok && len(path.Steps) == 2 {
			d.out.Times = append(d.out.Times, [2]int{number(it, "time"), whole(path.Steps[0].To.Y)})
		}
	case kind == "message" && it.Edge != nil: // its first shape is its line
		d.out.Parts = append(d.out.Parts, []int{number(it, "sent"), d.strings.number(it.Title), 0, first})
	case it.Node != nil && it.Title != "" && kind != "node":
		cut, b := 0, it.Node.Box
		if strings.Contains(it.Class, "cut") {
			cut = 1
		}
		if strings.Contains(it.Class, "root") && d.out.Root < 0 {
			d.out.Root = len(d.out.Parts)
		}
		d.out.Parts = append(d.out.Parts, []int{
			number(it, "time"), d.strings.number(it.Title), cut, whole(b.X0), whole(b.Y0), whole(b.Width()), whole(b.Height()),
		})
	}
}

func (d *drawer) path(p scene.Path) {
	if len(p.Steps) == 0 {
		return
	}
	start := p.Steps[0].To
	x, y := whole(start.X), whole(start.Y)
	d.out.Shapes = append(d.out.Shapes, d.style(svg.PathStyle(p)), x, y, d.strings.number(course(p, x, y)))
	d.paths++
}

// course is how a path continues from where it begins, in steps from place to place, so that
// paths of one form have one course.
func course(p scene.Path, x, y int) string {
	var b []byte
	startX, startY := x, y
	step := func(q scene.Point) {
		for i, n := range [...]int{whole(q.X) - x, whole(q.Y) - y} {
			if i > 0 || b[len(b)-1] <= '9' {
				b = append(b, ' ')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
	}
	for i, s := range p.Steps {
		switch s.Kind {
		case scene.Move:
			if i > 0 {
				b = append(b, 'm')
				step(s.To)
			}
			startX, startY = whole(s.To.X), whole(s.To.Y)
		case scene.Line:
			b = append(b, 'l')
			step(s.To)
		case scene.Curve:
			b = append(b, 'c')
			step(s.C1)
			step(s.C2)
			step(s.To)
		case scene.Close:
			b = append(b, 'z')
			x, y = startX, startY
			continue
		}
		x, y = whole(s.To.X), whole(s.To.Y)
	}
	return string(b)
}

func (d *drawer) text(t scene.Text) {
	if t.String == "" {
		return
	}
	width := d.scene.Face.Width(t.String, t.Size, t.Bold)
	d.out.Shapes = append(d.out.Shapes, d.style(svg.TextStyle(t)), whole(t.At.X), whole(t.At.Y), d.strings.number(t.String), whole(width))
}

// number reads an attribute of an item.
func number(it scene.Item, name string) int {
	for _, a := range it.Data {
		if a.Name == name {
			n, _ := strconv.Atoi(a.Value) // the diagrams write numbers
			return n
		}
	}
	return 0
}

func whole(x float64) int { return int(math.Round(x)) }
