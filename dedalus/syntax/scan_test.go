package syntax

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/participle/v2/lexer"
)

// rules are the tokens as regular expressions, the first that matches counts: what the scanner
// does by hand.
var rules = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "whitespace", Pattern: `[ \t\r\n\f\v]+`},
	{Name: "Comment", Pattern: `//[^\n]*|/\*(?:[^*]|\*+[^*/])*\*+/`},
	{Name: "OpenComment", Pattern: `/\*(?s:.*)`},
	{Name: "Punct", Pattern: `[(),;@+*%/-]`},
	{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z0-9_.?]*`},
	{Name: "Int", Pattern: `[0-9]+`},
	{Name: "String", Pattern: `"(?:\\.|[^"\\\n])*"`},
	{Name: "OpenString", Pattern: `"(?:\\.|[^"\\\n])*\\?`},
	{Name: "Implies", Pattern: `:-`},
	{Name: "Compare", Pattern: `==|!=|<=|>=|<|>`},
	{Name: "Dots", Pattern: `\.\.`},
	{Name: "Other", Pattern: `(?s:.)`},
})

// byRules cuts a text by the regular expressions.
func byRules(t *testing.T, name, text string) []Token {
	t.Helper()
	names := map[Kind]string{}
	for n, kind := range rules.Symbols() {
		names[kind] = n
	}
	lex, err := rules.LexString(name, text)
	if err != nil {
		t.Fatal(err)
	}
	var list []Token
	for {
		token, err := lex.Next()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		list = append(list, token)
		if token.EOF() {
			return list
		}
		last := &list[len(list)-1]
		last.Type = kindNames[names[token.Type]]
	}
}

// scansAlike compares the scanner with the rules, but for the keywords, which are identifiers to them.
func scansAlike(t *testing.T, text string) {
	t.Helper()
	want := byRules(t, "x", text)
	list, end := scan("x", text)
	list = append(list, end)
	if len(list) != len(want) {
		t.Fatalf("%q: %d tokens, not %d:\n%v\n%v", text, len(list), len(want), list, want)
	}
	for i, token := range list {
		if keyword := token.Value == "notin" || token.Value == "include"; keyword != (token.Type == Keyword) {
			t.Fatalf("%q: %#v", text, token)
		} else if keyword {
			token.Type = Ident
		}
		if token != want[i] {
			t.Fatalf("%q: token %d is %#v, not %#v", text, i, token, want[i])
		}
	}
}

// wholeText checks that nothing of a text is lost, and that places are found again.
func wholeText(t *testing.T, text string) {
	t.Helper()
	f := Parse("x", text)
	var b strings.Builder
	for i, token := range f.Tokens {
		b.WriteString(f.Gap(i) + token.Value)
		if strings.Trim(f.Gap(i), " \t\r\n\f\v") != "" {
			t.Fatalf("%q: %q is between tokens", text, f.Gap(i))
		}
		if p := f.Position(token.Pos.Offset); p != token.Pos {
			t.Fatalf("%q: offset %d is at %v, the token at %v", text, token.Pos.Offset, p, token.Pos)
		}
		if o := f.Offset(token.Pos.Line, token.Pos.Column); o != token.Pos.Offset {
			t.Fatalf("%q: %v has the offset %d", text, token.Pos, o)
		}
		if at := f.TokenAt(token.Pos.Offset); at != i {
			t.Fatalf("%q: at the beginning of token %d is %d", text, i, at)
		}
	}
	b.WriteString(f.Gap(len(f.Tokens)))
	if b.String() != text {
		t.Fatalf("%q became %q", text, b.String())
	}
	clausesCover(t, f)
}

// clausesCover checks that each token that is no comment is in one clause.
func clausesCover(t *testing.T, f *File) {
	t.Helper()
	last := 0
	for _, c := range f.Clauses {
		if c.First < last || c.Last <= c.First {
			t.Fatalf("%q: a clause from %d to %d behind %d", f.Text, c.First, c.Last, last)
		}
		n := len(c.Tokens) + len(c.Comments())
		if c.Ended {
			n++
		}
		if n != c.Last-c.First {
			t.Fatalf("%q: a clause of %d tokens has %d", f.Text, c.Last-c.First, n)
		}
		for _, token := range f.Tokens[last:c.First] {
			if token.Type != Comment {
				t.Fatalf("%q: %v is in no clause", f.Text, token)
			}
		}
		last = c.Last
		if (c.Tree() == nil) == (c.Problem() == nil) {
			t.Fatalf("%q: %v and %v", f.Text, c.Tree(), c.Problem())
		}
		if roles := c.Roles(); len(roles) != len(c.Tokens) {
			t.Fatalf("%q: %d roles of %d tokens", f.Text, len(roles), len(c.Tokens))
		}
	}
	for _, token := range f.Tokens[last:] {
		if token.Type != Comment {
			t.Fatalf("%q: %v is in no clause", f.Text, token)
		}
	}
}

// pieces are what random texts are made of.
var pieces = strings.Split(`p|q(|)|@|next|async|:-|:|-|/|//|/*|*/|*|,|;|;|notin|include|X|_|"|"a"|"\"|\|é|0|17|..|.|=|==|<|<=|!|!=|stable|const|may|count<X>|1| | |`+"\t|\n|\n|\r\n|\x00|\xff|\v|\u2028", "|")

func randomText(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(30) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

func TestScanIsByTheRules(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	for range 5000 {
		text := randomText(random)
		scansAlike(t, text)
		wholeText(t, text)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	for _, text := range programs(t) {
		scansAlike(t, text)
		wholeText(t, text)
	}
}

// programs are the texts of the library and the broken programs.
func programs(t testing.TB) []string {
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
			list = append(list, string(text))
		}
	}
	return list
}

// Whatever the text: nothing is lost, and the tokens are those of the rules.
func FuzzParse(f *testing.F) {
	for _, text := range programs(f) {
		if len(text) < 4000 {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		scansAlike(t, text)
		wholeText(t, text)
	})
}

func BenchmarkParse(b *testing.B) {
	text := strings.Repeat(programs(b)[0], 100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, c := range Parse("x", text).Clauses {
			c.Tree()
		}
	}
}
