package main

import (
	"fmt"
	"strings"

	"molly/datalog"
	"molly/verify"
)

// bound says what a certificate is about.
func (r *report) bound() string {
	return fmt.Sprintf("It holds for these nodes, this input and this bound, in synchronous rounds; %s at time %d only.", r.judged(), r.verdict.Spec.EOT)
}

// judged says what is read at EOT.
func (e *session) judged() string {
	if e.datalog().HasInvariant() {
		return "pre and post are read"
	}
	return "what persists is read"
}

// latchHint says where to read on.
const latchHint = `To look at every time, latch what must never happen: docs/language.md, "The end, and every time".`

// unseen says, one sentence each, what a certificate may not see.
func (e *session) unseen(v *verify.Verdict) (sentences []string) {
	if f := v.Unseen.Forgotten; len(f) > 0 {
		sentences = append(sentences, fmt.Sprintf("pre and post are read at time %d only: what %s held only before is not looked at.", v.Spec.EOT, e.relationList(f)))
	}
	if t := v.Unseen.TakenBack; len(t) > 0 {
		sentences = append(sentences, fmt.Sprintf("pre and post are read at time %d only: what a tuple of %s (read under notin) has ended by then is not looked at.", v.Spec.EOT, e.relationList(t)))
	}
	return sentences
}

// relationList names relations in a sentence.
func (e *session) relationList(list []datalog.RelID) string {
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = e.relation(r)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// unseenJSON is what a verdict may not see.
type unseenJSON struct {
	Forgotten []string `json:"forgotten,omitempty"`
	TakenBack []string `json:"taken_back,omitempty"`
}

func (e *session) unseenJSON(u verify.Unseen) *unseenJSON {
	if u.Nothing() {
		return nil
	}
	j := &unseenJSON{}
	for _, r := range u.Forgotten {
		j.Forgotten = append(j.Forgotten, e.relation(r))
	}
	for _, r := range u.TakenBack {
		j.TakenBack = append(j.TakenBack, e.relation(r))
	}
	return j
}
