package sarif

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/dedalus"
)

// Finding is a finding with the steps that lead to it, where it is about an execution.
type Finding struct {
	dedalus.Diagnostic
	Flow  string // what the steps are
	Steps []Step
}

// Findings are those of a program's text, which have no steps.
func Findings(list dedalus.Diagnostics) []Finding {
	out := make([]Finding, len(list))
	for i, d := range list {
		out[i].Diagnostic = d
	}
	return out
}

// Tool says what found something.
type Tool struct {
	Version string
	// Docs is the address of the documentation, with a slash at its end; "" where it has none.
	Docs string
	// Shipped reports whether a file comes with the tool, so that it is none of the user's.
	Shipped func(file string) bool
}

// Ending is how the call ended.
type Ending struct {
	Code     int
	Complete bool   // nothing ended it early
	Text     string // what it says of its end, or ""
}

// The documents that New writes.
const (
	version = "2.1.0"
	schema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	library = "MOLLY_LIBRARY" // what files of the library are relative to
)

// New returns the log of a call. The results are in the order of the findings.
func New(t Tool, list []Finding, end Ending) Log {
	b := builder{Tool: t, files: map[string]bool{}, seen: map[string]int{}}
	run := Run{
		Tool: ToolInfo{Driver{Name: "molly", Version: t.Version, InformationURI: t.Docs, Rules: rules(t, list)}}, ColumnKind: "unicodeCodePoints",
		Invocations: []Invocation{{Successful: end.Complete, ExitCode: end.Code}}, Results: []Result{},
	}
	if end.Text != "" {
		level := "note"
		if !end.Complete {
			level = "error"
		}
		run.Invocations[0].Notifications = []Notification{{level, Message{Text: end.Text}}}
	}
	for _, f := range list {
		r := b.result(f)
		r.RuleIndex = slices.IndexFunc(run.Tool.Driver.Rules, func(x Rule) bool { return x.ID == f.Code })
		run.Results = append(run.Results, r)
	}
	if b.shipped {
		run.OriginalURIBaseIDs = map[string]Base{library: {Message{Text: "The protocols that come with molly: molly protocols copy NAME writes one to the disk."}}}
	}
	return Log{schema, version, []Run{run}}
}

// builder makes results.
type builder struct {
	Tool
	files   map[string]bool // whether a file is shipped
	shipped bool            // some file is
	seen    map[string]int  // how many results have had the same fingerprint
}

func (b *builder) result(f Finding) Result {
	r := Result{RuleID: f.Code, Level: f.Severity.String(), Message: Message{Text: f.Message}, Fingerprints: b.fingerprint(f)}
	if f.Hint != "" {
		r.Message.Text += "\nhint: " + f.Hint
	}
	if p := b.physical(f.Pos, f.Width, f.Line); p != nil {
		r.Locations = []Location{{Physical: p}}
	}
	for i, n := range f.Notes {
		r.Related = append(r.Related, Location{ID: i + 1, Physical: b.physical(n.Pos, 1, n.Line), Message: &Message{Text: n.Text}})
	}
	for _, x := range f.Fixes {
		r.Fixes = append(r.Fixes, b.fix(x))
	}
	if len(f.Steps) > 0 {
		r.CodeFlows = []CodeFlow{{Message{Text: f.Flow}, []ThreadFlow{b.flow(f)}}}
	}
	return r
}

// fingerprint tells a finding from others of its file, and stays the same when lines are added or
// removed elsewhere: it is of the code, the file, and the text of the line; or, where there is no
// line, of the message. Findings that are the same in this are counted.
func (b *builder) fingerprint(f Finding) map[string]string {
	about := strings.Join(strings.Fields(f.Line), " ")
	if f.Line == "" {
		about = f.Message
	}
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(f.Code+"\x00"+filepath.ToSlash(f.Pos.File)+"\x00"+about)))[:32]
	b.seen[hash]++
	return map[string]string{"molly/v1": hash + ":" + strconv.Itoa(b.seen[hash])}
}

// physical is nil where there is no place.
func (b *builder) physical(at datalog.Position, width int, line string) *Physical {
	if !at.IsValid() {
		return nil
	}
	p := &Physical{Artifact: b.artifact(at.File), Region: &Region{StartLine: at.Line, StartColumn: at.Column, EndColumn: at.Column + max(width, 1)}}
	if line != "" {
		p.Context = &Region{StartLine: at.Line, Snippet: &Content{line}}
	}
	return p
}

// artifact is the address of a file: of one of the disk, relative to the folder in which the tool
// ran, unless its name begins at the root.
func (b *builder) artifact(file string) Artifact {
	is, known := b.files[file]
	if !known {
		is = b.Shipped != nil && b.Shipped(file)
		b.files[file] = is
	}
	path := filepath.ToSlash(file)
	if is {
		b.shipped = true
		return Artifact{URI: (&url.URL{Path: path}).EscapedPath(), BaseID: library}
	}
	u := url.URL{Path: path}
	if filepath.IsAbs(file) {
		u.Scheme = "file"
		u.Path = "/" + strings.TrimPrefix(path, "/") // of a drive, too
	}
	return Artifact{URI: u.String()}
}

func (b *builder) fix(x dedalus.Fix) Fix {
	fix := Fix{Description: Message{Text: x.Title}}
	for _, e := range x.Edits {
		a := b.artifact(e.Pos.File)
		i := slices.IndexFunc(fix.Changes, func(c Change) bool { return c.Artifact == a })
		if i < 0 {
			i, fix.Changes = len(fix.Changes), append(fix.Changes, Change{Artifact: a})
		}
		fix.Changes[i].Replacements = append(fix.Changes[i].Replacements, Replacement{
			Deleted:  Region{StartLine: e.Pos.Line, StartColumn: e.Pos.Column, EndColumn: e.Pos.Column + e.Width},
			Inserted: Content{e.Text},
		})
	}
	return fix
}

// flow is the steps. What happens at no place of the program happens at that of the finding.
func (b *builder) flow(f Finding) (flow ThreadFlow) {
	for i, s := range f.Steps {
		at, line := s.Pos, s.Line
		if !at.IsValid() {
			at, line = f.Pos, f.Line
		}
		importance := "important"
		if s.Decides {
			importance = "essential"
		}
		flow.Locations = append(flow.Locations, FlowLocation{
			Location: Location{Physical: b.physical(at, 1, line), Message: &Message{Text: s.Text}},
			Kinds:    []string{s.Kind}, Order: i + 1, Importance: importance,
		})
	}
	return flow
}
