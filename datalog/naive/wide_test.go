package naive_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"molly/datalog"
	"molly/datalog/naive"
	"molly/failure"
)

// Each program has a relation q. Given are all of its tuples with their times, under faults of
// everything that may go wrong.
func TestWidePrograms(t *testing.T) {
	O, C, L, T, D := failure.Omit, failure.CrashAt, failure.LateBy, failure.TwiceBy, failure.OutageOf
	type faults = []failure.Fault
	plain, fifo := failure.Spec{EOT: 6}, failure.Spec{EOT: 6, FIFO: true}
	// a tells b the time, at times 1 to 4.
	const clock = `to("a","b")@1..; q(M,T)@async :- to(N,M), now(N,T), T < 5; `
	const kept = `p("a",1)@1; q(N,X) :- p(N,X); q(N,X)@next :- q(N,X); `
	for _, c := range []struct {
		name, src string
		spec      failure.Spec
		faults    faults
		want      string
	}{
		{"in time", clock, plain, nil, "b,1@2 b,2@3 b,3@4 b,4@5"},
		{"late by one round, and only what is sent then", clock, plain, faults{L("a", "b", 1, 1)}, "b,1@3 b,2@3 b,3@4 b,4@5"},
		{"late by two", clock, plain, faults{L("a", "b", 2, 2)}, "b,1@2 b,2@5 b,3@4 b,4@5"},
		{"after the end", clock, plain, faults{L("a", "b", 4, 2)}, "b,1@2 b,2@3 b,3@4"},
		{"at the end", clock, plain, faults{L("a", "b", 4, 1)}, "b,1@2 b,2@3 b,3@4 b,4@6"},
		{"another link is not late", clock, plain, faults{L("b", "a", 1, 1), L("a", "c", 2, 1)}, "b,1@2 b,2@3 b,3@4 b,4@5"},
		{"links overtake", clock, plain, faults{L("a", "b", 1, 3)}, "b,1@5 b,2@3 b,3@4 b,4@5"},
		{"and with fifo they do not", clock, fifo, faults{L("a", "b", 1, 2)}, "b,1@4 b,2@4 b,3@4 b,4@5"},
		{"what is lost holds nothing up", clock, fifo, faults{O("a", "b", 1), L("a", "b", 2, 1)}, "b,2@4 b,3@4 b,4@5"},
		{"where there was no message, the link is late nevertheless", `to("a","b")@1..; q(M,T)@async :- to(N,M), now(N,T), T == 2;`, fifo, faults{L("a", "b", 1, 2)}, "b,2@4"},
		{"the other direction is not held up", `to("b","a")@1..; q(M,T)@async :- to(N,M), now(N,T), T == 2;`, fifo, faults{L("a", "b", 1, 2)}, "a,2@3"},
		{"what a node that is down would send holds nothing up", `to("a","b")@1..; q(M,T)@async :- to(N,M), now(N,T), T == 2;`, fifo, faults{D("a", 1, 2)}, "b,2@3"},
		{"a copy of what is in time", clock, plain, faults{T("a", "b", 1, 2)}, "b,1@2 b,1@4 b,2@3 b,3@4 b,4@5"},
		{"a copy of what is late", clock, plain, faults{L("a", "b", 1, 1), T("a", "b", 1, 2)}, "b,1@3 b,1@5 b,2@3 b,3@4 b,4@5"},
		{"a copy comes after what is held up, and holds nothing up", clock, fifo, faults{L("a", "b", 1, 2), T("a", "b", 2, 2)}, "b,1@4 b,2@4 b,2@6 b,3@4 b,4@5"},
		{"late, and the sender crashes meanwhile", clock, plain, faults{L("a", "b", 1, 3), C("a", 2)}, "b,1@5"},

		{"nothing arrives at a node that is down", clock, plain, faults{D("b", 3, 5)}, "b,1@2 b,4@5"},
		{"the copy may", clock, plain, faults{D("b", 2, 4), T("a", "b", 1, 2)}, "b,1@4 b,3@4 b,4@5"},
		{"or the first", clock, plain, faults{D("b", 4, 5), T("a", "b", 1, 2)}, "b,1@2 b,2@3 b,4@5"},
		{"what is late comes when it is back", clock, plain, faults{D("b", 2, 4), L("a", "b", 1, 2)}, "b,1@4 b,3@4 b,4@5"},
		{"a node that is down sends nothing", clock, plain, faults{D("a", 2, 4)}, "b,1@2 b,4@5"},
		{"not even to itself", `to("a","a")@1; q(M,1)@async :- to(N,M);`, plain, faults{D("a", 2, 3)}, ""},

		{"memory is gone", kept, plain, faults{D("a", 3, 5)}, "a,1@1 a,1@2"},
		{"what is stable is there all the time", kept + `stable q;`, plain, faults{D("a", 3, 5)}, "a,1@1 a,1@2 a,1@3 a,1@4 a,1@5 a,1@6"},
		{"what was written in the last moment", `p("a",1)@2; q(N,X)@next :- p(N,X); stable q;`, plain, faults{D("a", 3, 5)}, "a,1@3 a,1@4 a,1@5"},
		{"what was concluded within the time is not written", `p("a",1)@2; q(N,X) :- p(N,X); stable q;`, plain, faults{D("a", 3, 5)}, "a,1@2"},
		{"nothing is written while the node is down", `p("a",1)@3; q(N,X)@next :- p(N,X); stable q;`, plain, faults{D("a", 3, 5)}, ""},
		{"what arrived is not written", `p("a","b")@1; q(M,N)@async :- p(N,M); stable q;`, plain, faults{D("b", 3, 4)}, "b,a@2"},
		{"another node writes in the last moment", `p("b","a")@2; q(M,N)@next :- p(N,M); stable q;`, plain, faults{D("a", 3, 4)}, "a,b@3 a,b@4"},
		{"and not later", `p("b","a")@3; q(M,N)@next :- p(N,M); stable q;`, plain, faults{D("a", 3, 5)}, ""},
		{"another node's stable tuples", kept + `stable q;`, plain, faults{D("b", 1, 3)}, "a,1@1 a,1@2 a,1@3 a,1@4 a,1@5 a,1@6"},
		{"facts of the time are not there", `q("a",1)@2; q("a",2)@3; q("zz",3)@2;`, plain, faults{D("a", 2, 3)}, "zz,3@2 a,2@3"},
		{"facts that last come back", `q("a",1)@2..;`, plain, faults{D("a", 3, 5)}, "a,1@2 a,1@5 a,1@6"},
		{"an observer sees what is stable", `p("a",1)@1; s(N,X)@next :- p(N,X); s(N,X)@next :- s(N,X); q(N,X) :- s(N,X); stable s;`, plain, faults{D("a", 4, 6)}, "a,1@2 a,1@3 a,1@4 a,1@5 a,1@6"},
		{"a rule of the node does not", `p("a",1)@1; s(N,X)@next :- p(N,X); s(N,X)@next :- s(N,X); q(N,X) :- s(N,X); r(N,X)@next :- q(N,X); stable s;`, plain, faults{D("a", 4, 6)}, "a,1@2 a,1@3 a,1@6"},
		{"nor does a rule conclude there", `p("b","a")@1..4; q(M,N) :- p(N,M); r(N)@next :- q(N,_);`, plain, faults{D("a", 2, 4)}, "a,b@1 a,b@4"},
		{"an observer does", `p("b","a")@1..4; q(M,N) :- p(N,M);`, plain, faults{D("a", 2, 4)}, "a,b@1 a,b@2 a,b@3 a,b@4"},
		{"absolute times are read after an outage", `p("a",7)@1; q(N,X) :- now(N,5), p(N,X)@1;`, plain, faults{D("a", 2, 4)}, "a,7@5"},
		{"a rule without positive atoms is where it concludes", `q("a",X) :- X == 1; r(N)@next :- q(N,_);`, plain, faults{D("a", 2, 6)}, "a,1@1 a,1@6"},

		{"boot at the beginning", `q(N) :- boot(N);`, plain, nil, "a@1 b@1 c@1"},
		{"and when it is back", `q(N) :- boot(N);`, plain, faults{D("a", 3, 5)}, "a@1 b@1 c@1 a@5"},
		{"down from the beginning", `q(N) :- boot(N);`, plain, faults{D("a", 1, 2)}, "b@1 c@1 a@2"},
		{"a crash is not followed by boot", `q(N) :- boot(N);`, plain, faults{C("a", 1)}, "a@1 b@1 c@1"},
		{"members of those that are up", `q(N,M) :- member(N,M), now(N,2);`, plain, faults{D("a", 2, 3)}, "b,a@2 b,b@2 b,c@2 c,a@2 c,b@2 c,c@2"},
		{"now is at those that are up", `q(N,T) :- now(N,T), T < 3, N != "c";`, plain, faults{D("a", 2, 3)}, "a,1@1 b,1@1 b,2@2"},
		{"outage is known to all at all times", `q(N,T,U) :- outage(_,N,T,U), now("b",X), X > 4;`, plain, faults{D("a", 2, 4)}, "a,2,4@5 a,2,4@6"},
		{"and is no crash", `q(N) :- crash(_,N,_), now("b",1);`, plain, faults{D("a", 2, 4), C("c", 2)}, "c@1"},

		{"an input that is not chosen", `may q("a",1)@2;`, plain, nil, ""},
		{"one that is", `may q("a",1)@2; may q("a",2)@3..5;`, plain, faults{failure.Choose(`q("a", 2)`, 2, 4)}, "a,2@4"},
		{"not at a node that is down", `may q("a",1)@2;`, plain, faults{failure.Choose(`q("a", 1)`, 1, 2), D("a", 2, 3)}, ""},

		{"a group of what arrives at a time", `to("a","b")@1..; q(M,count<T>)@async :- to(N,M), now(N,T), T < 4;`, plain, faults{L("a", "b", 1, 1), L("a", "b", 3, 2)}, "b,2@3 b,1@6"},
		{"each sending counts in a sum", `to("a","b",5)@1..; q(M,sum<X>)@async :- to(N,M,X), now(N,T), T < 4;`, plain, faults{L("a", "b", 1, 1)}, "b,10@3 b,5@4"},
		{"a copy counts at its own time", `to("a","b",5)@1; q(M,sum<X>)@async :- to(N,M,X);`, plain, faults{T("a", "b", 1, 2)}, "b,5@2 b,5@4"},
		{"a row that would be written while the node is down", `p("b","a",1)@3; p("b","c",1)@3; q(M,count<X>)@next :- p(_,M,X);`, plain, faults{D("a", 4, 5)}, "c,1@4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := compile(t, c.src)
			r, err := naive.Run(p, []string{"a", "b", "c"}, c.spec, failure.NewScenario(c.faults...))
			if err != nil {
				t.Fatal(err)
			}
			q, _ := p.Lookup("q")
			var got []string
			for time := 1; time <= r.EOT; time++ {
				for _, args := range r.At(q, time) {
					parts := make([]string, len(args))
					for i, v := range args {
						parts[i] = strings.Trim(v.String(), `"`)
					}
					got = append(got, fmt.Sprintf("%s@%d", strings.Join(parts, ","), time))
				}
			}
			want := strings.Fields(c.want)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s\nunder %v\ngot  %v\nwant %v", c.src, failure.NewScenario(c.faults...), got, want)
			}
		})
	}
}

