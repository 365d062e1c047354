package souffle

import (
	"regexp"
	"strconv"
	"strings"

	"molly/datalog"
	"molly/datalog/flat"
)

// Names that Soufflé can read unchanged. Our own relations begin with a capital letter,
// or with t and a time; a program's may not.
var (
	plainRelation = regexp.MustCompile(`^[a-z][A-Za-z0-9_]*$`)
	takenRelation = regexp.MustCompile(`^(t[0-9]+_.*|r_.*)$`)
	plainVariable = regexp.MustCompile(`^[A-Z][A-Za-z0-9_]*$`)
)

// keywords are words of Soufflé, those of types among them.
var keywords = func() map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(`as autoinc band bnot bor brie bshl bshr bshru btree btree_delete bxor cat choice contains count
		debug_delta eqrel false float from ftoi ftou functor inline input instantiation itof itou iterator lambda land lnot lor lxor magic
		match max mean min nil no_inline no_magic number ord output overridable override plan printsize provenance range
		recursive_iteration_cnt stateful strlen substr sum symbol temp to_float to_number to_string to_unsigned true type union
		unsigned utof utoi`) {
		set[w] = true
	}
	return set
}()

// relation is the name of a program's relation. Different relations have different
// names.
func relation(name string) string {
	if plainRelation.MatchString(name) && !takenRelation.MatchString(name) && !keywords[name] {
		return name
	}
	return "r_" + flat.Spelled(name)
}

// variable is the name of a rule's variable.
func variable(name string) string {
	if plainVariable.MatchString(name) && !strings.HasPrefix(name, "V_") {
		return name
	}
	return "V_" + flat.Spelled(name)
}

// token is a string or a name in a clause; a relation's has its parenthesis.
var token = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|\b\w+\(?`)

// variableIn reports whether a token is a variable.
func variableIn(token string) bool {
	return 'A' <= token[0] && token[0] <= 'Z' && !strings.HasSuffix(token, "(")
}

// once puts an underscore before each variable that a clause has once. Else Soufflé warns
// that it may be misspelled.
func once(clause string) string {
	times := map[string]int{}
	for _, t := range token.FindAllString(clause, -1) {
		times[t]++
	}
	return token.ReplaceAllStringFunc(clause, func(t string) string {
		if variableIn(t) && times[t] == 1 {
			return "_" + t
		}
		return t
	})
}

// value writes a constant.
func value(v datalog.Value) string {
	if v.Type() == datalog.Integer {
		return strconv.FormatInt(v.Number(), 10)
	}
	return text(v.Text())
}

func text(s string) string { return `"` + escape(s) + `"` }

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace

// typeName is the type of a column. One whose type nothing tells holds nothing.
func typeName(t datalog.Type) string {
	if t == datalog.Integer {
		return "number"
	}
	return "symbol"
}
