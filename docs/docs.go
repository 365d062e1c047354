// Package docs has pages of the documentation, for programs that show them.
package docs

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed language.md cookbook.md coming-from.md failures.md lint.md testing.md
var files embed.FS

// Page is a page, such as language.
type Page struct {
	Name, Title string
	Text        string // Markdown
}

// Pages lists the pages, sorted by name.
func Pages() []Page {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		panic(err) // the pattern is right
	}
	var list []Page
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			panic("docs: the embedded files cannot be read: " + err.Error())
		}
		title, _, _ := strings.Cut(string(text), "\n")
		list = append(list, Page{strings.TrimSuffix(name, ".md"), strings.TrimPrefix(title, "# "), string(text)})
	}
	return list
}
