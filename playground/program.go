package playground

import (
	"path"
	"path/filepath"
	"strings"

	"molly/dedalus"
)

// Program is a program that a page opens with.
type Program struct {
	Main  string            `json:"main"`            // the name of its file
	Files map[string]string `json:"files,omitempty"` // the texts of files by name, but for those of the library
}

// Opens is a program by its sources; the first one is its main file. Files of the disk have names
// below the lowest folder that has all of them.
func Opens(sources []dedalus.Source) Program {
	p := Program{Files: map[string]string{}}
	top := ""
	for _, s := range sources {
		if s.Path != "" {
			top = common(top, filepath.ToSlash(filepath.Dir(s.Path)))
		}
	}
	for _, s := range sources {
		name := s.Name
		switch {
		case s.Path != "":
			name = strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(s.Path), top), "/")
		case !s.Library:
			name = "program.ded" // standard input
		}
		if p.Main == "" {
			p.Main = name
		}
		if !s.Library {
			p.Files[name] = s.Text
		}
	}
	return p
}

// common is the lowest folder that has two; the first one may be "", which is none.
func common(a, b string) string {
	if a == "" {
		return b
	}
	for a != b && a != path.Dir(a) {
		if strings.HasPrefix(b+"/", strings.TrimSuffix(a, "/")+"/") {
			return a
		}
		a = path.Dir(a)
	}
	return a
}
