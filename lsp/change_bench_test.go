package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"molly"
)

// large is a program of about so many lines.
func large(lines int) string {
	var b strings.Builder
	b.WriteString("// molly: eot=6 eff=3 crashes=1 nodes=a,b\n")
	for k := 1; strings.Count(b.String(), "\n") < lines-2; k++ {
		fmt.Fprintf(&b, `
// Part %[1]d of the protocol.
start%[1]d("a", "b", %[1]d)@1;
seen%[1]d(N, X)@next :- seen%[1]d(N, X);
seen%[1]d(M, X)@async :- start%[1]d(N, M, X), notin done%[1]d(N, X);
done%[1]d(N, X) :- seen%[1]d(N, X), X > %[1]d - 1;
done%[1]d(N, X)@next :- done%[1]d(N, X);
best%[1]d(N, max<X>) :- done%[1]d(N, X);
`, k)
	}
	b.WriteString("pre(N) :- start1(N, _, _)@1, notin crash(N, N, _);\npost(N) :- best1(N, _);\n")
	return b.String()
}

// BenchmarkChange measures from a change of a file of 2,000 lines to its diagnostics: of one character within
// a line in its middle, and of a new line near its beginning; and beside them, loading the same text from nothing.
//
//	go test ./lsp -run '^$' -bench Change
func BenchmarkChange(b *testing.B) {
	text := large(2000)
	lines := strings.Split(text, "\n")
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "large.ded"), []byte(text), 0o666); err != nil {
		b.Fatal(err)
	}
	middle := len(lines) / 2
	for !strings.HasPrefix(lines[middle], "done") {
		middle++
	}
	for _, c := range []struct {
		name     string
		line     int
		put, off contentChange
	}{
		{"character", middle, contentChange{&Range{Position{middle, 4}, Position{middle, 4}}, "x"}, contentChange{&Range{Position{middle, 4}, Position{middle, 5}}, ""}},
		{"line", 3, contentChange{&Range{Position{3, 0}, Position{3, 0}}, "\n"}, contentChange{&Range{Position{3, 0}, Position{4, 0}}, ""}},
	} {
		b.Run(c.name, func(b *testing.B) {
			e := connect(b, dir, "")
			e.open("large.ded", text)
			b.ResetTimer()
			for i := 0; b.Loop(); i++ {
				change := c.put
				if i%2 == 1 {
					change = c.off
				}
				e.change("large.ded", change)
			}
		})
	}
	b.Run("scratch", func(b *testing.B) {
		for b.Loop() {
			p, err := molly.Parse("large.ded", text)
			if err != nil {
				b.Fatal(err)
			}
			p.Findings()
		}
	})
}

// BenchmarkRequests measures what an editor asks about a file of 2,000 lines, after each change anew.
func BenchmarkRequests(b *testing.B) {
	text := large(2000)
	dir := b.TempDir()
	e := connect(b, dir, "")
	e.open("large.ded", text)
	lines := strings.Split(text, "\n")
	middle := len(lines) / 2
	for !strings.HasPrefix(lines[middle], "done") {
		middle++
	}
	at := map[string]any{"textDocument": textDocumentIdentifier{e.uri("large.ded")}, "position": Position{middle, 2},
		"range": Range{Position{middle, 0}, Position{middle, 1}}, "context": map[string]any{"includeDeclaration": true}, "newName": "other"}
	flip := 0
	for _, method := range sortedKeys(requests) {
		if strings.HasPrefix(method, "workspace/") {
			continue
		}
		b.Run(method, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				flip = 1 - flip
				if flip == 1 {
					e.change("large.ded", contentChange{&Range{Position{middle, 0}, Position{middle, 0}}, " "})
				} else {
					e.change("large.ded", contentChange{&Range{Position{middle, 0}, Position{middle, 1}}, ""})
				}
				b.StartTimer()
				if err := e.try(method, at, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
