package molly

import (
	"context"
	"fmt"
	"regexp"

	"molly/internal/numeral"
	"molly/protocols"
	"molly/verify/expect"
)

// Tests reads the .ded files that names lead to, files and folders, on the disk or of the library,
// and keeps those with expectations in comments that the pattern matches, such as
//
//	// expect: eot=6 eff=3 crashes=1 → certified
//
// and those with errors. A nil pattern matches everything. The error is a *NoTestsError, an error of
// the file system, or, where it has read some files only, an *UnreadError.
func (s Sources) Tests(ctx context.Context, pattern *regexp.Regexp, names ...string) ([]*expect.File, error) {
	files, err := expect.Find(protocols.Library(), names...)
	if err != nil {
		return nil, err
	}
	loader, err := s.loader(ctx)
	if err != nil {
		return nil, err
	}
	var list []*expect.File
	none := &NoTestsError{Files: len(files)}
	for _, name := range files {
		f, err := expect.Read(loader, name)
		if ended := context.Cause(ctx); ended != nil {
			return nil, &UnreadError{len(files), ended}
		}
		switch {
		case err != nil:
			return nil, err
		case f == nil:
			continue
		}
		none.Expecting++
		f.Define = s.Define
		list = append(list, f)
	}
	if pattern != nil {
		list = expect.Matching(list, pattern)
	}
	if len(list) == 0 {
		return nil, none
	}
	return list, nil
}

// Test holds programs against what their text expects, several at a time. It gives what came of
// each file to tell, in the order of the files, as soon as that file and all before it are done, and
// returns it for all files. The error is the context's: then there are expectations that were not
// reached.
func Test(ctx context.Context, files []*expect.File, jobs int, tell func(expect.Tested)) ([]expect.Tested, error) {
	return expect.Run(ctx, files, jobs, tell)
}

// NoTestsError says that no file expects anything that was asked for.
type NoTestsError struct {
	Files     int // that were looked at
	Expecting int // that expect something
}

func (e *NoTestsError) Error() string {
	if e.Expecting > 0 {
		return fmt.Sprintf("the pattern matches no expectation (%s with expectations)", numeral.Count(e.Expecting, "file"))
	}
	return "no file expects anything: write a comment such as\n    // expect: eot=4 eff=2 crashes=0 → certified\n" +
		"into a .ded file (" + numeral.Count(e.Files, "file") + " read)"
}

// UnreadError says that the context ended while files were read.
type UnreadError struct {
	Files int // there are
	Err   error
}

func (e *UnreadError) Error() string {
	return fmt.Sprintf("not all of %d files were read: %v", e.Files, e.Err)
}

func (e *UnreadError) Unwrap() error { return e.Err }
