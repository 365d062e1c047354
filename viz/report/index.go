package report

import (
	"bytes"
	_ "embed"
	"html/template"
	"strconv"
	"strings"

	"molly/dedalus/highlight"
	"molly/dedalus/syntax"
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

// piece is a stretch of coloured text; Rules are the rules that it is, with spaces between.
type piece struct {
	Code  template.HTML
	Rules string
}

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
	text := syntax.Parse(f.Name, f.Text)
	code := highlight.Text{Text: f.Text, Spans: highlight.Spans(text)}
	done := 0
	add := func(end int, rules string) {
		if end > done {
			list = append(list, piece{template.HTML(code.HTML(done, end)), rules})
			done = end
		}
	}
	for i := 0; i < len(f.Rules); {
		at := f.Rules[i]
		var rules []string
		for ; i < len(f.Rules) && f.Rules[i].Line == at.Line && f.Rules[i].Column == at.Column; i++ {
			rules = append(rules, strconv.Itoa(f.Rules[i].Rule))
		}
		start := text.Offset(at.Line, at.Column)
		c := text.ClauseAt(start)
		if c == nil || start < done {
			continue
		}
		last := text.Tokens[c.Last-1]
		add(start, "")
		add(last.Pos.Offset+len(last.Value), strings.Join(rules, " "))
	}
	add(len(f.Text), "")
	return list
}
