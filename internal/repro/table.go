package repro

import (
	"encoding/csv"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"molly/failure"
	"molly/viz/scene"
)

// Figure is a figure of the paper, measured again.
type Figure struct {
	Name  string // such as figure12
	Title string
	Table Table
	Notes []string // on rows of the table
	Plots []Plot
	// Searched are the programs with the specifications at which they were searched.
	Searched []Searched
}

// Searched is a program of a figure.
type Searched struct {
	Name string // in the library
	Spec failure.Spec
}

// Plot is a picture of a figure's numbers.
type Plot struct {
	Name  string
	Scene *scene.Scene
}

// Table is a table of text.
type Table struct {
	Head []string
	Rows [][]string
}

// Markdown writes the table for a page.
func (t Table) Markdown() string {
	var b strings.Builder
	line := func(cells []string) {
		b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	}
	line(t.Head)
	b.WriteString(strings.Repeat("|---", len(t.Head)) + "|\n")
	for _, r := range t.Rows {
		line(r)
	}
	return b.String()
}

// CSV writes the table for programs.
func (t Table) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Write(t.Head)
	for _, r := range t.Rows {
		w.Write(r)
	}
	w.Flush() // a strings.Builder has no errors
	return b.String()
}

func scientific(n *big.Int) string {
	if n.IsInt64() && n.Int64() < 10_000 {
		return n.String()
	}
	text := fmt.Sprintf("%.2e", new(big.Float).SetInt(n))
	return strings.Replace(strings.Replace(text, "e+0", "e", 1), "e+", "e", 1)
}

func approximate(n *big.Int) float64 {
	f, _ := new(big.Float).SetInt(n).Float64()
	return f
}

func seconds(s float64) string {
	switch {
	case s < 0.01:
		return strconv.FormatFloat(s, 'f', 4, 64)
	case s < 1:
		return strconv.FormatFloat(s, 'f', 3, 64)
	}
	return strconv.FormatFloat(s, 'f', 1, 64)
}

func short(f float64) string {
	if f == float64(int(f)) {
		return strconv.Itoa(int(f))
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}
