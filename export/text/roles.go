package text

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/internal/numeral"
	"molly/verify"
)

// mostMessages is how many lines about messages there are for a role.
const mostMessages = 20

// rolesInWords says of each role what has it, in the order in which they are written.
func rolesInWords(p *datalog.Program) []roleInWords {
	obliges := "decides only what pre asks for"
	switch {
	case p.Never != datalog.NoRelation && p.HasInvariant():
		obliges += ", or what never forbids"
	case p.Never != datalog.NoRelation:
		obliges = "decides only what never forbids"
	}
	return []roleInWords{
		{verify.RoleObliges, obliges},
		{verify.RoleGuards, "can only hold something back: it feeds what is read under notin, or by an aggregate"},
		{verify.RoleIdle, "dead: it fires, and nothing depends on it"},
		{verify.RoleNever, "dead: it fires in no admissible execution"},
	}
}

type roleInWords struct {
	role  verify.Role
	words string
}

// roles writes which rules and messages support no outcome.
func (p *printer) roles(s Subject, r *verify.HazardReport) {
	p.section("What supports no outcome in any admissible execution")
	if r.Rules == nil {
		p.printf("  unknown: %s\n", r.Reason)
		return
	}
	some := false
	messages := messageLines(s.Program, r)
	for _, role := range rolesInWords(s.Program) {
		var lines []string
		for _, u := range r.Rules {
			if u.Role == role.role {
				rule := &s.Program.Rules[u.Rule]
				lines = append(lines, fmt.Sprintf("%s  [%s]", strings.TrimSuffix(s.Program.FormatRule(rule), ";"), rule.Pos.Short()))
			}
		}
		of := messages[role.role]
		lines = append(lines, of[:min(len(of), mostMessages)]...)
		if more := len(of) - mostMessages; more > 0 {
			lines = append(lines, fmt.Sprintf("and %s more about messages (--json has them)", numeral.Count(more, "line")))
		}
		if len(lines) > 0 {
			some = true
			p.printf("  %s\n    %s\n", role.words, strings.Join(lines, "\n    "))
		}
	}
	if !some {
		p.printf("  nothing: each rule and each message supports one in some execution\n")
	}
}

// messageLines says for each role which messages have it. It leaves out the messages of dead rules, and
// those that all have the role of the rules that send them.
func messageLines(p *datalog.Program, r *verify.HazardReport) map[verify.Role][]string {
	roles := map[datalog.RelID][]verify.Role{} // of the messages of a relation
	for _, m := range r.Messages {
		if !slices.Contains(roles[m.Relation], m.Role) {
			roles[m.Relation] = append(roles[m.Relation], m.Role)
		}
	}
	lines := map[verify.Role][]string{}
	for _, g := range verify.GroupMessages(r.Messages) {
		if g.Role == verify.RoleSupports || len(roles[g.Relation]) == 1 && sendersHave(p, r, g.Relation, g.Role) {
			continue
		}
		lines[g.Role] = append(lines[g.Role], fmt.Sprintf("the messages %s from %s to %s, sent at %s",
			p.Relations[g.Relation].Name, g.From.Text(), g.To.Text(), numeral.Ranges(g.Times)))
	}
	return lines
}

// sendersHave reports whether all rules that send a relation, and fire in some execution, have a
// role.
func sendersHave(p *datalog.Program, r *verify.HazardReport, relation datalog.RelID, role verify.Role) bool {
	for _, u := range r.Rules {
		rule := &p.Rules[u.Rule]
		if rule.Timing == datalog.Asynchronous && rule.Head.Relation == relation && u.Role != role && u.Role != verify.RoleNever {
			return false
		}
	}
	return true
}
