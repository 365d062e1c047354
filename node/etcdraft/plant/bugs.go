package plant

import (
	"encoding/json"
	"fmt"
	"strings"

	"molly/explore/fuzz"
	"molly/node/etcdraft"
)

// Bug is a mistake, and how it is put into raft.
type Bug struct {
	// Name is that of package node/sample/raft where it has the same bug: numbers are those of the issues in which
	// the bugs of akka-raft were reported (Scott et al. 2016, table 1).
	Name  string
	About string
	Edits []Edit
	// Plan makes random executions that show the bug, and that are not harder to understand than it needs: with requests and
	// restarts, as those of DEMi's raft (§6), and with what else the bug takes.
	Plan fuzz.Plan
	// Flags are those of molly-etcdraft with which the bug can be seen: a cluster that is large enough, and a disk where
	// the bug is not in raft but below it.
	Flags []string
}

// Edit changes one place of a file of raft.
type Edit struct {
	File    string
	Find    string // is there exactly once
	Replace string
}

// plan is the plan for most bugs.
func plan() fuzz.Plan {
	return fuzz.Plan{
		Events: 2500, Timers: map[string]float64{etcdraft.Elect: 0.03, etcdraft.Beat: 0.03}, Crash: 0.003, Restart: 0.2,
		Command: 0.05, Commands: []fuzz.Command{{Type: "propose", Body: json.RawMessage(`{"data":"c$n"}`)}},
	}
}

// doubling is a plan with a network that doubles messages.
func doubling() fuzz.Plan {
	p := plan()
	p.Duplicate = 0.02
	return p
}

// crashing is a plan with more crashes.
func crashing() fuzz.Plan {
	p := plan()
	p.Crash = 0.02
	return p
}

// apply does an edit in the text of its file.
func (e Edit) apply(text string) (string, error) {
	if n := strings.Count(text, e.Find); n != 1 {
		return "", fmt.Errorf("%s: %q is there %d times and should be there once: the bug was made for another version", e.File, e.Find, n)
	}
	return strings.Replace(text, e.Find, e.Replace, 1), nil
}

// Bugs are all bugs.
func Bugs() []Bug {
	return []Bug{
		{
			Name: "45", About: "a vote that arrives twice counts twice", Plan: doubling(), Flags: []string{"--nodes=4"},
			Edits: []Edit{{"tracker/tracker.go", "_, ok := p.Votes[id]", `_, ok := p.Votes[id]
	for _, other := range p.VoterNodes() {
		if _, voted := p.Votes[other]; ok && v && !voted {
			p.Votes[other] = true
			break
		}
	}`}},
		},
		{
			Name: "46", About: "votes of earlier terms count", Plan: plan(), Flags: []string{"--nodes=4"},
			Edits: []Edit{{"raft.go", "case m.GetTerm() < r.Term:", "case m.GetTerm() < r.Term && m.GetType() != pb.MsgVoteResp:"}},
		},
		{
			Name: "42", About: "an entry is committed with one acknowledgement too few", Plan: plan(), Flags: []string{"--nodes=5"},
			Edits: []Edit{{"quorum/majority.go", "pos := n - (n/2 + 1)", "pos := n - max(n/2, 1)"}},
		},
		{
			Name: "66", About: "a late, shorter append truncates the log", Plan: plan(), Flags: []string{"--nodes=4"},
			Edits: []Edit{{"log.go", "case ci == 0:", `case ci == 0 && len(a.entries) > 0 && lastnewi < l.lastIndex():
		l.unstable.truncateAndAppend(a.entries)
	case ci == 0:`}},
		},
		{
			Name: "log-check", About: "a vote is granted whatever log the candidate has", Plan: plan(), Flags: []string{"--nodes=4"},
			Edits: []Edit{{"log.go", "their.term > our.term ||", "true || their.term > our.term ||"}},
		},
		{
			Name: "old-term", About: "an entry of an earlier term is committed by counting (Ongaro and Ousterhout 2014, figure 8)", Plan: plan(), Flags: []string{"--nodes=3", "--single"},
			Edits: []Edit{{"log.go", "at.index > l.committed && l.matchTerm(at)", "at.index > l.committed"}},
		},
		{Name: "lazy-disk", About: "the last write is lost at a restart", Plan: plan(), Flags: []string{"--nodes=3", "--disk=lazy"}},
		{Name: "56", About: "a vote is forgotten at a restart", Plan: crashing(), Flags: []string{"--nodes=3", "--disk=no-vote"}},
	}
}

// Find returns the bug with a name. The error says which there are.
func Find(name string) (Bug, error) {
	var names []string
	for _, b := range Bugs() {
		if b.Name == name {
			return b, nil
		}
		names = append(names, b.Name)
	}
	return Bug{}, fmt.Errorf("there is no bug %q; there are %s", name, strings.Join(names, ", "))
}
