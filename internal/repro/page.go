package repro

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
)

// prose is what a page says of each figure besides its numbers: a text before the table.
//
//go:embed prose/*.md
var prose embed.FS

// Page writes the page of a name, such as reproduction. about says when and where its figures were measured, folder
// where their plots are.
func Page(name, about, folder string, figures []*Figure) (string, error) {
	var b strings.Builder
	opening, err := fs.ReadFile(prose, "prose/"+name+".md")
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "%s\n%s\n", opening, about)
	for _, f := range figures {
		text, err := fs.ReadFile(prose, "prose/"+f.Name+".md")
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", f.Title, text)
		b.WriteString(f.Table.Markdown())
		if len(f.Notes) > 0 {
			b.WriteString("\n")
		}
		for _, n := range f.Notes {
			fmt.Fprintf(&b, "- %s\n", n)
		}
		for _, p := range f.Plots {
			fmt.Fprintf(&b, "\n![%s](%s/%s.svg)\n", p.Scene.Title, folder, p.Name)
		}
	}
	return b.String(), nil
}
