package dedalus

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"molly/datalog"
	"molly/dedalus/syntax"
	"molly/internal/nearest"
)

// Ignore is a comment that leaves out warnings, and says why:
//
//	// lint:ignore CODE REASON          above a clause, behind it on its line, or inside it
//	// lint:file-ignore CODE REASON     anywhere: for the whole file
//
// Errors cannot be ignored.
type Ignore struct {
	Pos    datalog.Position // of the slashes
	Code   string
	Reason string
	Whole  bool // of the file

	width  int
	line   string
	named  bool // the command line names the file
	about  []extent
	spaces int // before the comment, where a clause is on its line
}

// extent is where a clause is: from its first character to its last one.
type extent struct{ first, last datalog.Position }

// has reports whether a place is inside.
func (e extent) has(at datalog.Position) bool {
	return at.File == e.first.File && !before(at, e.first) && !before(e.last, at)
}

func before(a, b datalog.Position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
}

// extents are where the clauses of a text are.
func extents(file *syntax.File) []extent {
	var list []extent
	for _, c := range file.Clauses {
		last := file.Tokens[c.Last-1]
		end := position(last.Pos)
		end.Column += max(0, utf8.RuneCountInString(last.Value)-1)
		list = append(list, extent{position(file.Tokens[c.First].Pos), end})
	}
	return list
}

// lintWord begins a comment that is about findings.
const lintWord = "lint"

// readIgnores takes the comments of a file that ignore something. What is wrong with them is an
// error.
func readIgnores(r *reporter, s *source, file *syntax.File) []Ignore {
	var list []Ignore
	var clauses []extent
	for _, t := range file.Comments() {
		text, ok := lineComment(t)
		if !ok {
			continue
		}
		rest, ok := strings.CutPrefix(strings.TrimLeftFunc(text, unicode.IsSpace), lintWord+":")
		if !ok {
			continue
		}
		verb, rest := cutWord(rest)
		code, reason := cutWord(rest)
		at := spanOf(t)
		ig := Ignore{Pos: at.pos, Code: code, Reason: strings.TrimSpace(reason), Whole: verb == "file-ignore", width: at.width, line: s.line(at.pos.Line), named: s.Named}
		if problem, hint, near := ig.problem(verb); problem != "" {
			r.fail(at, "ignore", problem, hint)
			if before, _, found := strings.Cut(t.Value, ig.Code); near != "" && found {
				from := at
				from.pos.Column += utf8.RuneCountInString(before)
				from.width = utf8.RuneCountInString(ig.Code)
				r.fix("write `"+near+"`", from.replace(near))
			}
			continue
		}
		if clauses == nil {
			clauses = extents(file)
		}
		ig.place(clauses)
		list = append(list, ig)
	}
	return list
}

// cutWord cuts the first word off a text.
func cutWord(text string) (word, rest string) {
	text = strings.TrimLeftFunc(text, unicode.IsSpace)
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		return text[:i], text[i:]
	}
	return text, ""
}

// problem says what is wrong with the comment, what to do, and which code may be meant.
func (ig Ignore) problem(verb string) (problem, hint, near string) {
	const form = "write `// lint:ignore CODE REASON`, or file-ignore for the whole file"
	if verb != "ignore" && verb != "file-ignore" {
		hint := form
		if near := nearest.Word(verb, []string{"ignore", "file-ignore"}); near != "" {
			hint = fmt.Sprintf("did you mean `// lint:%s`?", near)
		}
		return fmt.Sprintf("lint has no comment %s", syntax.Brief(verb)), hint, ""
	}
	code, known := CodeNamed(ig.Code)
	switch {
	case ig.Code == "":
		return "this comment does not say what to ignore", form, ""
	case !known:
		var names []string
		for _, c := range allCodes {
			if c.Warns && c.Name != unusedIgnore {
				names = append(names, c.Name)
			}
		}
		hint = "the codes are those in brackets behind a warning"
		if near = nearest.Word(ig.Code, names); near != "" {
			hint = fmt.Sprintf("did you mean `%s`?", near)
		}
		return fmt.Sprintf("there is no finding %s", syntax.Brief(ig.Code)), hint, near
	case !code.Warns:
		return fmt.Sprintf("%s is an error, which cannot be ignored", ig.Code), "mend what it is about", ""
	case ig.Code == unusedIgnore:
		return unusedIgnore + " cannot be ignored", "remove the comment that ignores nothing", ""
	case ig.Reason == "":
		return fmt.Sprintf("this comment does not say why %s is ignored", ig.Code), "write the reason behind the code", ""
	}
	return "", "", ""
}

// place finds the clauses that the comment is about: those on its line, or the one around it, or
// else those that begin on the next line with a clause.
func (ig *Ignore) place(clauses []extent) {
	for _, c := range clauses {
		if c.first.Line <= ig.Pos.Line && ig.Pos.Line <= c.last.Line {
			ig.about = append(ig.about, c)
		}
	}
	if len(ig.about) > 0 {
		head := []rune(ig.line)[:ig.Pos.Column-1]
		for ig.spaces < len(head) && unicode.IsSpace(head[len(head)-1-ig.spaces]) {
			ig.spaces++
		}
		return
	}
	for _, c := range clauses {
		if before(ig.Pos, c.first) && (len(ig.about) == 0 || c.first.Line == ig.about[0].first.Line) {
			ig.about = append(ig.about, c)
		}
	}
}

// Ignores reports whether the comment is about a finding. One without a place can be ignored in
// every file.
func (ig Ignore) Ignores(d Diagnostic) bool {
	switch {
	case d.Severity != Warning || d.Code != ig.Code:
		return false
	case ig.Whole:
		return d.Pos.File == ig.Pos.File || !d.Pos.IsValid()
	}
	return slices.ContainsFunc(ig.about, func(e extent) bool { return e.has(d.Pos) })
}

// leaveOut returns the findings that no comment ignores.
func leaveOut(ignores []Ignore, found Diagnostics) Diagnostics {
	if len(ignores) == 0 {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(d Diagnostic) bool {
		return slices.ContainsFunc(ignores, func(ig Ignore) bool { return ig.Ignores(d) })
	})
}

// Unignored returns the findings that no comment of the program ignores.
func (p *Program) Unignored(found Diagnostics) Diagnostics { return leaveOut(p.ignores, found) }

// unusedIgnore is the code of a comment that ignores nothing.
const unusedIgnore = "unused-ignore"

// UnusedIgnores warns of the comments that none of the findings needs, which must be all that are
// known of the judged codes, ignored or not. Included files are not judged: they may be parts of other programs,
// too.
func (p *Program) UnusedIgnores(found Diagnostics, judged func(code string) bool) Diagnostics {
	var list Diagnostics
	for _, ig := range p.ignores {
		if !ig.named || !judged(ig.Code) || slices.ContainsFunc(found, ig.Ignores) {
			continue
		}
		d := Diagnostic{
			Severity: Warning, Pos: ig.Pos, Code: unusedIgnore, Line: ig.line, Width: ig.width,
			Message: fmt.Sprintf("this comment ignores nothing: there is no %s here", ig.Code),
			Hint:    "remove it",
		}
		start := ig.Pos
		start.Column -= ig.spaces
		d.Fixes = []Fix{{"remove the comment", []Edit{{start, ig.width + ig.spaces, ""}}}}
		list = append(list, d)
	}
	return list
}
