package naive_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/dedalus"
	"molly/failure"
)

func compile(t *testing.T, src string) *datalog.Program {
	t.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		t.Fatalf("%v\n%s", diagnostics, src)
	}
	return p.Datalog()
}

func runProgram(t *testing.T, p *datalog.Program, eot int, faults ...failure.Fault) *naive.Result {
	t.Helper()
	r, err := naive.Run(p, []string{"a", "b", "c"}, failure.Spec{EOT: eot}, failure.NewScenario(faults...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// atEnd writes the tuples of a relation at EOT.
func atEnd(t *testing.T, p *datalog.Program, r *naive.Result, relation string) string {
	t.Helper()
	id, ok := p.Lookup(relation)
	if !ok {
		t.Fatalf("no relation %s", relation)
	}
	var out []string
	for _, args := range r.At(id, r.EOT) {
		parts := make([]string, len(args))
		for i, v := range args {
			parts[i] = strings.Trim(v.String(), `"`)
		}
		out = append(out, strings.Join(parts, ","))
	}
	return strings.Join(out, " ")
}

// Each program has a relation q, whose tuples at EOT are given.
func TestPrograms(t *testing.T) {
	O, C := failure.Omit, failure.CrashAt
	for _, c := range []struct {
		name, src string
		eot       int
		faults    []failure.Fault
		want      string
	}{
		{"facts hold at their time only", `q("a",1)@1; q("a",2)@2; q("a",3)@3;`, 2, nil, "a,2"},
		{"next keeps", `q("a",1)@1; q(N,X)@next :- q(N,X);`, 3, nil, "a,1"},
		{"a head at another place", `p("a","b")@1; q(M,N)@next :- p(N,M);`, 2, nil, "b,a"},
		{"joins and constants", `p("a",1)@1; p("a",2)@1; p("b",2)@1; q(N,X) :- p(N,X), p("b",X), p(N,1);`, 1, nil, "a,2"},
		{"the same variable twice", `p("a","a")@1; p("a","b")@1; q(N) :- p(N,N);`, 1, nil, "a"},
		{"wildcards are different", `p("a",1,2)@1; q(N) :- p(N,_,_);`, 1, nil, "a"},
		{"recursion", `e("a","b")@1; e("b","c")@1; e("c","a")@1; q(X,Y) :- e(X,Y); q(X,Z) :- q(X,Y), q(Y,Z);`, 1, nil,
			"a,a a,b a,c b,a b,b b,c c,a c,b c,c"},
		{"a rule without positive atoms", `q("a",X) :- X == 2; r("a",1)@1; s(N) :- r(N,_);`, 2, nil, "a,2"},

		{"a message is not there at once", `p("a","b")@1; q(M,N)@async :- p(N,M);`, 1, nil, ""},
		{"a message is sent by the first place", `p("a","b")@1; q(M,N)@async :- p(N,M);`, 2, nil, "b,a"},
		{"a message is lost", `p("a","b")@1; q(M,N)@async :- p(N,M);`, 2, []failure.Fault{O("a", "b", 1)}, ""},
		{"a message of another time is not", `p("a","b")@1; q(M,N)@async :- p(N,M);`, 2, []failure.Fault{O("a", "b", 2)}, "b,a"},
		{"a crash loses what is sent at its time", `p("a","b")@2; q(M,N)@async :- p(N,M);`, 3, []failure.Fault{C("a", 2)}, ""},
		{"and not what was sent before", `p("a","b")@1; q(M,N)@async :- p(N,M);`, 2, []failure.Fault{C("a", 2)}, "b,a"},
		{"a crashed node receives", `p("a","b")@1; q(M,N)@async :- p(N,M);`, 2, []failure.Fault{C("b", 1)}, "b,a"},
		{"a crashed node sends to itself", `p("a","a")@1; q(M,N)@async :- p(N,M);`, 2, []failure.Fault{C("a", 1)}, "a,a"},
		{"a place that is no node receives nothing", `p("a","zz")@1; q(M,N)@async :- p(N,M);`, 2, nil, ""},
		{"nor does it send to itself", `p("zz","zz")@1; q(M,N)@async :- p(N,M);`, 2, nil, ""},
		{"a constant is a sender", `p("a","b")@1; q(M)@async :- p("a",M);`, 2, []failure.Fault{O("a", "b", 1)}, ""},
		{"the sender is a place now, not one before", `p("a",1)@1; s("b",1)@2; q("c",X)@async :- p(N,X)@1, s(M,X);`, 3,
			[]failure.Fault{O("b", "c", 2)}, ""},

		{"absolute times", `p("a",1)@1; q(N,X) :- p(N,X)@1;`, 3, nil, "a,1"},
		{"not before they are", `p("a",1)@2; q(N,X) :- p(N,X)@2; q(N,7) :- r(N), notin p(N,1)@2; r("a")@1;`, 1, nil, "a,7"},
		{"within the time: trap 1", `z("a",3)@1; z(N,X) :- y(N,X); y("a",4)@1; q(N,X) :- z(N,X)@1;`, 1, nil, "a,3 a,4"},

		{"negation", `p("a",1)@1; p("a",2)@1; r("a",1)@1; q(N,X) :- p(N,X), notin r(N,X);`, 1, nil, "a,2"},
		{"negation with a wildcard: trap 8", `p("a",1)@1; p("b",1)@1; r("a",5)@1; q(N) :- p(N,_), notin r(N,_);`, 1, nil, "b"},
		{"negation with a constant", `p("a",1)@1; p("b",1)@1; r("a",5)@1; q(N) :- p(N,_), notin r("a",4);`, 1, nil, "a b"},
		{"negated computation", `p("a",1)@1; p("a",2)@1; r("a",2)@1; q(N,X) :- p(N,X), notin r(N,X+1);`, 1, nil, "a,2"},
		{"a loop does not hold itself up: trap 2", `g(M)@async :- s(M); s("a")@1; h("b")@1; q(N) :- g(N); q(N) :- r(N); r(N) :- q(N);`, 3, nil, ""},
		{"trap 9", `r("a",1)@1; q(N,V)@next :- r(N,V), notin r(N,V);`, 2, nil, ""},

		{"crash is known before, to all: trap 5", `p("a",1)@1; p("c",1)@1; q(N,C,T) :- p(N,_), crash(N,C,T);`, 1, []failure.Fault{C("c", 2)}, "a,c,2 c,c,2"},
		{"crash at a time to come", `p("a",1)@1; q(N) :- p(N,_), notin crash(N,"c",2)@2;`, 1, []failure.Fault{C("c", 2)}, "a"},
		{"crash at a time", `p("a",1)@2; q(N) :- p(N,_), crash(N,"c",2)@1;`, 2, []failure.Fault{C("c", 2)}, "a"},

		{"count counts values", `p("a",1,1)@1; p("a",1,2)@1; p("b",3,3)@1; q(N,count<X>) :- p(N,X,_);`, 1, nil, "a,1 b,1"},
		{"an empty group has no row: trap 6", `all("a")@1; p("b",1)@1; c(N,count<X>) :- p(N,X); q(N) :- all(N), c(N,C), C < 1;`, 1, nil, ""},
		{"sum over bindings: trap 11", `w("a","x",2)@1; w("a","y",2)@1; q(N,sum<K>) :- w(N,_,K);`, 1, nil, "a,4"},
		{"sum of one binding", `w("a","x",2)@1; w("a","y",2)@1; k("a",2)@1; q(N,sum<K>) :- k(N,K);`, 1, nil, "a,2"},
		{"min and max of strings", `p("a","x")@1; p("a","y")@1; q(N,min<X>,max<X>,count<X>) :- p(N,X);`, 1, nil, "a,x,y,2"},
		{"groups by expressions", `p("a",1)@1; p("a",2)@1; p("a",3)@1; q(N,X % 2,sum<X>) :- p(N,X);`, 1, nil, "a,0,2 a,1,4"},
		{"an aggregate of the next time", `p("a",1)@1; p("a",2)@1; q(N,max<X>)@next :- p(N,X);`, 2, nil, "a,2"},
		{"counting messages: trap 7", `p("a")@1; p("b")@1; p("c")@1; q("a",count<N>)@async :- p(N);`, 2, []failure.Fault{O("b", "a", 1)}, "a,2"},

		{"arithmetic truncates", `p("a",-7)@1; q(N,X/2,X%2) :- p(N,X);`, 1, nil, "a,-3,-1"},
		{"division by zero in a head", `p("a",0)@1; p("a",2)@1; q(N,4/X) :- p(N,X);`, 1, nil, "a,2"},
		{"division by zero in a negation", `p("a",0)@1; p("a",2)@1; q(N,X) :- p(N,X), notin p(N,4%X+9);`, 1, nil, "a,2"},
		{"division by zero in a comparison", `p("a",0)@1; p("a",2)@1; q(N,X) :- p(N,X), 1/X != 7;`, 1, nil, "a,2"},
		{"a computed column", `p("a",1)@1; p("a",2)@1; p("a",4)@1; q(N,X) :- p(N,X*2), p(N,X);`, 1, nil, "a,1 a,2"},
		{"a chain of equalities", `p("a",1)@1; q(N,Z) :- Z == Y*2, X+1 == Y, p(N,X);`, 1, nil, "a,4"},
		{"an equality is a check too", `p("a",1)@1; p("a",2)@1; q(N,X) :- p(N,X), X == 2, Y == X, Y == 2;`, 1, nil, "a,2"},
		{"strings are compared by bytes", `p("a","Z")@1; p("a","a")@1; q(N,X) :- p(N,X), X < "a";`, 1, nil, "a,Z"},
		{"what has only its own bound", `p("a",-9223372036854775808)@1; q(N,X % -1) :- p(N,X);`, 1, nil, "a,0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, c.src)
			if got := atEnd(t, p, runProgram(t, p, c.eot, c.faults...), "q"); got != c.want {
				t.Errorf("got %q, want %q\n%s", got, c.want, c.src)
			}
		})
	}
}

// Where a rule overflows and where it does not; p is {-1, 0, 2, 2^62}.
func TestOverflow(t *testing.T) {
	const facts = `p("a",-1)@1; p("a",0)@1; p("a",2)@1; p("a",4611686018427387904)@1; z("b",1)@2; `
	for rule, want := range map[string]struct {
		overflows bool
		q         string
	}{
		`q(N,X*2) :- p(N,X);`:                                  {true, "a,-2 a,0 a,4"},
		`q(N,X*2) :- p(N,X), X < 9;`:                           {false, "a,-2 a,0 a,4"},
		`q(N,X) :- p(N,X), X*2 > 3;`:                           {true, "a,2"},
		`q(N,X) :- p(N,X), X*2 > 3, X < 9;`:                    {false, "a,2"},
		`q(N,X) :- p(N,X), X*2 > 3, notin p(N,X);`:             {false, ""},
		`q(N,X) :- p(N,X), notin p(N,X*2);`:                    {true, "a,-1 a,2"},
		`q(N,X) :- p(N,X), p(N,X*2);`:                          {true, "a,0"},
		`q(N,X) :- p(N,X), z(N,X*2);`:                          {false, ""}, // no z at a, and none at time 1
		`q(N,X) :- p(N,X), Y == X*2, Z == Y+1, Z > 3;`:         {true, "a,2"},
		`q(N,Y) :- p(N,X), Y == X*2, Y == 4;`:                  {true, "a,4"},
		`q(N,Y) :- p(N,X), Y == 4, Y == X*2, X < 9;`:           {false, "a,4"},
		`q(N,X) :- p(N,X), Y == X*2, 1/X > -9;`:                {true, "a,-1 a,2"},
		`q(N,X) :- p(N,X), X*4 % (X-4611686018427387904) > 9;`: {false, ""},
		`q(N,sum<X>) :- p(N,X), p(N,_);`:                       {true, ""},
		`q(N,sum<X>) :- p(N,X), X != 2;`:                       {false, "a,4611686018427387903"},
		`q("zz",X*2)@async :- p(N,X);`:                         {false, ""}, // at EOT nothing is sent
		`q(N,X) :- p(N,X), -9223372036854775808 / X > 9;`:      {true, ""},
		`q(N,1) :- p(N,X), Y == X*2, X > 9;`:                   {true, ""},
	} {
		p := compile(t, facts+rule)
		r := runProgram(t, p, 1)
		if got := atEnd(t, p, r, "q"); got != want.q {
			t.Errorf("%s: got %q, want %q", rule, got, want.q)
		}
		if got := len(r.Overflows) > 0; got != want.overflows {
			t.Errorf("%s: overflows %v", rule, r.Overflows)
		}
	}
	p := compile(t, facts+`q("zz",X*2)@async :- p(N,X);`)
	if r := runProgram(t, p, 2); fmt.Sprint(r.Overflows) != "[{0 1}]" {
		t.Errorf("a message that never arrives overflows too: %v", r.Overflows)
	}
}

// What the firings and messages of aggregates and lost messages are.
func TestFirings(t *testing.T) {
	p := compile(t, `p("a",1)@1; p("b",1)@1; p("b",2)@1;
		cnt("c", sum<X>, count<N>)@async :- p(N,X);
		got("c", N)@async :- p(N,_), X == 2, p(N,X);
		pre("g", X) :- cnt(_,X,_); post("g", X) :- cnt(_,_,X);`)
	r := runProgram(t, p, 2, failure.Omit("a", "c", 1), failure.CrashAt("c", 1))
	want := `tuple p("a", 1)@1
tuple p("b", 1)@1
tuple p("b", 2)@1
tuple cnt("c", 3, 1)@2
tuple got("c", "b")@2
tuple pre("g", 3)@2
tuple post("g", 1)@2
firing of rule 0 at 1: p("b", 1)@1 gives a group
firing of rule 0 at 1: p("b", 2)@1 gives a group
firing of rule 1 at 1: p("b", 1)@1, p("b", 2)@1 gives got("c", "b")@2
firing of rule 1 at 1: p("b", 2)@1, p("b", 2)@1 gives got("c", "b")@2
firing of rule 2 at 2: cnt("c", 3, 1)@2 gives pre("g", 3)@2
firing of rule 3 at 2: cnt("c", 3, 1)@2 gives post("g", 1)@2
message from "a" to "c" at 1: cnt("c", 1, "a") lost
message from "b" to "c" at 1: cnt("c", 1, "b") arrived
message from "b" to "c" at 1: cnt("c", 2, "b") arrived
message from "b" to "c" at 1: got("c", "b") arrived`
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if v := r.Violated(p); len(v) != 1 || !slices.Equal(v[0], []datalog.Value{datalog.String("g"), datalog.Int(3)}) {
		t.Errorf("violated: %v", v)
	}
}

// A program whose values grow without bound ends with an error.
func TestGrowth(t *testing.T) {
	for _, src := range []string{
		`p("a",1)@1; p(N,X+1) :- p(N,X);`,
		`p("a",1)@1; p(N,X+1)@next :- p(N,X); p(N,X)@next :- p(N,X); q(N,A,B,C,D,E,F) :- p(N,A), p(N,B), p(N,C), p(N,D), p(N,E), p(N,F);`,
	} {
		if _, err := naive.Run(compile(t, src), []string{"a"}, failure.Spec{EOT: 10}, nil); err == nil {
			t.Errorf("no error: %s", src)
		}
	}
}
