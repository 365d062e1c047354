package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// How long whole processes take: the tool, and beside it a program that does nothing. The
// shortest of all runs counts, for a busy machine only ever adds to it.
func BenchmarkProcess(b *testing.B) {
	folder := b.TempDir()
	nothing := filepath.Join(folder, "nothing.go")
	if err := os.WriteFile(nothing, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, bb := range []struct {
		name, source string
		args         []string
	}{
		{"nothing", nothing, nil},
		{"version", ".", []string{"--version"}},
		{"verify", ".", []string{"verify", "delivery/ack", "--json"}},
	} {
		binary := filepath.Join(folder, bb.name)
		if out, err := exec.Command("go", "build", "-o", binary, bb.source).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		b.Run(bb.name, func(b *testing.B) {
			shortest := time.Hour
			for b.Loop() {
				start := time.Now()
				if err := exec.Command(binary, bb.args...).Run(); err != nil {
					b.Fatal(err)
				}
				shortest = min(shortest, time.Since(start))
			}
			b.ReportMetric(float64(shortest.Microseconds())/1000, "ms-shortest")
		})
	}
}
