package syntax

import (
	"strings"
	"testing"
)

var roleNames = map[Role]string{
	RoleHead: "head", RolePremise: "premise", RoleNegated: "negated", RoleStable: "stable", RoleVariable: "variable",
	RoleWildcard: "wildcard", RoleAggregate: "aggregate", RoleConstant: "constant", RoleNumber: "number", RoleText: "text",
	RoleTime: "time", RoleFile: "file", RoleWord: "word",
}

// What each name stands for, in clauses that are whole and in clauses that are being typed.
func TestRoles(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`p("a", 1)@1..3;`, `p:head "a":text 1:number 1:time 3:time`},
		{`may p("a", -1)@1..;`, `may:word p:head "a":text 1:number 1:time`},
		{`p(N, count<X>)@next :- q(N, _, X), notin r(X), X + 1 < K;`,
			`p:head N:variable count:aggregate X:variable next:time q:premise N:variable _:wildcard X:variable notin:word r:negated X:variable X:variable 1:number K:variable`},
		{`const K = 3; p(N) :- q(N)@2, K < (N - 1);`,
			`const:word K:constant 3:number p:head N:variable q:premise N:variable 2:time K:constant N:variable 1:number`},
		{`stable p, q; stable("a")@1; may(X) :- const(X);`, `stable:word p:stable q:stable stable:head "a":text 1:time may:head X:variable const:premise X:variable`},
		{`include "a.ded";`, `include:word "a.ded":file`},
		{`p(X) :- q`, `p:head X:variable q:premise`},
		{`p(X) :- q(`, `p:head X:variable q:premise`},
		{`p(X) :- q(X), notin`, `p:head X:variable q:premise X:variable notin:word`},
		{`p(X) :- q(X), notin r`, `p:head X:variable q:premise X:variable notin:word r:negated`},
		{`p(X)@`, `p:head X:variable`},
		{`p(X)@as`, `p:head X:variable as:time`},
		{`p(X, max<`, `p:head X:variable max:aggregate`},
		{`p`, `p:head`},
		{`stable `, `stable:word`},
	} {
		var got []string
		for _, clause := range Parse("x", c.text).Clauses {
			for i, r := range clause.Roles() {
				if r != NoRole {
					got = append(got, clause.Tokens[i].Value+":"+roleNames[r])
				}
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, strings.Join(got, " "), c.want)
		}
	}
}
