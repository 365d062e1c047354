package lsp

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// pieces are what random edits put in.
var pieces = strings.Split(`p|q(|)|@1|@next|@async| :- |;|;`+"\n|\n|\r\n|\r|"+`// molly: eot=4|include "part.ded";|X|_|"a"|😀|é|//|/*|*/|=|notin |`+"\x00|\ufeff|\u2028", "|")

func randomPiece(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(3) {
		b.WriteString(pieces[random.IntN(len(pieces))])
	}
	return b.String()
}

// randomPosition is a place of a text, or a bit beside it.
func randomPosition(random *rand.Rand, text string) Position {
	lines := strings.Split(text, "\n")
	line := random.IntN(len(lines) + 1)
	length := 3
	if line < len(lines) {
		length += len(lines[line])
	}
	return Position{line, random.IntN(length)}
}

// After any edits, the server has the text that an editor has, in every encoding, and says of it what it says of a text
// that it was given at once.
func TestEditsAreAFreshLoad(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	main, err := os.ReadFile("../protocols/delivery/ack.ded")
	if err != nil {
		t.Fatal(err)
	}
	for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "part.ded"), []byte("part(\"a\")@1;\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		general := fmt.Sprintf(`{"positionEncodings": ["utf-7", "%s"]}`, enc)
		c := connect(t, dir, general)
		if c.encoding != enc {
			t.Fatalf("%s, not %s", c.encoding, enc)
		}
		text := "// 😀\r\n" + strings.ReplaceAll(string(main), "net", "part")
		c.open("main.ded", text)
		for range 25 {
			uri := c.uri("main.ded")
			var changes []contentChange
			before := c.texts[uri]
			for range 1 + random.IntN(3) {
				x := contentChange{Text: randomPiece(random)}
				a, b := randomPosition(random, before), randomPosition(random, before)
				if random.IntN(3) > 0 {
					b = Position{a.Line, a.Character + random.IntN(3)}
				}
				if comparePositions(b, a) < 0 {
					a, b = b, a
				}
				x.Range = &Range{a, b}
				changes = append(changes, x)
				before = spliced(before, x, enc)
			}
			if len(before) < 50 {
				changes = append(changes, contentChange{Text: text})
			}
			c.change("main.ded", changes...)
			if got := c.held("main.ded"); got != c.texts[uri] {
				t.Fatalf("seed %d, %s: the server has\n%q\nnot\n%q", seed, enc, got, c.texts[uri])
			}
		}
		fresh := connect(t, dir, general)
		fresh.open("main.ded", c.texts[c.uri("main.ded")])
		for _, file := range []string{"main.ded", "part.ded"} {
			got, want := c.diagnostics(file), fresh.diagnostics(file)
			if len(got)+len(want) > 0 && !reflect.DeepEqual(got, want) {
				t.Errorf("seed %d, %s: of %s the server says\n%v\nnot\n%v", seed, enc, file, got, want)
			}
		}
		c.bye()
		fresh.bye()
	}
}

// held is what the server holds of a document.
func (c *client) held(file string) string {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return c.server.current.docs[pathOf(c.uri(file))].text.content
}

// A change makes the text that its twin makes, wherever it is.
func FuzzChange(f *testing.F) {
	f.Add("a😀b\r\nc\rd\n", 0, 1, 2, 0, "é")
	f.Add("", 0, 0, 0, 0, "x")
	f.Add("\ufeffp(\"a\")@1;", 0, 1, 9, 9, "\r")
	f.Add("\xff\xf0\x9f", 0, 1, 0, 2, "\x80")
	f.Fuzz(func(t *testing.T, text string, line, character, endLine, endCharacter int, with string) {
		start, end := Position{line & 0xFFFF, character & 0xFFFF}, Position{endLine & 0xFFFF, endCharacter & 0xFFFF}
		if comparePositions(end, start) < 0 {
			start, end = end, start
		}
		for _, enc := range []Encoding{UTF8, UTF16, UTF32} {
			l := newLines(text, enc)
			for i := range text {
				if p := l.position(i); l.offset(p) > i {
					t.Fatalf("%q: byte %d is at %v, which is byte %d", text, i, p, l.offset(p))
				}
			}
			x := contentChange{&Range{start, end}, with}
			got := l.replace(*x.Range, with).content
			if strings.ToValidUTF8(text, "") == text {
				if want := spliced(text, x, enc); got != want {
					t.Fatalf("%s: %q with %v %q is %q, not %q", enc, text, *x.Range, with, got, want)
				}
			}
		}
	})
}

// Whatever comes in, a session ends without a panic.
func FuzzServe(f *testing.F) {
	message := func(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }
	begin := message(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`)
	open := message(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///x/a.ded","version":1,"text":"p(\"a\")@1; q(X) :- p(X);"}}}`)
	for _, s := range []string{
		"", "Content-Length: 5\r\n\r\n{", "Content-Length: x\r\n\r\n", begin, begin + open,
		begin + message(`{"jsonrpc":"2.0","id":[],"method":1}`) + message(`]`) + message(`{"jsonrpc":"2.0","id":2,"result":null}`),
		begin + open + message(`{"jsonrpc":"2.0","id":"a","method":"textDocument/hover","params":{"textDocument":{"uri":"file:///x/a.ded"},"position":{"line":0,"character":10}}}`),
		begin + open + message(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///x/a.ded"},"contentChanges":[{"range":{"start":{"line":-1,"character":-5},"end":{"line":99,"character":1}},"text":"é"}]}}`),
		begin + open + message(`{"jsonrpc":"2.0","id":3,"method":"textDocument/completion","params":{"textDocument":{"uri":"file:///x/a.ded"},"position":{"line":0,"character":22}}}`) + message(`{"jsonrpc":"2.0","id":4,"method":"shutdown"}`) + message(`{"jsonrpc":"2.0","method":"exit"}`),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		_ = Serve(ctx, strings.NewReader(input), io.Discard, Options{}) // any error, but no panic
		if ctx.Err() != nil {
			t.Fatal("the session does not end with its input")
		}
	})
}
