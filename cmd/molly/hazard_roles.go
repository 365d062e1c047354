package main

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/internal/numeral"
	"molly/verify"
)

// mostMessages is how many lines about messages a report has.
const mostMessages = 20

// rolesInWords says what those do that support no outcome, in the order of a report.
var rolesInWords = []struct {
	role  verify.Role
	words string
}{
	{verify.RoleObliges, "decides only what pre asks for"},
	{verify.RoleGuards, "can only hold something back: it feeds what is read under notin, or by an aggregate"},
	{verify.RoleIdle, "dead: it fires, and nothing rests on it"},
	{verify.RoleNever, "dead: it fires in no admissible execution"},
}

// rolesText prints which rules and messages support no outcome.
func (h *hypotheses) rolesText() {
	h.section("What supports no outcome in any admissible execution")
	if h.Rules == nil {
		h.printf("  not known: %s\n", h.Reason)
		return
	}
	some := false
	messages := h.messageLines()
	for _, r := range rolesInWords {
		var lines []string
		for _, u := range h.Rules {
			if u.Role == r.role {
				rule := &h.datalog().Rules[u.Rule]
				lines = append(lines, fmt.Sprintf("%s  [%s]", strings.TrimSuffix(h.datalog().FormatRule(rule), ";"), rule.Pos.Short()))
			}
		}
		more := 0
		if n := len(messages[r.role]); n > mostMessages {
			more = n - mostMessages
		}
		lines = append(lines, messages[r.role][:len(messages[r.role])-more]...)
		if more > 0 {
			lines = append(lines, fmt.Sprintf("and %s more about messages (--json has them)", count(more, "line")))
		}
		if len(lines) > 0 {
			some = true
			h.printf("  %s\n    %s\n", r.words, strings.Join(lines, "\n    "))
		}
	}
	if !some {
		h.printf("  nothing: each rule and each message supports one in some execution\n")
	}
}

// messageLines says by role which messages have it. Messages of a rule that is dead, or
// that all have the role of their rule, go without saying.
func (h *hypotheses) messageLines() map[verify.Role][]string {
	roles := map[datalog.RelID][]verify.Role{} // of the messages of a relation
	for _, m := range h.Messages {
		if !slices.Contains(roles[m.Relation], m.Role) {
			roles[m.Relation] = append(roles[m.Relation], m.Role)
		}
	}
	lines := map[verify.Role][]string{}
	for _, g := range h.messageGroups() {
		if len(roles[g.relation]) == 1 && h.sendersHave(g.relation, g.role) {
			continue
		}
		lines[g.role] = append(lines[g.role], fmt.Sprintf("the messages %s from %s to %s, sent at %s",
			h.relation(g.relation), g.from.Text(), g.to.Text(), numeral.Ranges(g.times)))
	}
	return lines
}

// sendersHave reports whether all rules that send a relation and ever fire have a role.
func (h *hypotheses) sendersHave(relation datalog.RelID, role verify.Role) bool {
	for _, u := range h.Rules {
		r := &h.datalog().Rules[u.Rule]
		if r.Timing == datalog.Asynchronous && r.Head.Relation == relation && u.Role != role && u.Role != verify.RoleNever {
			return false
		}
	}
	return true
}

// A messageGroup is the messages of a relation from one place to another that have one
// role.
type messageGroup struct {
	relation datalog.RelID
	from, to datalog.Value
	role     verify.Role
	times    []int
}

// messageGroups gathers the times of messages that support no outcome.
func (h *hypotheses) messageGroups() []*messageGroup {
	type key struct {
		relation datalog.RelID
		from, to datalog.Value
		role     verify.Role
	}
	var groups []*messageGroup
	at := map[key]*messageGroup{}
	for _, m := range h.Messages {
		if m.Role == verify.RoleSupports {
			continue
		}
		k := key{m.Relation, m.From, m.To, m.Role}
		if at[k] == nil {
			at[k] = &messageGroup{relation: m.Relation, from: m.From, to: m.To, role: m.Role}
			groups = append(groups, at[k])
		}
		at[k].times = append(at[k].times, m.Sent)
	}
	return groups
}

// ruleRoleJSON is a rule with what it does for the outcomes.
type ruleRoleJSON struct {
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	Role string `json:"role"`
}

type messageRoleJSON struct {
	Relation string        `json:"relation"`
	From     datalog.Value `json:"from"`
	To       datalog.Value `json:"to"`
	Times    []int         `json:"times"`
	Role     string        `json:"role"`
}

func (h *hypotheses) rulesJSON() []ruleRoleJSON {
	list := []ruleRoleJSON{}
	for _, u := range h.Rules {
		rule := &h.datalog().Rules[u.Rule]
		list = append(list, ruleRoleJSON{rule.Pos.File, rule.Pos.Line, h.datalog().FormatRule(rule), word(string(u.Role))})
	}
	return list
}

func (h *hypotheses) messagesJSON() []messageRoleJSON {
	list := []messageRoleJSON{}
	for _, g := range h.messageGroups() {
		list = append(list, messageRoleJSON{h.relation(g.relation), g.from, g.to, g.times, word(string(g.role))})
	}
	return list
}

// word makes one word of several.
func word(text string) string { return strings.ReplaceAll(text, " ", "-") }
