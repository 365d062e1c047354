package lint

import (
	"fmt"

	"molly/verify"
	"molly/verify/expect"
)

// owed warns of an invariant that asks for nothing: in no execution, or in none in which a node
// fails, or nothing that a lost message could take away.
func (l *linter) owed() error {
	p := l.datalog()
	if p.JudgesPersistence() || l.expectsVacuous() {
		return nil
	}
	about := p.Pre
	if !p.HasInvariant() {
		about = p.Never
	}
	switch {
	case l.owing.Nothing():
		if p.HasInvariant() {
			if excused, err := l.emptied(); err != nil || excused {
				return err
			}
		}
		_, width := l.name(about)
		message := fmt.Sprintf("pre holds in no admissible execution under %v, so nothing can be violated", l.setting.Spec)
		hint := "`molly explain` says of a tuple of pre why it does not hold"
		if about == p.Never {
			message = fmt.Sprintf("in no admissible execution under %v do the premises of a rule for never hold, so nothing can be violated", l.setting.Spec)
			hint = ""
		}
		d := l.warning(l.datalog().Defined(about), width, "vacuous", message)
		d.Hint = hint
		l.found = append(l.found, d)
		return nil
	case len(l.free.Violated) == 0 && l.messagesMatterNot():
		_, width := l.name(about)
		d := l.warning(l.datalog().Defined(about), width, "vacuous",
			"the invariant depends on no message, whatever is lost: neither what it asks for nor what must hold then")
		d.Hint = "let post, or never, read what a message brings about"
		l.found = append(l.found, d)
		return nil
	}
	return l.emptiedByFailure()
}

// messagesMatterNot reports whether messages are sent, and none of them has a part in the invariant.
func (l *linter) messagesMatterNot() bool {
	for _, m := range l.owing.Messages {
		if m.Role != verify.RoleIdle {
			return false
		}
	}
	return len(l.owing.Messages) > 0
}

// expectsVacuous reports whether the program says itself that nothing is owed.
func (l *linter) expectsVacuous() bool {
	for _, e := range l.expected {
		if e.Verdict == expect.Vacuous && e.Spec == l.setting.Spec {
			return true
		}
	}
	return false
}
