package eval_test

import (
	"context"
	"testing"

	"molly/datalog"
	"molly/eval"
	"molly/failure"
)

// A view shows the messages of its relations at its times, and no others.
func TestViewMessages(t *testing.T) {
	p := parse(t, `to("a", "b")@1; to(N, M)@next :- to(N, M); p(M)@async :- to(N, M); q(M)@async :- to(N, M); in("b")@1;`)
	ev, err := eval.New(p, []string{"a", "b"}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := ev.Run(context.Background(), failure.Spec{EOT: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rel, _ := p.Lookup("q")
	v := eval.View{Relations: []datalog.RelID{rel}, Times: []int{2, 4}}
	got := v.Messages(run)
	if len(got) != 2 || got[0].Relation != rel || got[1].Relation != rel || got[0].Sent != 2 || got[1].Sent != 4 {
		t.Errorf("%v", got)
	}
}
