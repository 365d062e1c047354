package asp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"molly/failure"
	"molly/verify"
)

// arithmetic writes a program with one rule that computes with numbers near the bounds of
// 32 bits.
func arithmetic(r *rand.Rand) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	number := func() string {
		return pick("0", "1", "2", "-1", "-3", "7", "46340", "46341", "-46341", "65536", "1073741823", "1073741824", "-1073741824",
			"2147483646", "2147483647", "-2147483646", "-2147483647")
	}
	var term func(depth int) string
	term = func(depth int) string {
		if depth == 0 || r.IntN(4) == 0 {
			return pick("X", "X", "Y", "Y", number())
		}
		return fmt.Sprintf("(%s %s %s)", term(depth-1), pick("+", "-", "*", "/", "%"), term(depth-1))
	}
	compare := func() string { return pick("<", "<=", "==", "!=", ">", ">=") }
	var b strings.Builder
	for range 2 + r.IntN(2) {
		fmt.Fprintf(&b, "n(\"a\", %s)@1; ", number())
	}
	literal := pick(
		fmt.Sprintf("%s %s %s", term(2), compare(), term(2)),
		fmt.Sprintf("n(N, %s)", term(2)),
		fmt.Sprintf("notin n(N, %s)", term(2)),
		fmt.Sprintf("Z == %s, Z %s %s", term(2), compare(), term(1)),
		fmt.Sprintf("%s == Z, n(N, Z)", term(2)),
		"X < Y",
	)
	head := pick("X", "X - Y", term(1), "sum<X>", "sum<Y>, count<X>, min<X>")
	fmt.Fprintf(&b, "q(N, %s) :- n(N, X), n(N, Y), %s;", head, literal)
	return b.String()
}

// Where no number is refused, clingo computes the same. Where one is, it often does not:
// so the test bites.
func TestNumbersNear32Bits(t *testing.T) {
	const n = 250
	fit, wrong := 0, 0
	for i := range uint64(n) {
		src := arithmetic(rand.New(rand.NewPCG(*seed+i, 32)))
		q := Question{Program: parse(t, src), Nodes: []string{"a"}, Spec: failure.Spec{EOT: 1}}
		err := verify.Fit32(context.Background(), q.Program, verify.Options{Spec: q.Spec, Nodes: q.Nodes})
		var narrow *verify.NarrowError
		var program *verify.ProgramError
		if err != nil && !errors.As(err, &narrow) && !errors.As(err, &program) {
			t.Fatal(err)
		}
		if err != nil && i%4 > 0 {
			continue
		}
		diff := compareFacts(t, q, nil)
		switch {
		case err == nil && diff != "":
			t.Errorf("seed %d: %s\n%s", *seed+i, src, diff)
		case err == nil:
			fit++
		case diff != "":
			wrong++
		}
	}
	t.Logf("%d of %d programs fit; of the others, clingo gets %d of every fourth wrong", fit, n, wrong)
	if fit < n/4 || wrong < n/50 {
		t.Error("the programs bite too little")
	}
}
