package verify

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"molly/dedalus"
	"molly/failure"
	"molly/provenance"
)

// What feeds only a rule that never fires guards nothing, though that rule concludes what
// another one negates; what feeds one that fires only under faults does.
func TestDeadRulesGuardNothing(t *testing.T) {
	p, diagnostics := dedalus.ParseString("dead.ded", `
one("a")@1; one(N)@next :- one(N); to("a", "b")@1; to(N, M)@next :- to(N, M);
got(M)@async :- to(N, M);
idle(N) :- one(N);
used(N) :- one(N);
held(N) :- idle(N), one("nowhere");
held("b") :- used(N), notin got("b");
pre(N) :- one(N);
post(N) :- one(N), notin held(N);`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	o := Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b"}}
	r, err := Hypotheses(context.Background(), p.Datalog(), o, provenance.Exact, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]Role{
		"got": RoleGuards, "idle": RoleIdle, "used": RoleGuards, "pre": RoleObliges, "post": RoleSupports,
	}
	roles := map[string][]Role{}
	for _, u := range r.Rules {
		name := p.Datalog().Relations[p.Datalog().Rules[u.Rule].Head.Relation].Name
		roles[name] = append(roles[name], u.Role)
	}
	for name, role := range want {
		if len(roles[name]) != 1 || roles[name][0] != role {
			t.Errorf("%s: %v, want %v", name, roles[name], role)
		}
	}
	if h := roles["held"]; len(h) != 2 || h[0] != RoleNever || h[1] != RoleGuards {
		t.Errorf("held: %v", h)
	}
}

// What pre negates guards as well as what post negates does; what an idle rule negates does
// not.
func TestGuardsOfPre(t *testing.T) {
	p, diagnostics := dedalus.ParseString("guards.ded", `
one("a")@1; one(N)@next :- one(N);
two("a")@1; three("a")@1;
excused(N) :- two(N), notin one(N);
pre(N) :- one(N), notin excused(N);
post(N) :- one(N);
quiet(N) :- three(N);
idle(N) :- one(N), notin quiet("z");`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	loud, diagnostics := dedalus.ParseString("guards.ded", `
one("a")@1; one(N)@next :- one(N);
two("a")@1; three("a")@1;
excused("b") :- two(N), one(N);
pre(N) :- one(N), notin excused(N);
post(N) :- one(N);
quiet(N) :- three(N);
idle(N) :- one(N), notin quiet("z");`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	for p, want := range map[*dedalus.Program]map[string]Role{
		p:    {"excused": RoleNever, "pre": RoleObliges, "post": RoleSupports, "quiet": RoleIdle, "idle": RoleIdle},
		loud: {"excused": RoleGuards, "pre": RoleObliges, "post": RoleSupports, "quiet": RoleIdle, "idle": RoleIdle},
	} {
		r, err := Hypotheses(context.Background(), p.Datalog(), Options{Spec: failure.Spec{EOT: 1}, Nodes: []string{"a", "b"}}, provenance.Exact, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range r.Rules {
			name := p.Datalog().Relations[p.Datalog().Rules[u.Rule].Head.Relation].Name
			if role, said := want[name]; said && u.Role != role {
				t.Errorf("%s: %s, want %s", name, u.Role, role)
			}
		}
	}
}

// Each message that may arrive has its role: by relation, places and time.
func TestRolesOfMessages(t *testing.T) {
	p, diagnostics := dedalus.ParseString("messages.ded", `
to("a", "b")@1; to(N, M)@next :- to(N, M); one("a")@1; one(N)@next :- one(N);
good(M)@async :- to(N, M), one(N); good(N)@next :- good(N);
bad(M)@async :- to(N, M), notin one(N);
stop(M)@async :- to(N, M), one(N);
told(M)@async :- to(N, M), one(N);
idle(M)@async :- to(N, M), one(N);
pre(N) :- told(N);
post(N) :- good(N), notin stop("a");`)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	r, err := Hypotheses(context.Background(), p.Datalog(), Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b"}}, provenance.Exact, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range r.Messages {
		got = append(got, fmt.Sprintf("%s %s→%s@%d %s", p.Datalog().Relations[m.Relation].Name, m.From.Text(), m.To.Text(), m.Sent, m.Role))
	}
	want := []string{
		"good a→b@1 supports", "good a→b@2 supports", "stop a→b@1 guards", "stop a→b@2 guards",
		"told a→b@1 idle", "told a→b@2 obliges", "idle a→b@1 idle", "idle a→b@2 idle",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
