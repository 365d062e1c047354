package asp

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
	"molly/dedalus/rewrite"
)

// free begins the names of a second copy of the program, which runs without faults.
const free = "free_"

// encoder writes one question.
type encoder struct {
	Question
	plain  *rewrite.Program
	text   strings.Builder
	prefix string      // of the relations of the copy that is being written
	used   []signature // what rules read
	remote bool        // a rule concludes for a stable relation elsewhere
}

func (q Question) encoder() *encoder {
	return &encoder{Question: q, plain: rewrite.New(q.Program)}
}

// signature is a relation's name and number of columns, as clingo tells them apart.
type signature struct {
	name    string
	columns int
}

func (e *encoder) section(title string) { fmt.Fprintf(&e.text, "\n%% %s\n", title) }

func (e *encoder) line(format string, args ...any) {
	fmt.Fprintf(&e.text, format+"\n", args...)
}

// use notes that a rule reads a relation.
func (e *encoder) use(name string, columns int) {
	if s := (signature{name, columns}); !slices.Contains(e.used, s) {
		e.used = append(e.used, s)
	}
}

// name is the name of a relation of the program, or of a snapshot, in the copy that is being
// written.
func (e *encoder) name(r datalog.RelID) string {
	if s, ok := e.plain.Snapshot(r); ok {
		return fmt.Sprintf("%sat%d_%s", e.prefix, s.Time, e.relation(e.Program.Relations[s.Of].Name))
	}
	return e.prefix + e.relation(e.Program.Relations[r].Name)
}

// columns writes X1,…,Xn.
func columns(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("X%d", i+1)
	}
	return strings.Join(list, ",")
}
