package dedalus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"molly/dedalus/syntax"
	"molly/internal/nearest"
)

// directives collects the settings of several lines, which must not disagree.
type directives struct {
	settings Settings
	set      map[string]span // where each of the keys was set first
}

func keyList() string { return "the keys are " + keyNames() }

// read takes the directives among the comments of one file.
func (d *directives) read(r *reporter, comments []syntax.Token) {
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
				r.fail(at, "directive", "this sets nothing: a directive begins with \"// molly:\"", "did you mean `molly:`? such as // molly: eot=4 eff=2")
				if rest := trimmed[len(first):]; strings.HasPrefix(strings.TrimLeft(rest, " \t"), ":") {
					at.width += strings.Index(rest, ":") + 1
				}
				r.fix("write `molly:`", at.replace(directiveWord+":"))
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
	sets := func(word string) bool {
		key, _, assigns := strings.Cut(word, "=")
		return assigns && slices.Contains(SettingKeys(), strings.ToLower(key))
	}
	return Resembles(comment, directiveWord, sets, func(rest string) bool {
		words := strings.Fields(rest)
		return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !sets(w) })
	})
}

// directiveWord begins a directive, with a colon behind it.
const directiveWord = "molly"

// Resembles reports whether the text of a comment was meant to begin with a keyword and a
// colon, and does not: its first word is the keyword in another case, or without the colon,
// and the next word is one that could follow; or it is another form of the keyword, or the keyword
// with an edit or two, and the same, or, where there is no colon, all that follows can be
// nothing else. It returns the first word.
func Resembles(comment, keyword string, follows, surely func(text string) bool) (first string, ok bool) {
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
	if lower != keyword && !strings.HasPrefix(lower, keyword) && nearest.Word(lower, []string{keyword}) == "" {
		return "", false
	}
	words := strings.Fields(rest)
	return first, len(words) > 0 && follows(words[0]) && (colon || lower == keyword || surely(rest))
}

// Misspelled reports whether the comment was meant to be a directive, and sets nothing:
// an error of the program that has it.
func (c Comment) Misspelled() bool {
	_, ok := resemblesDirective(c.Text)
	return ok
}

// line reads the words of one directive, which begin at a byte offset.
func (d *directives) line(r *reporter, t syntax.Token, start int) {
	here := map[string]bool{}
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
		d.word(r, at, t.Value[i:i+n], here)
		i += n
	}
	if words == 0 {
		r.fail(spanOf(t), "directive", "this directive sets nothing", keyList())
	}
}

func isSpace(c rune) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

// word reads key=value.
func (d *directives) word(r *reporter, at span, word string, here map[string]bool) {
	at.width = utf8.RuneCountInString(word)
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		r.fail(at, "directive", fmt.Sprintf("%s is not of the form key=value", syntax.Brief(word)), keyList())
		return
	}
	k := slices.IndexFunc(settingKeys, func(k settingKey) bool { return k.name == key })
	if k < 0 {
		hint := keyList()
		near := nearest.Word(strings.ToLower(key), SettingKeys())
		if near != "" {
			hint = fmt.Sprintf("did you mean `%s`?", near)
		}
		at.width = utf8.RuneCountInString(key)
		r.fail(at, "directive", fmt.Sprintf("there is no setting %s", syntax.Brief(key)), hint)
		if near != "" {
			r.fix("write `"+near+"`", at.replace(near))
		}
		return
	}
	if here[key] {
		r.fail(at, "directive", fmt.Sprintf("%s is set twice", key), "")
		return
	}
	here[key] = true
	whole := at
	at.pos.Column += utf8.RuneCountInString(key) + 1
	at.width -= utf8.RuneCountInString(key) + 1
	var one Settings
	if err := one.Set(key, value); err != nil {
		d.refuse(r, at, err)
		return
	}
	first, set := d.set[key]
	if !set {
		if d.set == nil {
			d.set = map[string]span{}
		}
		d.set[key] = whole
		_ = d.settings.Set(key, value) // as before
		return
	}
	if settingKeys[k].value(&d.settings) != settingKeys[k].value(&one) {
		r.fail(whole, "directive", fmt.Sprintf("two directives disagree on %s", key), "",
			r.note(first, "set here first"))
	}
}

// refuse reports a value that a key cannot have. Of a list of nodes, it marks the name that is
// wrong.
func (d *directives) refuse(r *reporter, at span, err error) {
	var v *ValueError
	if !errors.As(err, &v) {
		r.fail(at, "directive", err.Error(), "")
		return
	}
	if v.Key == "nodes" && v.Value != "" {
		names := strings.Split(v.Value, ",")
		for i, n := range names {
			at.width = utf8.RuneCountInString(n)
			if n == "" || slices.Contains(names[:i], n) {
				break
			}
			at.pos.Column += at.width + 1
		}
	}
	r.fail(at, "directive", v.Problem, v.Hint)
}
