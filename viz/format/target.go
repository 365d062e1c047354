package format

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"molly/internal/atomicfile"
	"molly/viz/scene"
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
