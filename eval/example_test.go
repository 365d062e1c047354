package eval_test

import (
	"context"
	"fmt"
	"log"

	"molly/datalog"
	"molly/dedalus"
	"molly/eval"
)

// A node steps on its own, three times: the second time, two messages have come.
func ExampleStepper_Step() {
	parsed, diagnostics := dedalus.ParseString("count.ded", `
		peer("a", "b")@1;  peer(N, M)@next :- peer(N, M);
		heard(N, X)@next :- hello(N, X);
		heard(N, X)@next :- heard(N, X);
		total(N, count<X>) :- heard(N, X);
		report(M, N, C)@async :- total(N, C), peer(N, M);`)
	if diagnostics.HasErrors() {
		log.Fatal(diagnostics)
	}
	program := parsed.Datalog()
	stepper, err := eval.NewStepper(program, []string{"a", "b"}, eval.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	hello, _ := program.Lookup("hello")
	state := eval.State{Time: 1, Boot: true}
	for _, inbox := range [][]eval.Message{nil, {message(hello, "a", "x"), message(hello, "a", "y")}, nil} {
		step, err := stepper.Step(ctx, "a", state, inbox, nil)
		if err != nil {
			log.Fatal(err)
		}
		for _, m := range step.Sent {
			fmt.Println("at", m.Sent, "to", m.To, m.Args)
		}
		for _, f := range step.Firings() {
			if program.Rules[f.Rule].Timing == datalog.Asynchronous {
				fmt.Println("because", program.FormatFact(f.Premises[0]), "and", program.FormatFact(f.Premises[1]))
			}
		}
		state = step.Next
		fmt.Println(len(state.Facts), "facts are kept for time", state.Time)
	}
	// Output:
	// 1 facts are kept for time 2
	// 3 facts are kept for time 3
	// at 3 to "b" ["b" "a" 2]
	// because total("a", 2)@3 and peer("a", "b")@3
	// 3 facts are kept for time 4
}

// message is a message from outside.
func message(relation datalog.RelID, to, text string) eval.Message {
	return eval.Message{Relation: relation, Args: []datalog.Value{datalog.String(to), datalog.String(text)}}
}
