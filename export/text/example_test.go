package text_test

import (
	"context"
	"log"
	"os"

	"molly"
	"molly/export/text"
	"molly/verify"
)

// A test that finds a counterexample can show it in words, with the command line that runs it.
func ExampleVerdict() {
	ctx := context.Background()
	p, err := molly.Load(ctx, "delivery/simple")
	if err != nil {
		log.Fatal(err)
	}
	q, err := p.Question(molly.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v, err := q.Verify(ctx, molly.Search{})
	if err != nil {
		log.Fatal(err)
	}
	if v.Kind != verify.Certified {
		why, err := q.Explained(ctx, v)
		if err != nil {
			log.Fatal(err)
		}
		if err := text.Verdict(os.Stdout, text.Style{}, q.Subject(), text.Search{Verdict: v}, why); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// counterexample: delivery/simple can violate its invariant under ⟨4,2,0⟩
	//
	// Faults
	//   what a sends to b at time 1 is lost
	//
	// Violated at time 4
	//   pre("b", "hello") holds, post("b", "hello") does not
	//     the message log from a to b, sent at 1, was lost by the omission O(a,b,1): it would have brought log("b", "hello") at 2
	//
	// What happens
	//   time  a           b           c
	//      1  ●────log────✗───────────▶
	//      2  │           │           │
	//      3  │           │           │
	//      4  │           │           │
	//
	// See for yourself
	//   molly run delivery/simple --eot 4 --eff 2 --crashes 0 --nodes a,b,c --omit a:b:1
	//   molly explain delivery/simple --eot 4 --eff 2 --crashes 0 --nodes a,b,c --omit a:b:1
	//
	// 2 executions, strategy symbolic, 0.000 s
	// It is minimal: no scenario with fewer faults violates the invariant.
}
