package trace

import (
	"bytes"
	"fmt"
	"os"

	"molly/internal/atomicfile"
)

// WriteFile writes the trace to a file, whole or not at all.
func (t *Trace) WriteFile(name string) error {
	var b bytes.Buffer
	if err := t.Write(&b); err != nil {
		return err
	}
	return atomicfile.Write(name, b.Bytes())
}

// ReadFile reads a trace file. The error names the file.
func ReadFile(name string) (*Trace, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	t, err := Read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}
