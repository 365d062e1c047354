package dedalus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"molly/datalog"
	"molly/internal/nearest"
)

// Settings are what a program's files say about its runs, in a comment line such
// as
//
//	// molly: eot=4 eff=2 crashes=0 nodes=a,b,c
//
// Invariant: a field is nil exactly where no file sets it; Nodes has no empty
// and no repeated name.
type Settings struct {
	EOT, EFF, Crashes *int
	Nodes             []string
	Pos               datalog.Position // of the first such line; zero when there is none
}

// directives collects the settings of several lines, which must not disagree.
type directives struct {
	settings Settings
	set      [4]span // where each of the keys was set first
}

// The keys of a directive; they index directives.set.
var directiveKeys = [4]string{"eot", "eff", "crashes", "nodes"}

const keyList = "the keys are eot, eff, crashes and nodes"

// read takes the directives among the comments of one file.
func (d *directives) read(r *reporter, comments []lexer.Token) {
	for _, t := range comments {
		text, ok := strings.CutPrefix(t.Value, "//")
		if !ok {
			continue
		}
		trimmed := strings.TrimLeft(text, " \t")
		rest, ok := strings.CutPrefix(trimmed, directiveWord+":")
		if !ok {
			if first, ok := resemblesDirective(trimmed); ok {
				at := spanOf(t)
				at.pos.Column += utf8.RuneCountInString(t.Value[:len(t.Value)-len(trimmed)])
				at.width = utf8.RuneCountInString(first)
				r.fail(at, "directive", "this sets nothing: a directive begins with \"// molly:\"", "such as // molly: eot=4 eff=2")
			}
			continue
		}
		if !d.settings.Pos.IsValid() {
			d.settings.Pos = position(t.Pos)
		}
		d.line(r, t, len(t.Value)-len(rest))
	}
}

// resemblesDirective reports whether a comment was meant to be a directive: it begins with
// the tool's name in some spelling, and gives a key a value.
func resemblesDirective(comment string) (first string, ok bool) {
	return Resembles(comment, directiveWord, func(word string) bool {
		key, _, assigns := strings.Cut(word, "=")
		return assigns && slices.Contains(directiveKeys[:], strings.ToLower(key))
	})
}

// directiveWord begins a directive, with a colon behind it.
const directiveWord = "molly"

// Resembles reports whether the text of a comment was meant to begin with a keyword and a
// colon, and does not: its first word is the keyword with an edit or two, or in another
// case, or without the colon, and the next word is one that could follow. It returns
// the first word.
func Resembles(comment, keyword string, follows func(word string) bool) (first string, ok bool) {
	comment = strings.TrimLeftFunc(comment, unicode.IsSpace)
	if strings.HasPrefix(comment, keyword+":") {
		return "", false
	}
	end := strings.IndexFunc(comment, func(c rune) bool { return unicode.IsSpace(c) || c == ':' })
	if end <= 0 {
		return "", false
	}
	first = comment[:end]
	rest, colon := strings.CutPrefix(strings.TrimLeftFunc(comment[end:], unicode.IsSpace), ":")
	lower := strings.ToLower(first)
	if lower != keyword && (!colon || nearest.Word(lower, []string{keyword}) == "") {
		return "", false
	}
	words := strings.Fields(rest)
	return first, len(words) > 0 && follows(words[0])
}

// Misspelled reports whether the comment was meant to be a directive, and sets nothing:
// an error of the program that has it.
func (c Comment) Misspelled() bool {
	_, ok := resemblesDirective(c.Text)
	return ok
}

// line reads the words of one directive, which begin at a byte offset.
func (d *directives) line(r *reporter, t lexer.Token, start int) {
	var here [4]bool
	words := 0
	for i := start; i < len(t.Value); {
		n := strings.IndexFunc(t.Value[i:], isSpace)
		if n < 0 {
			n = len(t.Value) - i
		}
		if n == 0 {
			i++
			continue
		}
		words++
		at := spanOf(t)
		at.pos.Column += utf8.RuneCountInString(t.Value[:i])
		d.word(r, at, t.Value[i:i+n], &here)
		i += n
	}
	if words == 0 {
		r.fail(spanOf(t), "directive", "this directive sets nothing", keyList)
	}
}

func isSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

// word reads key=value.
func (d *directives) word(r *reporter, at span, word string, here *[4]bool) {
	at.width = utf8.RuneCountInString(word)
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		r.fail(at, "directive", fmt.Sprintf("%s is not of the form key=value", brief(word)), keyList)
		return
	}
	k := slices.Index(directiveKeys[:], key)
	if k < 0 {
		hint := keyList
		if near := nearest.Word(strings.ToLower(key), directiveKeys[:]); near != "" {
			hint = fmt.Sprintf("did you mean `%s`?", near)
		}
		at.width = utf8.RuneCountInString(key)
		r.fail(at, "directive", fmt.Sprintf("there is no setting %s", brief(key)), hint)
		return
	}
	if here[k] {
		r.fail(at, "directive", fmt.Sprintf("%s is set twice", key), "")
		return
	}
	here[k] = true
	whole := at
	at.pos.Column += utf8.RuneCountInString(key) + 1
	at.width -= utf8.RuneCountInString(key) + 1
	if key == "nodes" {
		if names, ok := nodeNames(r, at, value); ok {
			d.agree(r, k, whole, d.settings.Nodes == nil || slices.Equal(d.settings.Nodes, names))
			if d.settings.Nodes == nil {
				d.settings.Nodes = names
			}
		}
		return
	}
	field := [...]**int{&d.settings.EOT, &d.settings.EFF, &d.settings.Crashes}[k]
	if n, ok := number(r, at, key, value); ok {
		d.agree(r, k, whole, *field == nil || **field == n)
		if *field == nil {
			*field = &n
		}
	}
}

// agree remembers where a key was set first, and reports a second value that is
// another one.
func (d *directives) agree(r *reporter, k int, at span, same bool) {
	if d.set[k].width == 0 {
		d.set[k] = at
		return
	}
	if !same {
		r.fail(at, "directive", fmt.Sprintf("two directives disagree on %s", directiveKeys[k]), "",
			r.note(d.set[k], "set here first"))
	}
}

func number(r *reporter, at span, key, value string) (int, bool) {
	n, err := strconv.Atoi(value)
	if err != nil || value[0] == '+' || value[0] == '-' {
		message := fmt.Sprintf("%s is not a number ≥ 0", brief(value))
		if value == "" {
			message = "a number is missing"
		}
		r.fail(at, "directive", message, fmt.Sprintf("write `%s=3`", key))
		return 0, false
	}
	if key == "eot" && n < 1 {
		r.fail(at, "directive", "eot is at least 1", "")
		return 0, false
	}
	return n, true
}

func nodeNames(r *reporter, at span, value string) ([]string, bool) {
	if value == "" {
		r.fail(at, "directive", "nodes names no node", "write `nodes=a,b,c`")
		return nil, false
	}
	ok := true
	var names []string
	for _, n := range strings.Split(value, ",") {
		at.width = utf8.RuneCountInString(n)
		switch {
		case n == "":
			r.fail(at, "directive", "the name of a node is empty", "write `nodes=a,b,c`")
			ok = false
		case slices.Contains(names, n):
			r.fail(at, "directive", fmt.Sprintf("node %s is given twice", brief(n)), "")
			ok = false
		}
		names = append(names, n)
		at.pos.Column += at.width + 1
	}
	return names, ok
}
