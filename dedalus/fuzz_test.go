package dedalus

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"molly/dedalus/rewrite"
)

// Whatever the text: no panic, no hang, every diagnostic can be shown, and a
// program that is accepted prints as a text that parses to the same program.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"testdata/odd/*.ded", "testdata/broken/*.ded"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil && len(text) < 4000 {
				f.Add(string(text))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) { holdsUp(t, src) })
}

// holdsUp checks what must be true of any text, and tells whether it is a program.
func holdsUp(t *testing.T, src string) bool {
	t.Helper()
	p, ds := ParseString("fuzz", src)
	if p != nil {
		ds = append(ds, p.Horizon(6)...)
	}
	for _, d := range ds {
		if d.Width < 1 || d.Message == "" || d.Code == "" || d.String() == "" {
			t.Errorf("%q: %+v", src, d)
		}
	}
	if (p == nil) != ds.HasErrors() {
		t.Fatalf("%q: program %v with %v", src, p, ds)
	}
	if p == nil {
		return false
	}
	if err := p.Datalog().Check(); err != nil {
		t.Errorf("%s: %v", p, err)
	}
	_ = rewrite.New(p.Datalog()).String()
	if again := reparse(t, p); again.String() != p.String() {
		t.Errorf("%q prints as\n%s\nand then as\n%s", src, p, again)
	}
	return true
}

// Random clauses, nearly right: many are programs, and many are broken in one
// place.
func TestRandomClauses(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	programs, pieces := 0, 1500
	for range pieces {
		src := randomProgram(random)
		if holdsUp(t, src) {
			programs++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if programs < pieces/20 || programs > pieces*19/20 {
		t.Errorf("%d of %d random texts are programs (seed %d)", programs, pieces, seed)
	}
}

// The order of clauses decides neither whether a program is accepted nor what is
// found in it, but for the place at which types clash.
func TestOrderOfClauses(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 1))
	for range 500 {
		src := randomProgram(random)
		clauses := strings.SplitAfter(src, ";")
		if len(clauses) < 3 || strings.ContainsAny(src, "!é") || strings.Contains(src, "/*") || strings.Count(src, `"`)%2 != 0 {
			continue
		}
		last := len(clauses) - 1
		random.Shuffle(last, func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
		shuffled := strings.Join(clauses, "\n")
		p, ds := ParseString("t", src)
		q, es := ParseString("t", shuffled)
		if (p == nil) != (q == nil) || codes(ds) != codes(es) {
			t.Fatalf("seed %d: %q gives %v, %q gives %v", seed, src, ds, shuffled, es)
		}
	}
}

// codes lists what kinds of things were found, sorted.
func codes(ds Diagnostics) string {
	found := map[string]bool{}
	for _, d := range ds {
		found[d.Code] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(found)), " ")
}

// randomProgram writes a few clauses and sometimes damages one token.
func randomProgram(random *rand.Rand) string {
	var list []string
	pick := func(words ...string) string { return words[random.IntN(len(words))] }
	put := func(words ...string) { list = append(list, words...) }
	var expression func(depth int)
	expression = func(depth int) {
		if depth == 0 || random.IntN(3) > 0 {
			put(pick("X", "X", "Y", "Y", "Z", "_", "1", "-7", `"a"`, "count"))
			return
		}
		open := random.IntN(2) == 0
		if open {
			put("(")
		}
		expression(depth - 1)
		put(pick("+", "-", "*", "/", "%"))
		expression(depth - 1)
		if open {
			put(")")
		}
	}
	atom := func(depth int) {
		put(pick("p", "q", "r"), "(", pick("X", "Y", `"a"`, "_"), ",")
		expression(depth)
		put(")")
	}
	for range 1 + random.IntN(4) {
		switch random.IntN(8) {
		case 5:
			put(pick("", "may"), "p", "(", pick(`"a"`, `"b"`, "K"), ",", pick("1", "-2", "K"), ")", "@", pick("1", "2"), pick("", "..", ".."), pick("", "3", "4"), ";")
			continue
		case 6:
			put("stable", pick("p", "q", "p,q"), ";")
			continue
		case 7:
			put("const", pick("K", "X"), "=", pick("3", "-3", `"a"`), ";")
			continue
		case 0:
			put("p", "(", `"a"`, ",", pick("1", "-2"), ")", "@", "1", ";")
			continue
		case 1:
			put("count", "(", "X", ",", pick("count", "sum", "min", "max"), "<", "Y", ">", ")", ":-", "p", "(", "X", ",", "Y", ")")
		default:
			atom(2)
			put(pick("", "", "@next", "@async"), ":-", "p", "(", "X", ",", "Y", ")")
		}
		for range random.IntN(3) {
			put(",")
			switch random.IntN(4) {
			case 0:
				put("notin")
				atom(1)
			case 1:
				put(pick("X", "Y", "Z"), pick("==", "!=", "<", "<=", ">", ">="))
				expression(2)
			default:
				atom(1)
				put(pick("", "", "@2"))
			}
		}
		put(";")
	}
	if random.IntN(3) == 0 {
		at := random.IntN(len(list))
		switch random.IntN(3) {
		case 0:
			list = append(list[:at], list[at+1:]...)
		case 1:
			list[at] = list[random.IntN(len(list))]
		default:
			list[at] += pick(" ;", " ,", ")", "(", " @", "<", `"`, "/*", "!", " notin ", "é", "_", " -", "include")
		}
	}
	return strings.Join(list, pick(" ", "\n", "\t"))
}
