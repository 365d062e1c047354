package expect

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"molly/dedalus"
)

// Shard is a part of all expectations, for several machines that share the work: every one of them is
// in exactly one of the shards 1 to Of, and no shard has two more than another. The zero Shard has
// all.
type Shard struct{ Index, Of int }

// ParseShard reads a shard, such as 2/4.
func ParseShard(text string) (s Shard, err error) {
	index, of, ok := strings.Cut(text, "/")
	if ok {
		s.Index, err = strconv.Atoi(index)
	}
	if ok && err == nil {
		s.Of, err = strconv.Atoi(of)
	}
	if !ok || err != nil {
		return Shard{}, fmt.Errorf("it must be of the form K/N, such as 2/4")
	}
	if s.Index < 1 || s.Index > s.Of {
		return Shard{}, fmt.Errorf("there are the shards 1/%d to %d/%d", max(s.Of, 1), max(s.Of, 1), max(s.Of, 1))
	}
	return s, nil
}

// String writes the shard as ParseShard reads it; the zero Shard is "".
func (s *Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Set is ParseShard, for flags.
func (s *Shard) Set(text string) (err error) {
	*s, err = ParseShard(text)
	return err
}

// Type says what flags of it have.
func (s *Shard) Type() string { return "K/N" }

// First reports whether it is the one that does what needs to be done once.
func (s Shard) First() bool { return s.Index <= 1 }

// Take keeps what is of this shard, and leaves the files as they are: expectations in turn, and what is
// wrong with a file as if it were one. Files of which nothing is left are left out.
func (s Shard) Take(files []*File) []*File {
	if s.Of == 0 {
		return files
	}
	n := 0
	mine := func() bool {
		n++
		return (n-1)%s.Of == s.Index-1
	}
	var list []*File
	for _, f := range files {
		part := *f
		part.Expectations = nil
		if len(f.Errors) > 0 && !mine() {
			part.Errors = nil
		}
		for _, e := range f.Expectations {
			if mine() {
				part.Expectations = append(part.Expectations, e)
			}
		}
		if len(part.Errors)+len(part.Expectations) > 0 {
			list = append(list, &part)
		}
	}
	return list
}

// Matching keeps the expectations whose place and text, such as "simple.ded:5 ⟨4,2,0⟩ → certified", the
// pattern matches, and what is wrong with files. It leaves the files as they are; those of which
// nothing is left are left out.
func Matching(files []*File, pattern *regexp.Regexp) []*File {
	var list []*File
	for _, f := range files {
		part := *f
		part.Expectations = nil
		for _, e := range f.Expectations {
			if pattern.MatchString(e.Place() + " " + e.String()) {
				part.Expectations = append(part.Expectations, e)
			}
		}
		if len(part.Errors)+len(part.Expectations) > 0 {
			list = append(list, &part)
		}
	}
	return list
}

// Once leaves out warnings that a file before has, too: two files may include a third one.
func Once(files []*File) {
	seen := map[string]bool{}
	for _, f := range files {
		var list dedalus.Diagnostics
		for _, d := range f.Warnings {
			if text := d.String(); !seen[text] {
				seen[text] = true
				list = append(list, d)
			}
		}
		f.Warnings = list
	}
}

// WarningsAsErrors makes the warnings errors of their files.
func WarningsAsErrors(files []*File) {
	for _, f := range files {
		f.Errors = append(f.Errors, f.Warnings.WarningsAsErrors()...)
		f.Warnings = nil
	}
}
