package verify

import (
	"context"
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
	r, err := Candidates(context.Background(), p.Datalog(), o, provenance.Exact, 1)
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
