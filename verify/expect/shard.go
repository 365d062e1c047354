package expect

import (
	"regexp"

	"molly/dedalus"
	"molly/internal/shard"
)

// Shard is a part of all expectations, for several machines that share the work: every one of them is in exactly one of
// the shards 1 to Of, and no shard has two more than another. The zero Shard has all.
type Shard = shard.Shard

// Take keeps what is of a shard, and leaves the files as they are: expectations in turn, and what is wrong with a file as if
// it were one. Files of which nothing is left are left out.
func Take(s Shard, files []*File) []*File {
	if s.Of == 0 {
		return files
	}
	n := 0
	mine := func() bool {
		n++
		return s.Has(n - 1)
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

// Shared counts what files have for shards.
func Shared(files []*File) int {
	n := 0
	for _, f := range files {
		n += len(f.Expectations)
		if len(f.Errors) > 0 {
			n++
		}
	}
	return n
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
