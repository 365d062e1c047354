package dedalus

import (
	"fmt"

	"molly/datalog"
)

const (
	crashName  = "crash"
	bootName   = "boot"
	outageName = "outage"
	memberName = "member"
	nowName    = "now"
)

// builtin is a relation that every program can read.
type builtin struct {
	name    string
	form    string         // its columns, for people
	types   []datalog.Type // of its columns
	what    string         // what its tuples say
	free    bool           // a program may have a relation of this name instead
	observe bool           // no node can see it, only an observer
}

// builtins are the relations that the language gives, but for clock, which no program can read.
var builtins = []builtin{
	{crashName, "crash(Observer, Node, Time)", []datalog.Type{datalog.Text, datalog.Text, datalog.Integer},
		"holds what the failure scenario says", false, true},
	{bootName, "boot(Node)", []datalog.Type{datalog.Text},
		"holds when a node begins: at time 1 and when it comes back", false, false},
	{outageName, "outage(Observer, Node, From, Until)", []datalog.Type{datalog.Text, datalog.Text, datalog.Integer, datalog.Integer},
		"holds what the failure scenario says", false, true},
	{memberName, "member(Node, Other)", []datalog.Type{datalog.Text, datalog.Text},
		"holds for all nodes of the run, at every time", true, false},
	{nowName, "now(Node, Time)", []datalog.Type{datalog.Text, datalog.Integer},
		"holds what time it is, at every node", true, false},
}

// Builtin is a relation that every program can read, for people.
type Builtin struct {
	Name string
	Form string // with its columns: crash(Observer, Node, Time)
	Free bool   // a program may have a relation of this name instead
}

// Builtins are the relations that the language gives.
func Builtins() []Builtin {
	var list []Builtin
	for _, b := range builtins {
		list = append(list, Builtin{b.name, b.form, b.free})
	}
	return list
}

// builtinOf returns the builtin that a relation of the program is; nil where it is none.
func (ch *checker) builtinOf(name string) *builtin {
	for i := range builtins {
		if b := &builtins[i]; b.name == name {
			if b.free && ch.defined(name) {
				return nil
			}
			return b
		}
	}
	return nil
}

// observed reports whether a name is that of a builtin that only an observer can see.
func (ch *checker) observed(name string) bool {
	b := ch.builtinOf(name)
	return b != nil && b.observe
}

// reserved checks the uses of clock and of the builtins.
func (ch *checker) reserved() {
	if r := ch.byName[clockName]; r != nil {
		for _, u := range append(append([]use{}, r.defs...), r.reads...) {
			ch.fail(u.span, "builtin", "clock cannot be used in a program",
				"it is the relation that the rewriting adds; choose another name")
		}
	}
	for _, r := range ch.relations {
		b := ch.builtinOf(r.name)
		if b == nil {
			continue
		}
		for _, u := range r.defs {
			ch.fail(u.span, "builtin", r.name+" is built in and cannot be defined", b.form+" "+b.what)
		}
		for _, u := range r.reads {
			if u.columns != len(b.types) {
				ch.fail(u.span, "builtin", fmt.Sprintf("%s has %s, not %d", r.name, columns(len(b.types)), u.columns),
					b.form+": "+typeList(b.types))
			}
		}
	}
}

// typeList says what columns hold, such as "two strings and an integer".
func typeList(types []datalog.Type) string {
	number := [...]string{"", "", "two ", "three "}
	text := ""
	for i := 0; i < len(types); {
		n := 1
		for i+n < len(types) && types[i+n] == types[i] {
			n++
		}
		if i > 0 {
			text += " and "
		}
		if n == 1 {
			text += withArticle(types[i])
		} else {
			text += number[n] + types[i].String() + "s"
		}
		i += n
	}
	return text
}
