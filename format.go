package molly

import (
	"molly/dedalus/format"
	"molly/verify/expect"
)

// Files lists the .ded files on disk that names lead to: files, and folders with all that is below
// them, but for what is below a name that begins with a dot. They come in the order of the names, those
// of a folder sorted, each once.
func Files(names ...string) ([]string, error) { return expect.Find(nil, names...) }

// Format writes the text of a program in the one layout of the language (docs/format.md); the name is
// that of the file. Where it ends in .md, the text is Markdown, and the programs in its blocks are
// formatted. The program is the same afterwards, and so are its comments. The error is a
// *format.Error, which says what keeps the text from being parsed.
func Format(name, text string) (string, error) { return format.Text(name, text) }
