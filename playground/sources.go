package playground

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Sources is the folder of the project's sources.
type Sources string

// SourceError says that the sources are not there.
type SourceError struct {
	Folder string // where they were said to be, or ""
}

func (e *SourceError) Error() string {
	if e.Folder != "" {
		return e.Folder + " is not a folder with the sources of molly" + advice
	}
	return "the page is compiled from the sources of molly, and they are not here: this program was not built from a folder of this machine" + advice
}

const advice = "\nName a checkout: --source FOLDER"

// FindSources finds the sources: in a folder, where one is given; else in the working folder or one
// above it, or where this program was compiled. The error is a *SourceError.
func FindSources(given string) (Sources, error) {
	if given != "" {
		if s := Sources(given); s.there() {
			return s, nil
		}
		return "", &SourceError{given}
	}
	if here, err := os.Getwd(); err == nil {
		for {
			if s := Sources(here); s.there() {
				return s, nil
			}
			above := filepath.Dir(here)
			if above == here {
				break
			}
			here = above
		}
	}
	if _, file, _, ok := runtime.Caller(0); ok { // a path of this machine, unless -trimpath hides it
		if s := Sources(filepath.Dir(filepath.Dir(filepath.FromSlash(file)))); s.there() {
			return s, nil
		}
	}
	return "", &SourceError{}
}

// there reports whether the folder has the sources.
func (s Sources) there() bool {
	text, err := os.ReadFile(filepath.Join(string(s), "go.mod"))
	if err != nil {
		return false
	}
	line, _, _ := strings.Cut(string(text), "\n")
	_, err = os.Stat(filepath.Join(string(s), "playground", "wasm", "main.go"))
	return strings.TrimSpace(line) == "module molly" && err == nil
}
