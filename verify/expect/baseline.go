package expect

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus"
)

// Baseline is what searches found at some time, to be compared with later.
type Baseline []Known

// Known is what a search found. It is that of a later search where the file and the name are the same.
type Known struct {
	File string // with slashes
	Name string // of the expectation
	// Program identifies what the program says: a hash of its clauses, which does not depend on comments,
	// nor on how the text is laid out.
	Program string
	Verdict Verdict // NoVerdict where there was none; of a trace, its status
	Faults  []string
	// Certificate is the hash of the verdict's certificate, or "". It says nothing of what is known.
	Certificate string
}

// NoVerdict is the verdict of a search that ended before it had one.
const NoVerdict Verdict = "undecided"

// Judged is what there is a verdict on, or is none yet.
type Judged struct {
	Known
	Pos  datalog.Position
	Open bool // it was not reached, or something is wrong with its file: nothing is known of it
}

// Judge returns what was found in files.
func Judge(list []Tested) (all []Judged) {
	for _, t := range list {
		program := ""
		if t.Program != nil {
			program = Identity(t.Program)
		}
		for _, r := range t.Results {
			k := Known{File: filepath.ToSlash(t.Name), Name: r.Name, Program: program, Verdict: r.Found.Verdict, Certificate: r.Certificate.Hash}
			if k.Verdict == "" {
				k.Verdict = NoVerdict
			}
			for _, f := range r.Found.Faults {
				k.Faults = append(k.Faults, f.Kind.Flag()+"="+f.Flag())
			}
			all = append(all, Judged{k, r.Pos, t.Bad() || r.NotReached})
		}
	}
	return all
}

// NewBaseline is what was found. What is open is not in it.
func NewBaseline(list []Judged) Baseline {
	b := Baseline{}
	for _, j := range list {
		if !j.Open {
			b = append(b, j.Known)
		}
	}
	return b
}

// Identity is a hash of what a program says, but for its directive.
func Identity(p *dedalus.Program) string {
	text := strings.TrimPrefix(p.String(), p.Settings().String())
	return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text)))
}

// number is how many faults there are; inputs are none.
func (k Known) number() int {
	n := 0
	for _, f := range k.Faults {
		if !strings.HasPrefix(f, "input=") {
			n++
		}
	}
	return n
}

// String writes what was found in one line.
func (k Known) String() string {
	if k.Verdict == Counterexample && len(k.Faults) == 0 {
		return string(k.Verdict) + " without any fault"
	}
	return strings.Join(append([]string{string(k.Verdict)}, k.Faults...), " ")
}

// ChangeKind says in what a verdict differs from that of a baseline.
type ChangeKind string

// The kinds of changes.
const (
	VerdictChanged ChangeKind = "verdict"
	FewerFaults    ChangeKind = "fewer faults"
	MoreFaults     ChangeKind = "more faults"
	OtherFaults    ChangeKind = "other faults"
	Gone           ChangeKind = "gone"    // the baseline has it, and nothing expects it any more
	New            ChangeKind = "new"     // the baseline does not have it
	ProgramChanged ChangeKind = "program" // the verdict is the same, of a program that is not
)

// Change is a difference from a baseline.
type Change struct {
	Kind          ChangeKind
	Pos           datalog.Position // of the expectation; none where it is gone
	Before, After *Known           // nil where it is new, and where it is gone
}

// Now is what the change is about, as it is, or was.
func (c Change) Now() *Known { return cmp.Or(c.After, c.Before) }

// Matters reports whether something that was known is not so any more.
func (c Change) Matters() bool { return c.Kind != New && c.Kind != ProgramChanged }

// Compare returns in what verdicts differ from a baseline, by file, in the order of the baseline, then what is new. Of those
// that the baseline has and the verdicts do not, those that gone reports are gone; the others were not asked for. What is
// open differs in nothing.
func (b Baseline) Compare(list []Judged, gone func(Known) bool) []Change {
	type key struct{ file, name string }
	places := map[key]datalog.Position{}
	unknown := map[key]bool{}
	now := map[key]*Known{}
	after := NewBaseline(list)
	for _, j := range list {
		at := key{j.File, j.Name}
		places[at], unknown[at] = j.Pos, j.Open
	}
	for i := range after {
		now[key{after[i].File, after[i].Name}] = &after[i]
	}
	changes := []Change{}
	before := map[key]bool{}
	for i := range b {
		old, at := &b[i], key{b[i].File, b[i].Name}
		if before[at] {
			continue // of several baselines, the first one that has it
		}
		before[at] = true
		switch found := now[at]; {
		case found != nil:
			if kind := old.differs(*found); kind != "" {
				changes = append(changes, Change{kind, places[at], old, found})
			}
		case !unknown[at] && gone(*old):
			changes = append(changes, Change{Kind: Gone, Before: old})
		}
	}
	for i := range after {
		if at := (key{after[i].File, after[i].Name}); !before[at] {
			changes = append(changes, Change{Kind: New, Pos: places[at], After: &after[i]})
		}
	}
	slices.SortStableFunc(changes, func(x, y Change) int { return cmp.Compare(x.Now().File, y.Now().File) })
	return changes
}

// differs is "" where nothing does.
func (k Known) differs(now Known) ChangeKind {
	switch {
	case k.Verdict != now.Verdict:
		return VerdictChanged
	case now.number() < k.number():
		return FewerFaults
	case now.number() > k.number():
		return MoreFaults
	case !slices.Equal(k.Faults, now.Faults):
		return OtherFaults
	case k.Program != now.Program:
		return ProgramChanged
	}
	return ""
}

// Missing reports whether a verdict is of an expectation that none of the files has, which names have
// led to, and that would be among them. A file with which something is wrong may still have it.
func Missing(k Known, files []*File, names []string) bool {
	for _, f := range files {
		if filepath.ToSlash(f.Name) == k.File {
			return len(f.Errors) == 0 && !slices.Contains(f.Names(), k.Name)
		}
	}
	return Within(k.File, names)
}

// Within reports whether a file, with slashes, is one of those that names lead to (Find), were it
// there.
func Within(file string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		name = filepath.ToSlash(filepath.Clean(name))
		if name == "." {
			return !strings.HasPrefix(file, "/") && !strings.HasPrefix(file, "../")
		}
		return file == name || file == name+".ded" || strings.HasPrefix(file, strings.TrimSuffix(name, "/")+"/")
	})
}
