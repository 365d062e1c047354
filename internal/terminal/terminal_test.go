package terminal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// What is no terminal has no progress, whose methods are there all the same.
func TestNoTerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Is(f) || Is(&bytes.Buffer{}) {
		t.Error("a file is a terminal")
	}
	p := NewProgress(f, 0)
	p.Say("writing")
	p.At(1, func() string { return "writing" })
	p.End()
	if info, err := f.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("a file has the progress: %v, %v", info, err)
	}
}
