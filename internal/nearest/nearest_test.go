package nearest

import (
	"math/rand/v2"
	"testing"
)

func TestWord(t *testing.T) {
	names := []string{"node", "log", "bcast", "acks", "ack", "broadcast"}
	for word, want := range map[string]string{
		"nodes": "node", "lgo": "log", "bcats": "bcast", "ack": "acks", "akc": "ack", "x": "", "completely": "", "brodcast": "broadcast", "": "",
	} {
		if got := Word(word, names); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// slow is the distance by its definition.
func slow(a, b string) int {
	switch {
	case a == "" || b == "":
		return len(a) + len(b)
	case a[0] == b[0]:
		return slow(a[1:], b[1:])
	}
	least := 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, 1+slow(a[2:], b[2:]))
	}
	return least
}

func TestDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	word := func() string {
		w := make([]byte, r.IntN(6))
		for i := range w {
			w[i] = "abc"[r.IntN(3)]
		}
		return string(w)
	}
	for range 2000 {
		a, b, limit := word(), word(), 1+r.IntN(7)
		if got, want := distance(a, b, limit), min(slow(a, b), limit); got != want {
			t.Fatalf("%q to %q, at most %d: %d, want %d", a, b, limit, got, want)
		}
	}
}
