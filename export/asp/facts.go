package asp

import (
	"fmt"
	"slices"
	"strings"

	"molly/datalog"
)

// facts writes what the program states: at a time, from a time on, and as an input that is chosen.
func (e *encoder) facts() {
	e.section("facts")
	for _, f := range e.Program.Facts {
		if f.Time <= e.Spec.EOT {
			time := fmt.Sprint(f.Time)
			e.fact(f.Relation, f.Args, time, e.awake(f.Args, time)...)
		}
	}
	for _, f := range e.Program.Lasting {
		if f.Time <= e.Spec.EOT {
			e.fact(f.Relation, f.Args, "T", append([]string{fmt.Sprintf("T = %d..%d", f.Time, e.Spec.EOT)}, e.awake(f.Args, "T")...)...)
		}
	}
	if e.faulty() {
		for i, in := range e.Program.Inputs {
			e.fact(in.Relation, in.Args, "T", append([]string{fmt.Sprintf("input(%d,Tuple,T)", i+1)}, e.awake(in.Args, "T")...)...)
		}
	}
}

func (e *encoder) fact(r datalog.RelID, tuple []datalog.Value, time string, premises ...string) {
	args := make([]string, len(tuple))
	for i, v := range tuple {
		args[i] = value(v)
	}
	body := ""
	if len(premises) > 0 {
		body = " :- " + strings.Join(premises, ", ")
	}
	e.line("%s(%s)%s.", e.name(r), strings.Join(append(args, time), ","), body)
}

// awake writes that the node of a tuple is not down at a time, where it may be.
func (e *encoder) awake(tuple []datalog.Value, time string) []string {
	if !e.down() || tuple[0].Type() != datalog.Text || !slices.Contains(e.Nodes, tuple[0].Text()) {
		return nil
	}
	return []string{fmt.Sprintf("not down(%s,%s)", value(tuple[0]), time)}
}
