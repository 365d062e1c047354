package flat

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/dedalus"
)

// text writes a flat rule's body, with the types of its variables.
func text(p *datalog.Program, f *Rule) string {
	var b strings.Builder
	for _, l := range f.Body {
		switch l.Kind {
		case Positive, Negative:
			if l.Kind == Negative {
				b.WriteString("notin ")
			}
			b.WriteString(p.Relations[l.Atom.Relation].Name + "(")
			for _, t := range l.Atom.Args {
				b.WriteString(t.Format(f.Vars) + ",")
			}
			b.WriteString(") ")
		case Comparison:
			fmt.Fprintf(&b, "%s%s%s ", l.Left.Format(f.Vars), l.Op, l.Right.Format(f.Vars))
		case Computed:
			fmt.Fprintf(&b, "%s:=%s%c%s ", f.Vars[l.Result], l.Left.Format(f.Vars), l.Operator, l.Right.Format(f.Vars))
		}
	}
	for _, a := range f.Head {
		b.WriteString("| " + a.Term.Format(f.Vars))
	}
	for i, v := range f.Vars {
		fmt.Fprintf(&b, " %s:%v", v, f.Types[i])
	}
	return b.String()
}

func TestNew(t *testing.T) {
	parsed, diagnostics := dedalus.ParseString("x.ded", `
		p("a", 1)@1;
		q(N, X * 2 + 1) :- p(N, X), p(N, X + 1), X > Y - 1, Y == X / 2, notin p(N, Result1 % 3), (X + 1) * 2 == Result1, M == N, p(M, _), 7 == X * 7;`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	p := parsed.Datalog()
	r := &p.Rules[0]
	f := New(p, r)
	const want = "p(N,X,) Result2:=X+1 p(N,Result2,) Result3:=Y-1 X>Result3 Y:=X/2 Result4:=Result1%3 notin p(N,Result4,) " +
		"Result5:=X+1 Result1:=Result5*2 M==N p(M,_,) Result6:=X*7 7==Result6 Result8:=X*2 Result7:=Result8+1 | N| Result7" +
		" N:string X:integer Y:integer Result1:integer M:string" +
		" Result2:integer Result3:integer Result4:integer Result5:integer Result6:integer Result7:integer Result8:integer"
	if got := text(p, f); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if !slices.Equal(f.Vars[:len(r.Vars)], r.Vars) {
		t.Errorf("%v does not begin with %v", f.Vars, r.Vars)
	}
	// Y is a result, and named as one: between those before and after it.
	y := datalog.VarID(slices.Index(r.Vars, "Y"))
	renamed := New(p, r, y)
	if got := []string{renamed.Vars[y], text(p, renamed)}; got[0] != "Result4" || !strings.Contains(got[1], " Result4:=X/2 Result5:=Result1%3 ") {
		t.Errorf("with a result: %s", got)
	}
	if got := []string{f.Fresh("T"), f.Fresh("T"), f.Fresh("N")}; !slices.Equal(got, []string{"T", "T_", "N_"}) {
		t.Errorf("fresh names %v", got)
	}
}
