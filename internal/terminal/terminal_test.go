package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"molly/verify"
)

// What is no terminal has no colour, no boxes and no progress, whose methods are there all the same.
func TestNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Is(f) || Is(&bytes.Buffer{}) || Style(f).Colour || Style(f).Boxes {
		t.Error("a file is a terminal")
	}
	p := NewProgress(f, verify.Options{})
	p.Say("writing")
	p.Tell(verify.Event{})
	p.End()
	if info, err := f.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("a file has the progress: %v, %v", info, err)
	}
}
