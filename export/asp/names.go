package asp

import (
	"regexp"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
)

// Names that clingo can read unchanged, and those among them that mean something else
// here: its keyword, our own relations, and what begins as our other names do. (Relations
// with different numbers of columns are different for clingo: node and time have one,
// and a program's relations have two at least, with their time.)
var (
	plainRelation = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)
	takenRelation = regexp.MustCompile(`^(not|omit|crashed|delivers|fired[0-9]+|at[0-9]+_.*|free_.*|r_.*)$`)
	takenWide     = regexp.MustCompile(`^(late|twice|lossy|crashable|down|asleep|delayed|alone|first|overtaken|arrives|input|kept_.*)$`)
	plainVariable = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
)

// relation is the name of a program's relation. Different relations have different
// names.
func relation(name string) string {
	if plainRelation.MatchString(name) && !takenRelation.MatchString(name) {
		return name
	}
	return "r_" + flat.Spelled(name)
}

// relation is the name of a relation in this question: more names are taken where more may happen
// than losses and crashes.
func (q Question) relation(name string) string {
	if q.wide() && takenWide.MatchString(name) {
		return "r_" + flat.Spelled(name)
	}
	return relation(name)
}

// variable is the name of a rule's variable.
func variable(name string) string {
	if plainVariable.MatchString(name) && !strings.HasPrefix(name, "V_") {
		return name
	}
	return "V_" + flat.Spelled(name)
}

// value writes a constant. Clingo's strings have three escapes, and take all other bytes
// but zero as they are.
func value(v datalog.Value) string {
	if v.Type() == datalog.Integer {
		return strconv.FormatInt(v.Number(), 10)
	}
	return text(v.Text())
}

func text(s string) string { return `"` + escape(s) + `"` }

// A zero byte is written as two others; so is what could be taken for them. The order of
// strings stays, which for clingo, too, is that of their bytes.
var (
	escape   = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\x00", "\x01\x01", "\x01", "\x01\x02").Replace
	unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", "\x01\x01", "\x00", "\x01\x02", "\x01").Replace
)
