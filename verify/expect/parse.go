package expect

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"molly/dedalus"
	"molly/failure"
	"molly/internal/nearest"
)

// keyword begins an expectation, with a colon behind it.
const keyword = "expect"

// Has reports whether some comment is an expectation, well written or not, or a directive
// that is not well written.
func Has(comments []dedalus.Comment) bool {
	return slices.ContainsFunc(comments, func(c dedalus.Comment) bool {
		_, meant := misspelled(c)
		return meant || c.Misspelled() || strings.HasPrefix(strings.TrimLeftFunc(c.Text, unicode.IsSpace), keyword+":")
	})
}

// misspelled reports whether a comment was meant to be an expectation and is none, and
// the word that it begins with.
func misspelled(c dedalus.Comment) (first string, ok bool) {
	return dedalus.Resembles(c.Text, keyword, func(word string) bool {
		key, _, assigns := strings.Cut(word, "=")
		return isArrow(word) || assigns && slices.Contains(dedalus.SettingKeys(), strings.ToLower(key)) || slices.Contains(verdicts, word)
	}, concluded)
}

// concluded reports whether a text has an arrow and a verdict behind it.
func concluded(text string) bool {
	return slices.ContainsFunc([]string{"→", "->"}, func(arrow string) bool {
		_, rest, _ := strings.Cut(text, arrow)
		words := strings.Fields(rest)
		return len(words) > 0 && slices.Contains(verdicts, words[0])
	})
}

// Parse reads the expectations among a file's comments, in order. What they do not say is
// taken from the program that the file is. The diagnostics are all errors.
func Parse(comments []dedalus.Comment, p *dedalus.Program) ([]Expectation, dedalus.Diagnostics) {
	var list []Expectation
	var found dedalus.Diagnostics
	for _, c := range comments {
		text := strings.TrimLeftFunc(c.Text, unicode.IsSpace)
		if first, ok := misspelled(c); ok {
			l := &line{comment: c}
			l.fail(word{first, len(c.Text) - len(text)}, "this expects nothing: an expectation begins with \"// expect:\"", "did you mean `expect:`? "+example)
			l.mend(first, len(c.Text)-len(text))
			found = append(found, l.found...)
			continue
		}
		rest, ok := strings.CutPrefix(text, keyword+":")
		if !ok {
			continue
		}
		l := &line{comment: c, start: len(c.Text) - len(rest)}
		e := l.read(p)
		found = append(found, l.found...)
		if len(l.found) == 0 {
			list = append(list, e)
		}
	}
	name(list)
	return list, found
}

// mend gives what was found the edit that makes the line an expectation: the first word, and a colon after
// it, become the keyword with its colon.
func (l *line) mend(first string, at int) {
	d := &l.found[len(l.found)-1]
	edit := dedalus.Edit{Pos: d.Pos, Width: d.Width, Text: keyword + ":"}
	if rest := l.comment.Text[at+len(first):]; strings.HasPrefix(strings.TrimLeftFunc(rest, unicode.IsSpace), ":") {
		edit.Width += utf8.RuneCountInString(rest[:strings.Index(rest, ":")+1])
	}
	d.Fixes = []dedalus.Fix{{Title: "write `" + keyword + ":`", Edits: []dedalus.Edit{edit}}}
}

// line is the reading of one expectation.
type line struct {
	comment dedalus.Comment
	start   int // the byte of comment.Text after the keyword
	found   dedalus.Diagnostics
}

// word is a word of the line and its position: a byte of comment.Text.
type word struct {
	text string
	at   int
}

// fail reports what is wrong with a word.
func (l *line) fail(w word, message, hint string) {
	at := l.comment.Pos
	at.Column += len("//") + utf8.RuneCountInString(l.comment.Text[:w.at])
	l.found = append(l.found, dedalus.Diagnostic{
		Severity: dedalus.Error, Pos: at, Code: "expect", Message: message,
		Line: l.comment.Line, Width: max(1, utf8.RuneCountInString(w.text)), Hint: hint,
	})
}

const example = "such as // expect: eot=4 eff=2 crashes=0 → certified"

// words cuts the line at spaces; an arrow is a separate word.
func (l *line) words() []word {
	var list []word
	text := l.comment.Text
	for i := l.start; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		n := strings.IndexFunc(text[i:], unicode.IsSpace)
		if n < 0 {
			n = len(text) - i
		}
		switch {
		case strings.HasPrefix(text[i:], "lossy="): // its links have arrows, too
			n = lossyWord(text[i : i+n])
		case strings.HasPrefix(text[i:], "input="): // its tuple may have spaces
			n = inputWord(text[i:], n)
		default:
			n = beforeArrow(text[i:], n)
		}
		list = append(list, word{text[i : i+n], i})
		i += n
	}
	return list
}

// beforeArrow is the length of the word of n bytes that a text begins with, which ends at an
// arrow or is one.
func beforeArrow(text string, n int) int {
	for _, arrow := range []string{"→", "->"} {
		if strings.HasPrefix(text, arrow) {
			n = len(arrow)
		} else if cut := strings.Index(text[:n], arrow); cut > 0 {
			n = cut
		}
	}
	return n
}

// lossyWord is the length of lossy=a->b,b->* without an arrow that is not one of a link.
func lossyWord(word string) int {
	if cut := strings.Index(word, "→"); cut > 0 {
		return cut
	}
	return len(word)
}

// inputWord is the length of input=p("a", "b")@2, or n where no such word is there.
func inputWord(text string, n int) int {
	end := strings.Index(text, ")@")
	if end < 0 {
		return n
	}
	for end += len(")@"); end < len(text) && text[end] >= '0' && text[end] <= '9'; {
		end++
	}
	return end
}

