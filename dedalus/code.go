package dedalus

import "slices"

// Code is a kind of finding. docs/lint.md has a section on each.
type Code struct {
	Name     string
	Severity Severity // of the worst finding of this kind
	Summary  string   // what is wrong, without a program at hand
	// Warns means that a finding of this kind may be a warning: then a comment can ignore it.
	Warns bool
}

// Codes are all kinds of findings about a program, by any command, in the order of their names.
func Codes() []Code { return slices.Clone(allCodes) }

// CodeNamed is the kind of finding of a name.
func CodeNamed(name string) (Code, bool) {
	i, found := slices.BinarySearchFunc(allCodes, name, func(c Code, name string) int {
		if c.Name < name {
			return -1
		} else if c.Name > name {
			return 1
		}
		return 0
	})
	if !found {
		return Code{}, false
	}
	return allCodes[i], true
}

// Invariant: sorted by Name; Warns, or Severity is Error.
var allCodes = []Code{
	{"32-bits", Error, "a number that another engine cannot represent", false},
	{"aggregate", Error, "an unknown aggregate, or one in the first column", false},
	{"arity", Error, "a relation with different numbers of columns, or with none", false},
	{"builtin", Error, "a definition or a wrong use of a relation that the language gives", false},
	{"case", Warning, "names that differ in case alone", true},
	{"const", Error, "a constant that is given twice, or used where none can be", false},
	{"cycle", Error, "negation or aggregation through a cycle of deductive rules", false},
	{"directive", Error, "a setting that is unknown, malformed, given twice, or contradicted", false},
	{"dropped", Warning, "a tuple that is needed later than it holds, and that nothing keeps", true},
	{"encoding", Error, "a byte that is not UTF-8", false},
	{"escape", Error, "an escape in a string that does not exist", false},
	{"expect", Error, "an expectation that cannot be read", false},
	{"fact", Error, "something in a fact that is no constant", false},
	{"fact-time", Error, "a fact without an absolute time", false},
	{"file", Error, "a file that cannot be read", false},
	{"forgotten", Warning, "configuration that a node loses when it comes back", true},
	{"given-up", Error, "a program that was not read completely", false},
	{"good", Warning, "the older form of an invariant, which means nothing", true},
	{"horizon", Warning, "something that a run never reaches, because it ends before", true},
	{"ignore", Error, "a lint comment that cannot be read", false},
	{"include", Error, "an included file that cannot be read", false},
	{"inferred-nodes", Warning, "nodes that nothing names but facts", true},
	{"integer", Error, "a number that does not fit into 64 bits", false},
	{"invariant", Error, "pre and post that do not belong together", true},
	{"latched", Warning, "what is kept until the end only to be absent from it", true},
	{"may", Error, "an input that cannot be one", false},
	{"never-defined", Warning, "a relation that only its own rules could begin", true},
	{"no-node", Warning, "a message from or to a place that is no node", true},
	{"overflow", Error, "arithmetic that does not fit into 64 bits", false},
	{"remote-read", Warning, "a protocol that reads what no single place knows", true},
	{"remote-write", Warning, "a rule that writes the state of another place without a message", true},
	{"second-opinion", Warning, "a question that another engine answers in another way", true},
	{"self-send", Warning, "a message whose receiver is always its sender", true},
	{"sender", Error, "a message that does not say who sends it", false},
	{"several-places", Warning, "a rule that reads several places at once", true},
	{"silent-node", Warning, "a node that no message can come from or go to", true},
	{"single-use", Warning, "a variable that is used once", true},
	{"stable", Error, "a stable clause for what cannot be stable", false},
	{"syntax", Error, "a clause that cannot be read", false},
	{"time", Error, "a time where none can be, or one that is none", false},
	{"type", Error, "integers and strings mixed", false},
	{"unbound", Error, "a variable that nothing binds", false},
	{"undefined", Warning, "a relation that is read and that nothing defines", true},
	{"unjudged", Warning, "a program without an invariant", true},
	{"unkept", Warning, "a stable relation of which nothing survives an outage", true},
	{"unreachable", Warning, "a rule that fires in no admissible execution", true},
	{"unread", Warning, "a relation or a constant that nothing reads", true},
	{"unused-ignore", Warning, "a lint comment that ignores nothing", true},
	{"vacuous", Warning, "an invariant that nothing could violate", true},
	{"wide-excuse", Warning, "an excuse that takes away more than the node that failed", true},
	{"wildcard", Error, "a wildcard where a value is needed", false},
}
