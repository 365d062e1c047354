package report

import (
	"cmp"
	"maps"
	"slices"
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

// pictureData says where a picture is.
type pictureData struct {
	Tab  string `json:"tab"`
	Name string `json:"name"` // of its file
	// Whole is the name of the same lineage with what is folded, and Boxes how many boxes there are.
	Whole string `json:"whole,omitempty"`
	Boxes int    `json:"boxes,omitempty"`
}

// tableData is a relation, with stretches of rows.
type tableData struct {
	Name string `json:"name"`
	Rows []int  `json:"rows"`
}

func (s *shared) tables(list []Table) []tableData {
	tables := []tableData{}
	for _, t := range list {
		numbers := make([]int, len(t.Rows))
		for i, r := range t.Rows {
			row := []int{s.strings.number(r.Tuple)}
			for _, time := range r.Times {
				if last := len(row) - 1; last >= 2 && row[last] == time-1 {
					row[last] = time
				} else {
					row = append(row, time, time)
				}
			}
			numbers[i] = s.rows.number(row)
		}
		tables = append(tables, tableData{t.Name, ranges(numbers)})
	}
	return tables
}

// mostFirings is how many firings of one rule the page has.
const mostFirings = 100

// ruleData is a rule that fires, with stretches of firings.
type ruleData struct {
	Rule    int   `json:"rule"`
	Count   int   `json:"count"`
	Firings []int `json:"firings"`
}

func (s *shared) rules(list []Firing) []ruleData {
	byRule := map[int][]Firing{}
	for _, f := range list {
		byRule[f.Rule] = append(byRule[f.Rule], f)
	}
	rules := []ruleData{}
	for _, rule := range slices.Sorted(maps.Keys(byRule)) {
		firings := byRule[rule]
		slices.SortFunc(firings, func(a, b Firing) int {
			return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Head, b.Head), slices.Compare(a.Premises, b.Premises))
		})
		numbers := make([]int, min(len(firings), mostFirings))
		for i := range numbers {
			numbers[i] = s.firing(&firings[i])
		}
		rules = append(rules, ruleData{rule, len(firings), ranges(numbers)})
	}
	return rules
}

func (s *shared) firing(f *Firing) int {
	lost := 0
	if f.Lost {
		lost = 1
	}
	data := []int{f.Time, lost, s.strings.number(f.Head)}
	for _, p := range f.Premises {
		data = append(data, s.strings.number(p))
	}
	return s.firings.number(data)
}
