package format

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"molly/internal/atomicfile"
	"molly/viz/scene"
	"slices"
)

// Target is where a picture is written, and in which format.
type Target struct {
	Path   string // of a file; - is standard output
	Format Format
}

// File is the target that is a file, in the format that the ending of its name says.
func File(path string) (Target, error) {
	if f, found := ByPath(path); found {
		return Target{path, f}, nil
	}
	all := strings.Join(Endings(), ", ")
	if ending := strings.ToLower(filepath.Ext(path)); ending != "" {
		return Target{}, fmt.Errorf("unknown extension %s: choose %s", ending, all)
	}
	return Target{}, fmt.Errorf("its extension must name a format: %s", all)
}

// Targets reads where a picture goes: files, and - for standard output, whose format is named
// apart. Each may be given once. The error begins with what is wrong among the paths.
func Targets(paths []string, standard string) ([]Target, error) {
	list := make([]Target, len(paths))
	for i, path := range paths {
		if slices.ContainsFunc(list[:i], func(t Target) bool { return filepath.Clean(t.Path) == filepath.Clean(path) }) {
			return nil, fmt.Errorf("%s is given twice", path)
		}
		if path != "-" {
			var err error
			if list[i], err = File(path); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			continue
		}
		if standard == "" {
			return nil, fmt.Errorf("- needs a --format: %s", strings.Join(Names(), ", "))
		}
		known, found := ByName(standard)
		if !found {
			return nil, fmt.Errorf("-: there is no format %s: choose %s", standard, strings.Join(Names(), ", "))
		}
		list[i] = Target{path, known}
	}
	return list, nil
}

// Write writes a picture to all targets, or, where a format cannot have it, to none. Each file is
// there whole or not at all.
func Write(s *scene.Scene, targets []Target, standard io.Writer) error {
	contents := make([][]byte, len(targets))
	for i, to := range targets {
		var err error
		if contents[i], err = to.Format.Write(s); err != nil {
			return fmt.Errorf("the picture cannot be written as %s: %w", to.Format.Name, err)
		}
	}
	for i, to := range targets {
		var err error
		if to.Path == "-" {
			_, err = standard.Write(contents[i])
		} else {
			err = atomicfile.Write(to.Path, contents[i])
		}
		if err != nil {
			return fmt.Errorf("the picture cannot be written: %w", err)
		}
	}
	return nil
}
