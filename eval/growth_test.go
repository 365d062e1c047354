package eval_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"molly/eval"
	"molly/failure"
	"molly/internal/memlimit"
)

// forecast is what Growth documents, computed from the sizes of the times so far alone.
func forecast(bytes []int64, eot int) (factor, expected float64) {
	n := len(bytes)
	if n < 3 {
		return 0, 0
	}
	last, before := float64(bytes[n-1]-bytes[n-2]), float64(bytes[n-2]-bytes[n-3])
	if last <= 0 || before <= 0 {
		return 0, 0
	}
	factor = last / before
	expected = float64(bytes[n-1])
	for i := 1; i <= eot-n; i++ {
		expected += last * math.Pow(math.Max(factor, 1), float64(i))
	}
	return factor, expected
}

// The forecast at each time is the geometric series of the last two additions, or, where
// growth falls, the last one again and again.
func TestForecast(t *testing.T) {
	for name, src := range map[string]string{
		"doubles": `send("a", "b")@1; send(N, M)@next :- send(N, M); recv("b")@1; recv(N)@next :- recv(N);
			m(M)@async :- send(_N, M);
			h("b", 1)@1; h(N, X * 2 + 1)@next :- h(N, X), m(N); h(N, X * 2)@next :- h(N, X), notin m(N), recv(N);`,
		"falls": `h("a", 1)@1; h("a", 2)@1; h("a", 3)@1; h("a", 4)@1; h("a", 5)@1; h("a", 6)@1; h("a", 7)@1; h("a", 8)@1; h("b", 1)@1;
			h(N, X - 1)@next :- h(N, X), X > 1;`,
		"steady": `h("a", 1)@1; h("b", 1)@1; h(N, X)@next :- h(N, X);`,
	} {
		const eot = 12
		var bytes []int64
		var rising, falling bool
		p := parse(t, src)
		ev, err := eval.New(p, []string{"a", "b"}, eval.Options{Progress: func(g eval.Growth) {
			bytes = append(bytes, g.Bytes)
			factor, expected := forecast(bytes, eot)
			if g.Time != len(bytes) || g.EOT != eot || math.Abs(g.Factor-factor) > 1e-9 || math.Abs(g.Expected-expected) > 1e-6*expected {
				t.Errorf("%s, time %d: %+v, want factor %v and %v bytes", name, len(bytes), g, factor, expected)
			}
			rising, falling = rising || g.Factor > 1.5, falling || g.Factor > 0 && g.Factor < 0.95
			text := g.String()
			switch {
			case !strings.HasPrefix(text, "time "):
				t.Errorf("%s: %s", name, text)
			case g.Factor == 0 || g.Time == eot:
				if strings.Contains(text, "rate") || !strings.HasSuffix(text, memlimit.Format(g.Bytes)) {
					t.Errorf("%s: a forecast without a reason: %s", name, text)
				}
			case !strings.HasSuffix(text, ", about "+memlimit.Format(int64(g.Expected))+" at that rate"):
				t.Errorf("%s: %s", name, text)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := ev.Space(context.Background(), failure.Spec{EOT: eot, EFF: eot}); err != nil {
			t.Fatal(err)
		}
		if len(bytes) != eot || name == "doubles" && !rising || name == "falls" && !falling {
			t.Errorf("%s: %d times, rising %v, falling %v: %v", name, len(bytes), rising, falling, bytes)
		}
	}
}

// What a forecast says.
func TestGrowthText(t *testing.T) {
	for _, c := range []struct {
		growth eval.Growth
		want   string
	}{
		{eval.Growth{Time: 2, EOT: 9, Firings: 7, Bytes: 5e6}, "time 2 of 9: 7 rule firings, 5.0 MB"},
		{eval.Growth{Time: 4, EOT: 9, Firings: 7, Bytes: 5e6, Factor: 1.5, Expected: 64e6}, "time 4 of 9: 7 rule firings, 5.0 MB, about 64 MB at that rate"},
		{eval.Growth{Time: 9, EOT: 9, Firings: 7, Bytes: 5e6, Factor: 1.5, Expected: 64e6}, "time 9 of 9: 7 rule firings, 5.0 MB"},
		{eval.Growth{Time: 4, EOT: 99, Firings: 7, Bytes: 5e6, Factor: 3.04, Expected: 1e24}, "time 4 of 99: 7 rule firings, 5.0 MB, 3.0 times as much at each time, beyond all bounds"},
	} {
		if got := c.growth.String(); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
