package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"strconv"
	"strings"
)

//go:embed assets/index.html
var pageText string

// pageData is what the template shows.
type pageData struct {
	Report
	Mark       template.HTML
	Executions []entry
	Programs   []program
}

// program is a file of the program, cut where rules begin and end.
type program struct {
	Name   string
	Pieces []piece
}

// piece is a stretch of text; Rules are the rules that it is, with spaces between.
type piece struct{ Text, Rules string }

func index(r Report, list []entry) ([]byte, error) {
	page, err := template.New("index").Parse(pageText)
	if err != nil {
		return nil, err
	}
	d := pageData{Report: r, Mark: template.HTML(mark), Executions: list}
	for _, f := range r.Files {
		d.Programs = append(d.Programs, program{f.Name, pieces(f)})
	}
	var b bytes.Buffer
	if err := page.Execute(&b, d); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// pieces cuts a text at its rules.
func pieces(f File) []piece {
	var list []piece
	done := 0
	offsets := lineOffsets(f.Text)
	for i := 0; i < len(f.Rules); {
		at := f.Rules[i]
		var rules []string
		for ; i < len(f.Rules) && f.Rules[i].Line == at.Line && f.Rules[i].Column == at.Column; i++ {
			rules = append(rules, strconv.Itoa(f.Rules[i].Rule))
		}
		start, ok := offset(f.Text, offsets, at)
		if !ok || start < done {
			continue
		}
		if start > done {
			list = append(list, piece{f.Text[done:start], ""})
		}
		done = start + clauseLength(f.Text[start:])
		list = append(list, piece{f.Text[start:done], strings.Join(rules, " ")})
	}
	if done < len(f.Text) {
		list = append(list, piece{f.Text[done:], ""})
	}
	return list
}

// lineOffsets are where the lines begin.
func lineOffsets(text string) []int {
	list := []int{0}
	for i := range len(text) {
		if text[i] == '\n' {
			list = append(list, i+1)
		}
	}
	return list
}

// offset is where a place lies in a text.
func offset(text string, lines []int, p Place) (at int, ok bool) {
	if p.Line < 1 || p.Line > len(lines) {
		return 0, false
	}
	at = lines[p.Line-1]
	column := 1
	for i := range text[at:] {
		if column == p.Column {
			return at + i, true
		}
		column++
	}
	return 0, false
}

// clauseLength is how long the clause is that a text begins with: up to its semicolon, which
// is in no string and in no comment.
func clauseLength(text string) int {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == ';':
			return i + 1
		case text[i] == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return len(text)
			}
			i += end
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				return len(text)
			}
			i += end + 3
		}
	}
	return len(text)
}
