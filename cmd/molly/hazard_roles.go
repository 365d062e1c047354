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
	for _, g := range verify.GroupMessages(h.Messages) {
		if g.Role == verify.RoleSupports || len(roles[g.Relation]) == 1 && h.sendersHave(g.Relation, g.Role) {
			continue
		}
		lines[g.Role] = append(lines[g.Role], fmt.Sprintf("the messages %s from %s to %s, sent at %s",
			h.relation(g.Relation), g.From.Text(), g.To.Text(), numeral.Ranges(g.Times)))
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