// Firings and messages have their times: one firing for each arrival, one for each time that
// something is held over.
func TestWideFirings(t *testing.T) {
	p := compile(t, `p("a","b")@1; q(M,N)@async :- p(N,M); q(N,M)@next :- q(N,M); stable q;`)
	r, err := naive.Run(p, []string{"a", "b"}, failure.Spec{EOT: 5}, failure.NewScenario(
		failure.LateBy("a", "b", 1, 1), failure.TwiceBy("a", "b", 1, 2), failure.OutageOf("b", 4, 5)))
	if err != nil {
		t.Fatal(err)
	}
	want := `tuple p("a", "b")@1
tuple q("b", "a")@3
tuple q("b", "a")@4
tuple q("b", "a")@5
firing of rule 0 at 1: p("a", "b")@1 gives q("b", "a")@3
firing of rule 0 at 1: p("a", "b")@1 gives q("b", "a")@5
firing of rule 1 at 3: q("b", "a")@3 gives q("b", "a")@4
firing of rule 2 at 4: q("b", "a")@4 gives q("b", "a")@5
message from "a" to "b" at 1: q("b", "a") arrived at [3 5]`
	if r.String() != want {
		t.Errorf("got\n%v\nwant\n%s", r, want)
	}
}

// Never is violated at any time, and its tuples are told with their first times.
func TestNever(t *testing.T) {
	p := compile(t, `never("a",2)@3; never("a",2)@4; never("b",1)@2; p("a",1)@1; p(N,X)@next :- p(N,X);`)
	r, err := naive.Run(p, []string{"a", "b"}, failure.Spec{EOT: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, x := range r.Never(p) {
		got += fmt.Sprintf("%s@%d ", datalog.FormatTuple("never", x.Args), x.Time)
	}
	if got != `never("b", 1)@2 never("a", 2)@3 ` || !r.Breaks(p, r) || len(r.Outcomes(p)) > 0 || len(r.Lost(p, r)) > 0 {
		t.Errorf("%s, outcomes %v", got, r.Outcomes(p))
	}
}