func isArrow(word string) bool { return word == "→" || word == "->" }

// read reads the line.
func (l *line) read(p *dedalus.Program) Expectation {
	e := Expectation{Pos: l.comment.Pos}
	words := l.words()
	whole := word{strings.TrimSpace(l.comment.Text[l.start-len(keyword)-1:]), l.start - len(keyword) - 1}
	arrow := slices.IndexFunc(words, func(w word) bool { return isArrow(w.text) })
	if arrow < 0 {
		l.fail(whole, "this expectation has no → (or ->) before a verdict", example)
		return e
	}
	l.specification(&e, words[:arrow], whole, p)
	if len(words) == arrow+1 {
		l.fail(words[arrow], "a verdict is missing after the arrow", "the verdicts are "+strings.Join(verdicts, ", "))
		return e
	}
	verdict := words[arrow+1]
	if !slices.Contains(verdicts, verdict.text) {
		hint := "the verdicts are " + strings.Join(verdicts, ", ")
		if near := nearest.Word(strings.ToLower(verdict.text), verdicts); near != "" {
			hint = fmt.Sprintf("did you mean `%s`?", near)
		}
		l.fail(verdict, fmt.Sprintf("there is no verdict %s", verdict.text), hint)
		return e
	}
	e.Verdict = Verdict(verdict.text)
	l.faults(&e, words[arrow+2:])
	return e
}

// specification reads what is before the arrow, and takes the rest from the program.
func (l *line) specification(e *Expectation, words []word, whole word, p *dedalus.Program) {
	var given dedalus.Settings
	set := map[string]bool{}
	keys := dedalus.SettingKeys()
	before := "before the arrow come " + strings.Join(keys[:len(keys)-1], ", ") + " and " + keys[len(keys)-1]
	for _, w := range words {
		key, value, ok := strings.Cut(w.text, "=")
		switch {
		case !ok:
			l.fail(w, w.text+" is not of the form key=value", before+", as in eot=4")
			continue
		case !slices.Contains(keys, key):
			hint := before
			if slices.ContainsFunc(failure.Kinds[:], func(k failure.Kind) bool { return k.Flag() == key }) {
				hint = "faults come after the verdict"
			} else if near := nearest.Word(strings.ToLower(key), keys); near != "" {
				hint = fmt.Sprintf("did you mean `%s`?", near)
			}
			l.fail(word{key, w.at}, "there is no setting "+key, hint)
			continue
		case set[key]:
			l.fail(w, key+" is given twice", "")
			continue
		}
		set[key] = true
		at := word{value, w.at + len(key) + 1}
		if err := given.Set(key, value); err != nil {
			var v *dedalus.ValueError
			errors.As(err, &v) // the key is known
			l.fail(at, v.Problem, v.Hint)
		}
	}
	e.Own = set["nodes"]
	s, err := p.Setting(given)
	e.Spec, e.Nodes = s.Spec, s.Nodes
	if err != nil && len(l.found) == 0 {
		l.unset(whole, err)
	}
}

// unset reports what is wrong with the setting of an expectation.
func (l *line) unset(whole word, err error) {
	var missing *dedalus.MissingError
	var none *dedalus.NoNodesError
	switch {
	case errors.As(err, &missing):
		keys := slices.Sorted(slices.Values(missing.Missing))
		are := " are"
		if len(keys) == 1 {
			are = " is"
		}
		l.fail(whole, strings.ToLower(strings.Join(keys, " and "))+are+" given neither here nor in the file's directive", example)
	case errors.As(err, &none):
		l.fail(whole, "there are no nodes: no fact begins with a string, and nothing names any", "write `nodes=a,b,c`")
	default:
		l.fail(whole, err.Error(), "")
	}
}

// faults reads what follows the verdict.
func (l *line) faults(e *Expectation, words []word) {
	kinds := failure.Kinds[:]
	var faults []failure.Fault
	for _, w := range words {
		key, value, _ := strings.Cut(w.text, "=")
		i := slices.IndexFunc(kinds, func(k failure.Kind) bool { return k.Flag() == key })
		if i < 0 {
			l.fail(w, w.text+" is not a fault", "faults are written omit=a:b:1, crash=c@2, late=a:b:1:2, twice=a:b:1:1 and outage=b@2..4, inputs input=bcast(\"b\",\"y\")@2")
			continue
		}
		f, err := kinds[i].Parse(value, e.Nodes)
		if err == nil && f.Kind == failure.Input {
			f, err = e.Spec.Inputs.Find(f)
		}
		if e.Verdict != Counterexample {
			l.fail(w, fmt.Sprintf("a %s result has no faults", e.Verdict), "only a counterexample has")
			continue
		}
		if err == nil && len(l.found) == 0 {
			err = failure.Scenario{f}.Admissible(e.Spec, e.Nodes)
		}
		if err == nil && slices.Contains(faults, f) {
			err = fmt.Errorf("this fault is given twice")
		}
		if err != nil {
			l.fail(w, err.Error(), "")
			continue
		}
		faults = append(faults, f)
	}
	if len(l.found) > 0 || len(words) == 0 {
		return
	}
	first, last := words[0], words[len(words)-1]
	all := word{l.comment.Text[first.at : last.at+len(last.text)], first.at}
	if err := failure.Scenario(faults).Admissible(e.Spec, e.Nodes); err != nil {
		l.fail(all, err.Error(), "")
		return
	}
	if e.Faults = failure.NewScenario(faults...); len(e.Faults) < len(faults) {
		l.fail(all, "a node that has crashed sends nothing, so that an omission of its messages is no further fault", "leave the omission out")
	}
}
