package highlight

import (
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"molly/dedalus"
)

// What each token is.
func TestSpans(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"// molly: eot=3\n//  note\n /* a\n b */ // lint:ignore code why", "setting comment comment setting"},
		{`/* molly: eot=3 */ //mollycoddle:`, "comment comment"},
		{`include "a.ded";`, "keyword string punctuation"},
		{`const K = -3;`, "keyword constant operator operator number punctuation"},
		{`stable p, crash;`, "keyword relation punctuation builtin punctuation"},
		{`may p("a")@1..3;`, "keyword relation punctuation string punctuation operator number operator number punctuation"},
		{`p(N, count<X>)@next :- pre(N, _)`, "relation punctuation variable punctuation aggregate operator variable operator punctuation operator timing operator invariant punctuation variable punctuation wildcard punctuation"},
		{`p(K) :- /* c */ notin q(K), K == 1 + K; const K = 1;`, "relation punctuation constant punctuation operator comment keyword relation punctuation constant punctuation punctuation constant operator number operator constant punctuation keyword constant operator number punctuation"},
		{"p(\"a # é /* b", "relation punctuation broken"},
		{"p # é /* b", "relation broken broken comment"},
		{"may(next) :- stable(next);", "relation punctuation variable punctuation operator relation punctuation variable punctuation punctuation"},
	} {
		var got []string
		for _, s := range New(c.text).Spans {
			got = append(got, string(s.Class))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, strings.Join(got, " "), c.want)
		}
	}
}

var element = regexp.MustCompile(`</?span[^>]*>`)

// plain is what HTML shows.
func plain(code string) string { return html.UnescapeString(element.ReplaceAllString(code, "")) }

// HTML shows the text, cut anywhere, and what is a span is an element.
func TestHTML(t *testing.T) {
	x := New("p(\"<b>&\") :- q(X); // é")
	if got := x.HTML(2, 12); got != `<span class="code-string">&#34;&lt;b&gt;&amp;&#34;</span><span class="code-punctuation">)</span> <span class="code-operator">:-</span>` {
		t.Error(got)
	}
	for from := range len(x.Text) {
		for to := from; to <= len(x.Text); to++ {
			if got := plain(x.HTML(from, to)); got != x.Text[from:to] {
				t.Errorf("%d to %d: %q", from, to, got)
			}
		}
	}
	files, err := filepath.Glob("../../protocols/*/*.ded")
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		x := New(string(data))
		if plain(x.HTML(0, len(x.Text))) != x.Text {
			t.Errorf("%s is another text", name)
		}
		for _, s := range x.Spans {
			if s.Class == Broken {
				t.Errorf("%s: %q is broken", name, x.Text[s.Start:s.End])
			}
		}
	}
}

func FuzzHTML(f *testing.F) {
	f.Add("p(\"<b>&\") :- q(X); // é")
	f.Add("\xff\"\\\x00")
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "?")
		if got := plain(New(text).HTML(0, len(text))); got != text {
			t.Errorf("%q", got)
		}
	})
}

// The builtins are those of the language.
func TestBuiltins(t *testing.T) {
	known := 0
	for _, b := range dedalus.Builtins() {
		known++
		if relation(b.Name) != Builtin {
			t.Errorf("%s is not coloured as a builtin", b.Name)
		}
	}
	for _, name := range []string{"crash", "outage", "boot", "member", "now"} {
		if relation(name) == Builtin {
			known--
		}
	}
	if known != 0 || relation("node") != Relation || relation("never") != Invariant {
		t.Errorf("%d builtins more than are coloured", known)
	}
}

var colours = regexp.MustCompile(`light-dark\(#(\w{6}), #(\w{6})\)`)

// Every class has a colour that can be read on light and on dark pages: a contrast of 4.5.
func TestStyle(t *testing.T) {
	for _, c := range Classes() {
		if !regexp.MustCompile(`\.code-` + string(c) + `\b`).MatchString(Style) {
			t.Errorf("%s has no style", c)
		}
	}
	for _, m := range colours.FindAllStringSubmatch(Style, -1) {
		for _, pair := range [][2]string{{m[1], "ffffff"}, {m[1], "f2f4f7"}, {m[2], "101418"}, {m[2], "262c34"}} {
			if got := contrast(t, pair[0], pair[1]); got < 4.5 {
				t.Errorf("#%s on #%s: contrast %.1f", pair[0], pair[1], got)
			}
		}
	}
}

// contrast is that of the Web Content Accessibility Guidelines.
func contrast(t *testing.T, a, b string) float64 {
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(colour[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(n) / 255
		if v <= 0.04045 {
			sum += weight * v / 12.92
		} else {
			sum += weight * math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return sum
}

func ExampleText_HTML() {
	text := New(`p(X) :- q(X);`)
	fmt.Println(text.HTML(0, 4))
	// Output: <span class="code-relation">p</span><span class="code-punctuation">(</span><span class="code-variable">X</span><span class="code-punctuation">)</span>
}
