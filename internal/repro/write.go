package repro

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"molly/internal/atomicfile"
	"molly/viz/svg"
)

// The pages.
const (
	LDFI = "reproduction"
	DEMi = "reproduction-demi"
)

// Write writes the page of a name to a folder, and beside it a folder with the tables and plots of its figures. It returns what it
// has written. about says when and where they were measured.
func Write(dir, name, about string, figures []*Figure) (page, folder string, err error) {
	page, folder = filepath.Join(dir, name+".md"), filepath.Join(dir, LDFI)
	text, err := Page(name, about, LDFI, figures)
	if err != nil {
		return "", "", err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", "", err
	}
	write := func(name string, content []byte) {
		if err == nil {
			err = atomicfile.Write(filepath.Join(folder, name), content)
		}
	}
	for _, f := range figures {
		write(f.Name+".md", []byte(f.Table.Markdown()))
		write(f.Name+".csv", []byte(f.Table.CSV()))
		for _, p := range f.Plots {
			write(p.Name+".svg", svg.Write(p.Scene))
		}
	}
	if err == nil {
		err = atomicfile.Write(page, []byte(text))
	}
	return page, folder, err
}

// About says when, how and where figures were measured. commit is that of the program, or "".
func About(date time.Time, how, commit string) string {
	return fmt.Sprintf("Measured on %s with `%s`, commit %s, %s, %d cores, %s.",
		date.UTC().Format(time.DateOnly), how, cmp.Or(commit, "unknown"), cmp.Or(processor(), "unknown processor"), runtime.NumCPU(), runtime.Version())
}

// processor is the model of the machine's processor, where the system says it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
