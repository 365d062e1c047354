package report

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"molly/viz/scene"
	"molly/viz/svg"
)

// executionData is an execution as the script reads it.
type executionData struct {
	Name     string        `json:"name"`
	Kind     Kind          `json:"kind"`
	Tried    []string      `json:"tried"`
	Taught   []string      `json:"taught"`
	Command  string        `json:"command"`
	First    int           `json:"first"`
	Last     int           `json:"last"`
	Pictures []pictureData `json:"pictures"`
	Tables   []tableData   `json:"tables"`
	Rules    []ruleData    `json:"rules"`
}

// tableData is a relation: for each tuple the first and last times of the stretches in
// which it holds.
type tableData struct {
	Name string    `json:"name"`
	Rows []rowData `json:"rows"`
}

type rowData struct {
	Tuple     string   `json:"tuple"`
	Stretches [][2]int `json:"at"`
}

func tablesData(list []Table) []tableData {
	tables := []tableData{}
	for _, t := range list {
		d := tableData{t.Name, []rowData{}}
		for _, r := range t.Rows {
			row := rowData{r.Tuple, [][2]int{}}
			for _, time := range r.Times {
				if last := len(row.Stretches) - 1; last >= 0 && row.Stretches[last][1] == time-1 {
					row.Stretches[last][1] = time
				} else {
					row.Stretches = append(row.Stretches, [2]int{time, time})
				}
			}
			d.Rows = append(d.Rows, row)
		}
		tables = append(tables, d)
	}
	return tables
}

// mostFirings is how many firings of one rule the page has.
const mostFirings = 100

// ruleData is a rule that fires.
type ruleData struct {
	Rule    int          `json:"rule"`
	Count   int          `json:"count"`
	Firings []firingData `json:"firings"`
}

type firingData struct {
	Time     int      `json:"time"`
	Head     string   `json:"head"`
	Premises []string `json:"premises,omitempty"`
	Lost     bool     `json:"lost,omitempty"`
}

func firingsData(list []Firing) []ruleData {
	byRule := map[int][]firingData{}
	for _, f := range list {
		byRule[f.Rule] = append(byRule[f.Rule], firingData{f.Time, f.Head, f.Premises, f.Lost})
	}
	rules := []ruleData{}
	for _, rule := range slices.Sorted(maps.Keys(byRule)) {
		firings := byRule[rule]
		slices.SortFunc(firings, func(a, b firingData) int {
			return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Head, b.Head), slices.Compare(a.Premises, b.Premises))
		})
		rules = append(rules, ruleData{rule, len(firings), firings[:min(len(firings), mostFirings)]})
	}
	return rules
}

// pictureData is a picture with what can be pointed at in it.
type pictureData struct {
	Tab    string  `json:"tab"`
	File   string  `json:"file"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// Times are where the times lie, from the top: a time and its height.
	Times [][2]float64 `json:"times"`
	Parts []partData   `json:"parts"`
}

// partData is a part of a picture that belongs to a time: a line, or a box.
type partData struct {
	Time  int         `json:"time"`
	Title string      `json:"title"`
	Path  string      `json:"path,omitempty"`
	Box   *[4]float64 `json:"box,omitempty"` // left, top, width, height
	Cut   bool        `json:"cut,omitempty"` // faults took it
}

// overlay finds the parts of a picture. Of a space-time diagram these are the messages and
// crashes; of a lineage its nodes.
func overlay(tab, file string, s *scene.Scene) pictureData {
	p := pictureData{Tab: tab, File: file, Width: round(s.W), Height: round(s.H), Times: [][2]float64{}, Parts: []partData{}}
	for _, it := range s.Items {
		kind, _, _ := strings.Cut(it.Class, " ")
		switch {
		case kind == "time":
			// A space-time diagram has a line at each time, a lineage some bands.
			if path, ok := it.Shapes[0].(scene.Path); ok && len(path.Steps) == 2 {
				p.Times = append(p.Times, [2]float64{float64(number(it, "time")), round(path.Steps[0].To.Y)})
			}
		case kind == "message" && it.Edge != nil:
			p.Parts = append(p.Parts, partData{Time: number(it, "sent"), Title: it.Title, Path: svg.PathData(it.Edge.Route)})
		case it.Node != nil && it.Title != "" && kind != "node":
			b := it.Node.Box
			p.Parts = append(p.Parts, partData{
				Time: number(it, "time"), Title: it.Title, Box: &[4]float64{round(b.X0), round(b.Y0), round(b.Width()), round(b.Height())},
				Cut: strings.Contains(it.Class, "cut"),
			})
		}
	}
	return p
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

func round(x float64) float64 {
	r, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64) // it has just been written
	return r
}
