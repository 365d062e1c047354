package itf

import (
	"slices"
	"strings"

	"molly/datalog"
)

// reserved are the keywords of Python, Rust and JavaScript. Readers of ITF make fields of
// names, and refuse these.
var reserved = strings.Fields(`
	False None True and as assert async await break class continue def del elif else except finally for from global if
	import in is lambda nonlocal not or pass raise return try while with yield

	abstract become box const crate do dyn enum extern false final fn gen impl let loop macro match mod move mut
	override priv pub ref self Self static struct super trait true type typeof union unsafe unsized use virtual where

	arguments boolean byte case catch char debugger default delete double eval export extends float function goto
	implements instanceof int interface long native new null package private protected public short switch
	synchronized this throw throws transient var void volatile`)

// names gives each relation of the program its variable, and the three that are no relations
// theirs. A name that is reserved, or that another one has, gets an underscore.
func names(p *datalog.Program) (relations []string, timeVar, messagesVar, downVar string) {
	var taken []string
	for _, r := range p.Relations {
		taken = append(taken, r.Name)
	}
	own := func(name string) string {
		for slices.Contains(reserved, name) || slices.Contains(taken, name) {
			name += "_"
		}
		taken = append(taken, name)
		return name
	}
	for _, r := range p.Relations {
		name := r.Name
		if slices.Contains(reserved, name) {
			name = own(name)
		}
		relations = append(relations, name)
	}
	return relations, own("time"), own("messages"), own("down")
}
