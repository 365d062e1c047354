package dedalus

import (
	"path/filepath"
	"reflect"
	"testing"

	"molly/datalog"
)

// oddPrograms loads the programs of testdata/odd, which are strange but right.
func oddPrograms(t *testing.T) map[string]*Program {
	t.Helper()
	files, err := filepath.Glob("testdata/odd/*.ded")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	programs := map[string]*Program{}
	for _, file := range files {
		p, ds := Loader{}.Load(file)
		if p == nil {
			t.Errorf("%s is refused:\n%v", file, ds.Errors())
			continue
		}
		programs[filepath.Base(file)] = p
	}
	return programs
}

func TestOddProgramsAreSound(t *testing.T) {
	for name, p := range oddPrograms(t) {
		if err := p.Datalog().Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is printed parses to the same program, and prints the same again.
func TestRoundTrip(t *testing.T) {
	for name, p := range oddPrograms(t) {
		again := reparse(t, p)
		if again.String() != p.String() {
			t.Errorf("%s prints as\n%s\nand then as\n%s", name, p, again)
		}
		if a, b := withoutPositions(again.Datalog()), withoutPositions(p.Datalog()); !reflect.DeepEqual(a, b) {
			t.Errorf("%s is another program after printing:\n%v\n%v", name, a, b)
		}
	}
}

func reparse(t *testing.T, p *Program) *Program {
	t.Helper()
	again, ds := ParseString("printed", p.String())
	if again == nil {
		t.Fatalf("a printed program is refused:\n%s\n%v", p, ds.Errors())
	}
	return again
}

// withoutPositions returns a copy of a program in which nothing has a place.
func withoutPositions(p *datalog.Program) *datalog.Program {
	copied := *p
	copied.Facts = append([]datalog.Fact{}, p.Facts...)
	for i := range copied.Facts {
		copied.Facts[i].Pos = datalog.Position{}
	}
	copied.Lasting = append([]datalog.Fact{}, p.Lasting...)
	for i := range copied.Lasting {
		copied.Lasting[i].Pos = datalog.Position{}
	}
	copied.Inputs = append([]datalog.Input{}, p.Inputs...)
	for i := range copied.Inputs {
		copied.Inputs[i].Pos = datalog.Position{}
	}
	copied.Rules = append([]datalog.Rule{}, p.Rules...)
	for i := range copied.Rules {
		r := &copied.Rules[i]
		r.Pos, r.Head.Pos = datalog.Position{}, datalog.Position{}
		r.Body = append([]datalog.Literal{}, r.Body...)
		for j := range r.Body {
			r.Body[j].Pos, r.Body[j].Atom.Pos = datalog.Position{}, datalog.Position{}
		}
	}
	return &copied
}

// A rule is printed with as few parentheses as keep its tree.
func TestPrinting(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`p(X,Y),((X))!=("a")`, `p(X, Y), X != "a"`},
		{`p(X,Y), 1+(2+3) < Y`, `p(X, Y), 1 + (2 + 3) < Y`},
		{`p(X,Y), (1+2)+3 < Y`, `p(X, Y), 1 + 2 + 3 < Y`},
		{`p(X,Y), (1*2)+3*(4+5) < Y`, `p(X, Y), 1 * 2 + 3 * (4 + 5) < Y`},
		{`p(X,Y), Y-(1-2) < Y/(2*3)`, `p(X, Y), Y - (1 - 2) < Y / (2 * 3)`},
		{`p(X,Y), Y - -1 < - 1`, `p(X, Y), Y - -1 < -1`},
		{`p(X,Y), notin p(_,Y+1)@2`, `p(X, Y), notin p(_, Y + 1)@2`},
	} {
		p, ds := ParseString("t", "r(X,Y):-"+c.body+";")
		if p == nil {
			t.Errorf("%s: %v", c.body, ds)
			continue
		}
		if want := "r(X, Y) :- " + c.want + ";\n"; p.String() != want {
			t.Errorf("%s is printed as %s", c.body, p)
		}
	}
}
