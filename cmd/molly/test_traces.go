package main

import (
	"os"
	"path/filepath"
	"regexp"

	"molly/datalog"
	"molly/explore/replay"
	"molly/export/text"
	"molly/verify/expect"
)

// split are the names that lead to programs, and those that lead to traces.
func split(names []string) (programs, traces []string) {
	for _, name := range names {
		info, err := os.Stat(name)
		folder, saved := err == nil && info.IsDir(), filepath.Ext(name) == replay.Extension
		if folder || !saved {
			programs = append(programs, name)
		}
		if folder || saved {
			traces = append(traces, name)
		}
	}
	return programs, traces
}

// matching are the traces whose names a pattern matches.
func matching(traces []string, pattern *regexp.Regexp) (list []string) {
	for _, name := range traces {
		if pattern.MatchString(name) {
			list = append(list, name)
		}
	}
	return list
}

// ofShard are the traces of the shard, which come after so many expectations.
func (f *testFlags) ofShard(traces []string, before int) (list []string) {
	for i, name := range traces {
		if f.shard.Has(before + i) {
			list = append(list, name)
		}
	}
	return list
}

// tellTrace shows what came of a trace.
func (t *tool) tellTrace(f *testFlags, r *replay.Result) {
	if t.output.words() {
		_ = text.Traced(t.words(f), t.style, r, f.verbose) // a buffer takes everything
	}
	t.findTrace(r)
	_ = t.Flush() // the end of the command says what went wrong
}

// tellFolders shows what came of the traces of each folder.
func (t *tool) tellFolders(f *testFlags, list []*replay.Result) {
	if t.output.words() {
		_ = text.TracedFolders(t.words(f), t.style, list)
	}
}

// judged is what was found, for baselines.
func (o outcomes) judged() []expect.Judged {
	all := expect.Judge(o.tested)
	for _, r := range o.replayed {
		all = append(all, expect.Judged{
			Known: expect.Known{File: filepath.ToSlash(r.Name), Name: "trace", Program: r.Hash, Verdict: expect.Verdict(r.Status)},
			Pos:   datalog.Position{File: r.Name, Line: r.Line(), Column: 1},
			Open:  r.Status == replay.Unreadable || r.Status == replay.NotReached,
		})
	}
	return all
}
