package format

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"molly/datalog"
	"molly/dedalus"
	"molly/dedalus/syntax"
	"molly/internal/randprog"
)

// layOut writes a text's tokens with random white space and random comments between them.
func layOut(random *rand.Rand, text string) string {
	var b strings.Builder
	comments := 0
	gap := func() {
		for range random.IntN(3) {
			b.WriteString([]string{" ", "\t", "\n", "\n\n\n", "  ", "\n    "}[random.IntN(6)])
		}
		if random.IntN(8) == 0 {
			comments++
			if strings.HasSuffix(b.String(), "/") {
				b.WriteByte(' ')
			}
			column := utf8.RuneCountInString(b.String()[strings.LastIndexByte(b.String(), '\n')+1:])
			fmt.Fprintf(&b, []string{"// c%d\n", "/* c%d */", "/* c%d */\n", "/* c%d \n  d */", "//c%d\t \n", "\n  // c%d\n"}[random.IntN(6)], comments)
			if random.IntN(3) == 0 { // below it, in the same column where that is behind code
				fmt.Fprintf(&b, "\n%s// and %d\n", strings.Repeat(" ", column), comments)
			}
		}
	}
	for _, t := range syntax.Parse("x", text).Tokens {
		gap()
		if !apartFrom(b.String(), t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Value)
		if strings.HasPrefix(t.Value, "//") {
			b.WriteByte('\n')
		}
	}
	gap()
	return b.String()
}

// apartFrom reports whether a token that is written right behind a text stays a token.
func apartFrom(text string, t syntax.Token) bool {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	list := syntax.Parse("x", line+t.Value).Tokens
	return len(list) > 0 && list[len(list)-1].Value == t.Value && list[len(list)-1].Pos.Offset == len(line)
}

// tokens are the tokens of a text, and the comments, without the white space at the ends of lines.
func tokens(text string) (code, comments []string) {
	for _, t := range syntax.Parse("x", strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")).Tokens {
		if t.Type == syntax.Comment {
			comments = append(comments, tidy(t.Value))
		} else {
			code = append(code, t.Value)
		}
	}
	return code, comments
}

// keeps checks what must be true of any text that can be formatted.
func keeps(t *testing.T, text string) (formatted string, ok bool) {
	t.Helper()
	once, err := Source("x", text)
	if err != nil {
		return "", false
	}
	code, comments := tokens(text)
	if gotCode, gotComments := tokens(once); !slices.Equal(code, gotCode) || !slices.Equal(comments, gotComments) {
		t.Fatalf("%s\n---- became\n%s", text, once)
	}
	twice, err := Source("x", once)
	if err != nil || twice != once {
		t.Fatalf("%s\n---- becomes\n%s\n---- and then\n%s\n%v", text, once, cmp.Diff(strings.Split(once, "\n"), strings.Split(twice, "\n")), err)
	}
	for _, line := range strings.Split(once, "\n") {
		if line = strings.TrimSuffix(line, "\r"); strings.TrimRight(line, " \t") != line && !strings.Contains(text, `"`) {
			t.Fatalf("white space at the end of %q", line)
		}
	}
	return once, true
}

// program is what a text means, without places.
func program(t *testing.T, text string) (*datalog.Program, string) {
	t.Helper()
	p, found := dedalus.ParseString("x", text)
	if p == nil {
		t.Fatalf("%s\n%v", text, found)
	}
	return p.Datalog(), p.String()
}

// Formatting changes no program, and loses no comment: random programs in random layouts.
func TestRandomPrograms(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	defer func() {
		if t.Failed() {
			t.Log("seed", seed)
		}
	}()
	for i := range 300 {
		source := randprog.Program(random, randprog.Options{Wide: i%2 == 0})
		text := layOut(random, source)
		formatted, ok := keeps(t, text)
		if !ok {
			t.Fatalf("%s\n---- as\n%s", source, text)
		}
		want, wantText := program(t, source)
		got, gotText := program(t, formatted)
		if difference := cmp.Diff(want, got, cmpopts.IgnoreTypes(datalog.Position{}), cmp.Exporter(func(reflect.Type) bool { return true })); difference != "" || gotText != wantText {
			t.Fatalf("%s\n---- became\n%s\n%s", source, formatted, difference)
		}
		plain, err := Source("x", source)
		if again, err2 := Source("x", layOutPlain(random, source)); err != nil || err2 != nil || again != plain {
			t.Fatalf("one layout of a program is\n%s\n---- and another\n%s\n%v %v", plain, again, err, err2)
		}
	}
}

// layOutPlain writes each clause of a text on lines of its own, with random white space inside.
func layOutPlain(random *rand.Rand, text string) string {
	var b strings.Builder
	last := ""
	for _, t := range syntax.Parse("x", text).Tokens {
		switch begins := b.Len() == 0 || strings.HasSuffix(b.String(), "\n") && last == ";"; {
		case begins || t.Type == syntax.Comment:
			b.WriteString([]string{"", " ", "\t "}[random.IntN(3)])
		case random.IntN(2) == 0 || !apartFrom(b.String(), t):
			b.WriteString([]string{" ", "\t ", "\n", "\n  "}[random.IntN(4)])
		}
		last = t.Value
		b.WriteString(t.Value)
		if t.Value == ";" || t.Type == syntax.Comment {
			last = ";"
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func TestProtocolsInAnyLayout(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, text := range texts(t) {
		if _, ok := keeps(t, text); !ok {
			continue // a broken one
		}
		if _, ok := keeps(t, layOut(random, text)); !ok {
			t.Errorf("%s", text)
		}
	}
}

func texts(t testing.TB) []string {
	var list []string
	for _, pattern := range []string{"../../protocols/*/*.ded", "../testdata/*/*.ded"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, strings.TrimPrefix(string(text), "\uFEFF"))
		}
	}
	return list
}

func FuzzSource(f *testing.F) {
	random := rand.New(rand.NewPCG(2, 2))
	for _, text := range texts(f) {
		if len(text) < 4000 {
			f.Add(text)
			f.Add(layOut(random, text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) { keeps(t, text) })
}
