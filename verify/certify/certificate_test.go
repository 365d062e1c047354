package certify_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"molly/datalog"
	"molly/dedalus"
	"molly/failure"
	"molly/internal/randprog"
	"molly/protocols"
	"molly/verify"
	"molly/verify/certify"
	"molly/verify/expect"
)

// sample is a program with a certificate of its verdict.
type sample struct {
	name        string
	program     *dedalus.Program
	options     verify.Options
	certificate *certify.Certificate
}

// newSample searches and makes the certificate. It is nil where the search has no verdict.
func newSample(t *testing.T, name string, p *dedalus.Program, o verify.Options) *sample {
	t.Helper()
	v, err := verify.Verify(context.Background(), p.Datalog(), o)
	if err != nil {
		return nil
	}
	c, err := verify.Certificate(context.Background(), p, o, v)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s := &sample{name, p, o, c}
	if why := s.check(c.Bytes()); why != "" {
		t.Fatalf("%s: %s", name, why)
	}
	return s
}

// check says why a certificate's file is not valid for the sample's program, or nothing.
func (s *sample) check(file []byte) string {
	c, err := certify.Parse(file)
	if err == nil {
		err = certify.Check(context.Background(), s.program, c, nil)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func load(t *testing.T, names ...string) *dedalus.Program {
	t.Helper()
	p, diagnostics := dedalus.Loader{Library: protocols.Library()}.Load(names...)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p
}

func parse(t *testing.T, src string) *dedalus.Program {
	t.Helper()
	p, diagnostics := dedalus.ParseString("test.ded", src)
	if diagnostics.HasErrors() {
		t.Fatal(diagnostics)
	}
	return p
}

var library = flag.Bool("library", false, "TestLibrary: also the certificates that take longest")

// slow are the certificates that take half of the time of TestLibrary.
var slow = []string{"agreement/raft-election ⟨20,19,1⟩", "agreement/paxos-stable ⟨12,11,2; restarts 2⟩"}

// Every verdict that the library expects has a valid certificate.
func TestLibrary(t *testing.T) {
	loader := dedalus.Loader{Library: protocols.Library()}
	certified := 0
	for _, p := range protocols.All() {
		f, err := expect.ReadShipped(loader, p.File())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Expectations {
			name := p.Name + " " + e.Spec.String()
			if testing.Short() && e.Spec.EOT >= 20 || !*library && slices.Contains(slow, name) {
				continue
			}
			start := time.Now()
			s := newSample(t, fmt.Sprint(p.Name, " ", e), f.Program, verify.Options{Spec: e.Spec, Nodes: e.Nodes})
			if s == nil {
				t.Logf("%s %v has no verdict", p.Name, e)
				continue
			}
			if s.certificate.Verdict == certify.Certified {
				certified++
			}
			t.Logf("%s: %d bytes, %d lines of proof, %v", s.name,
				len(s.certificate.Bytes()), strings.Count(s.certificate.Proof, "\n"), time.Since(start))
		}
	}
	if certified < 8 {
		t.Errorf("only %d are certified", certified)
	}
}

// loopy has facts that could hold each other up, were it not for its certificate's
// loops.
const loopy = `
link("a", "b")@1; link("b", "a")@1; link("b", "c")@1; link("c", "b")@1;
link(N, M)@next :- link(N, M);
up("a", N, M)@async :- link(N, M);
reach(N, X, Y) :- up(N, X, Y);
reach(N, X, Z) :- reach(N, X, Y), reach(N, Y, Z);
lost(N) :- link(N, _), notin up("a", N, _);
pre(X, Y) :- reach(_, X, Y);
post(X, Y) :- reach(N, X, Y), up(N, X, _);
`

var (
	gatherSamples sync.Once
	gathered      []*sample
)

// samples are certificates of all kinds: with proofs and loops, counterexamples with faults and
// without.
func samples(t *testing.T) []*sample {
	t.Helper()
	gatherSamples.Do(func() { gathered = gather(t) })
	return gathered
}

func gather(t *testing.T) (list []*sample) {
	t.Helper()
	spec := func(eot, eff, crashes int) failure.Spec {
		return failure.Spec{EOT: eot, EFF: eff, Crashes: crashes}
	}
	abc := []string{"a", "b", "c"}
	for _, x := range []struct {
		name string
		spec failure.Spec
	}{
		{"delivery/simple", spec(4, 2, 0)}, {"delivery/retry", spec(4, 2, 1)}, {"delivery/classic", spec(6, 0, 2)},
		{"delivery/ack", spec(4, 3, 1)},
	} {
		list = append(list, newSample(t, x.name, load(t, x.name), verify.Options{Spec: x.spec, Nodes: load(t, x.name).Settings().Nodes}))
	}
	list = append(list, newSample(t, "loopy", parse(t, loopy), verify.Options{Spec: spec(3, 3, 0), Nodes: abc}))
	for seed := uint64(1); len(list) < 14; seed++ {
		r := rand.New(rand.NewPCG(seed, 13))
		task := randprog.NewTask(r, randprog.Options{}, 700)
		o := verify.Options{Spec: task.Spec, Nodes: task.Nodes, Outcomes: verify.Outcomes(r.IntN(2))}
		s := newSample(t, fmt.Sprint("seed ", seed), parse(t, task.Source), o)
		if s != nil && (len(list) < 8 || len(s.certificate.CNF) < 20_000 && strings.Count(s.certificate.Proof, "\n") > 3) {
			list = append(list, s)
		}
	}
	return list
}

func TestLoopsAreNeeded(t *testing.T) {
	s := newSample(t, "loopy", parse(t, loopy), verify.Options{Spec: failure.Spec{EOT: 3, EFF: 3}, Nodes: []string{"a", "b", "c"}})
	if len(s.certificate.Loops) == 0 {
		t.Error("the certificate has no loops")
	}
	c := *s.certificate
	c.Loops = nil
	if s.check(c.Bytes()) == "" {
		t.Error("it is valid without them")
	}
	c.Loops = append(slices.Clone(s.certificate.Loops), []string{`link("a", "b")@1`})
	if s.check(c.Bytes()) == "" {
		t.Error("a fact of the program may stand in a loop")
	}
}

// without returns the lines of a text without line i, or with another in its place.
func without(lines []string, i int, instead ...string) string {
	return strings.Join(slices.Replace(slices.Clone(lines), i, i+1, instead...), "")
}

// A proof that is changed in one line is refused, or it is a proof nevertheless, which
// another check must say.
func TestProofMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 14))
	tried, valid := 0, 0
	for _, s := range samples(t) {
		lines := slices.Collect(strings.Lines(s.certificate.Proof))
		for i, line := range lines {
			words := strings.Fields(line)
			var mutants []string
			mutants = append(mutants, without(lines, i))
			if len(words) > 1 {
				k := r.IntN(len(words) - 1)
				mutants = append(mutants,
					without(lines, i, without(append(spaced(words[:len(words)-1]), "0\n"), k)),
					without(lines, i, without(append(spaced(words[:len(words)-1]), "0\n"), k, negated(words[k])+" ")),
					without(lines, i, without(append(spaced(words[:len(words)-1]), "0\n"), k, fmt.Sprint(1+r.IntN(10)), " ")),
				)
			}
			mutants = append(mutants, without(lines, i, "0\n"), without(lines, i, "d "+line),
				without(lines, i, strings.TrimSuffix(line, "0\n")), without(lines, i, "x"+line))
			for _, proof := range mutants {
				c := *s.certificate
				c.Proof = proof
				tried++
				if why := s.check(c.Bytes()); why == "" {
					valid++
					if !plainlyRefutes(c.CNF, proof) {
						t.Errorf("%s: the proof is accepted with its line %d changed:\n%s", s.name, i+1, proof)
					}
				}
			}
		}
	}
	t.Logf("%d mutants, %d of them valid", tried, valid)
	if tried < 200 || valid == 0 || 2*valid > tried {
		t.Errorf("%d of %d mutants are valid", valid, tried)
	}
}

func spaced(words []string) (list []string) {
	for _, w := range words {
		list = append(list, w+" ")
	}
	return list
}

func negated(literal string) string {
	if rest, ok := strings.CutPrefix(literal, "-"); ok {
		return rest
	}
	return "-" + literal
}

// plainlyRefutes is the second, dumber check of a proof: no watched literals, no state;
// every clause is looked at until nothing new follows.
func plainlyRefutes(cnf, proof string) bool {
	var clauses [][]int
	read := func(text string) (list [][]int) {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "c") || strings.HasPrefix(line, "p") || strings.HasPrefix(line, "d") {
				continue
			}
			var c []int
			for _, w := range strings.Fields(line) {
				var l int
				if _, err := fmt.Sscan(w, &l); err != nil {
					return nil
				}
				c = append(c, l)
			}
			list = append(list, c[:len(c)-1])
		}
		return list
	}
	clauses = read(cnf)
	conflict := func(assumed []int) bool {
		holds := map[int]bool{}
		for _, l := range assumed {
			if holds[-l] = true; holds[l] {
				return true
			}
		}
		for changed := true; changed; {
			changed = false
		next:
			for _, c := range clauses {
				left, unit := 0, 0
				for _, l := range c {
					if holds[l] {
						continue next
					}
					if !holds[-l] {
						left, unit = left+1, l
					}
				}
				switch left {
				case 0:
					return true
				case 1:
					holds[unit], changed = true, true
				}
			}
		}
		return false
	}
	for _, lemma := range read(proof) {
		if conflict(nil) {
			return true
		}
		if !conflict(lemma) {
			return false
		}
		clauses = append(clauses, lemma)
	}
	return conflict(nil)
}

// Clauses that are not those of the question are refused, however small the difference.
func TestClauseMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 14))
	tried := 0
	for _, s := range samples(t) {
		lines := slices.Collect(strings.Lines(s.certificate.CNF))
		for range min(20, len(lines)) {
			i := r.IntN(len(lines))
			words := strings.Fields(lines[i])
			k := r.IntN(len(words))
			mutants := []string{without(lines, i), without(lines, i, lines[i], lines[i]), without(lines, i, "0\n", lines[i])}
			if lines[i][0] != 'c' && len(words) > 1 {
				mutants = append(mutants, without(lines, i, strings.Join(slices.Delete(slices.Clone(words), k, k+1), " ")+"\n"),
					without(lines, i, strings.Replace(lines[i], words[k], negated(words[k]), 1)))
			}
			for _, cnf := range mutants {
				if cnf == s.certificate.CNF {
					continue
				}
				tried++
				c := *s.certificate
				c.CNF = cnf
				if s.check(c.Bytes()) == "" {
					t.Errorf("%s: it is valid with line %d of its clauses changed", s.name, i+1)
				}
			}
		}
	}
	t.Logf("%d mutants", tried)
}

// A certificate is about one program, byte by byte.
func TestProgramMutations(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 14))
	tried, parsed := 0, 0
	for _, s := range samples(t) {
		if len(s.program.Sources()) > 1 {
			continue
		}
		src := s.program.Sources()[0].Text
		file := s.certificate.Bytes()
		for range 40 {
			i := r.IntN(len(src))
			for _, with := range []string{"", "0", "a", src[i:i+1] + " "} {
				edited := src[:i] + with + src[i+1:]
				tried++
				p, diagnostics := dedalus.ParseString("test.ded", edited)
				if diagnostics.HasErrors() || edited == src {
					continue
				}
				parsed++
				if (&sample{program: p}).check(file) == "" {
					t.Fatalf("%s: it is valid for another program:\n%s", s.name, edited)
				}
			}
		}
	}
	t.Logf("%d edits, %d of them programs", tried, parsed)
}

// The exact bytes count, those that mean nothing, too.
func TestDigest(t *testing.T) {
	const src = "bcast(\"a\", \"x\")@1;\npre(X) :- bcast(X, _);\npost(X) :- bcast(X, _);\n"
	seen := map[string]string{}
	for _, text := range []string{src, src + "\n", src + "// \n", strings.ReplaceAll(src, "\n", "\r\n"), "\uFEFF" + src} {
		digest := certify.Digest(parse(t, text))
		if other, twice := seen[digest]; twice {
			t.Errorf("%q and %q have the same digest", other, text)
		}
		seen[digest] = text
	}
}

// A header that says something else is refused by its seal; under a new seal it is refused
// again, or what it says is true, which a run of the engine must show.
func TestHeaderMutations(t *testing.T) {
	tried, still := 0, 0
	for _, s := range samples(t) {
		file := string(s.certificate.Bytes())
		head, _, _ := strings.Cut(file, "\n}\n")
		for i, line := range strings.Split(head, "\n")[2:] {
			for _, edit := range [][2]string{{"1", "2"}, {"0", "1"}, {"2", "3"}, {"4", "5"}, {"a", "b"}, {"false", "true"}, {"O(", "C("}, {"\"", "\"x"}} {
				edited := strings.Replace(file, line, strings.Replace(line, edit[0], edit[1], 1), 1)
				if edited != file && s.check([]byte(edited)) == "" {
					t.Errorf("%s: it is valid with line %d edited", s.name, i+3)
				}
			}
		}
		mutate := func(name string, edit func(c *certify.Certificate)) {
			c := *s.certificate
			c.Nodes, c.Faults, c.Violated = slices.Clone(c.Nodes), slices.Clone(c.Faults), slices.Clone(c.Violated)
			if edit(&c); string(c.Bytes()) == file {
				return
			}
			tried++
			if s.check(c.Bytes()) == "" {
				still++
				if !s.true(&c) {
					t.Errorf("%s: it is valid with another %s:\n%s", s.name, name, c.Bytes()[:min(700, len(c.Bytes()))])
				}
			}
		}
		mutate("EOT", func(c *certify.Certificate) { c.Spec.EOT++ })
		mutate("EOT", func(c *certify.Certificate) { c.Spec.EOT-- })
		mutate("EOT", func(c *certify.Certificate) { c.Spec.EOT = 1 << 60 })
		mutate("EFF", func(c *certify.Certificate) { c.Spec.EFF++ })
		mutate("EFF", func(c *certify.Certificate) { c.Spec.EFF-- })
		mutate("EFF", func(c *certify.Certificate) { c.Spec.EFF = -1 << 60 })
		mutate("bound on crashes", func(c *certify.Certificate) { c.Spec.Crashes++ })
		mutate("bound on crashes", func(c *certify.Certificate) { c.Spec.Crashes-- })
		mutate("list of nodes", func(c *certify.Certificate) { c.Nodes = c.Nodes[1:] })
		mutate("list of nodes", func(c *certify.Certificate) { c.Nodes = append(c.Nodes, "zz") })
		mutate("list of nodes", func(c *certify.Certificate) { c.Nodes = append(c.Nodes, c.Nodes[0]) })
		mutate("list of nodes", func(c *certify.Certificate) { slices.Reverse(c.Nodes) })
		mutate("list of nodes", func(c *certify.Certificate) { c.Nodes = nil })
		mutate("kind of outcomes", func(c *certify.Certificate) { c.Outcomes = certify.AllOutcomes })
		mutate("kind of outcomes", func(c *certify.Certificate) { c.Outcomes = certify.FailureFree })
		mutate("kind of outcomes", func(c *certify.Certificate) { c.Outcomes = "" })
		mutate("invariant", func(c *certify.Certificate) { c.Invariant = certify.Persistent })
		mutate("invariant", func(c *certify.Certificate) { c.Invariant = certify.PrePost })
		mutate("verdict", func(c *certify.Certificate) { c.Verdict = certify.Certified })
		mutate("verdict", func(c *certify.Certificate) { c.Verdict = certify.Counterexample })
		mutate("verdict", func(c *certify.Certificate) { c.Verdict = "unknown" })
		mutate("vacuous", func(c *certify.Certificate) { c.Vacuous = !c.Vacuous })
		mutate("violated tuple", func(c *certify.Certificate) { c.Violated = append(c.Violated, `post("zz")@4`) })
		mutate("violated tuple", func(c *certify.Certificate) { c.Violated = nil })
		mutate("set of faults", func(c *certify.Certificate) { c.Faults = nil })
		mutate("set of faults", func(c *certify.Certificate) { c.Faults = append(c.Faults, "O(a,b,1)") })
		mutate("set of faults", func(c *certify.Certificate) { c.Faults = append(c.Faults, "C(b,1)") })
		mutate("set of faults", func(c *certify.Certificate) { c.Faults = append(c.Faults, "O(a,a,1)") })
		mutate("set of faults", func(c *certify.Certificate) { c.Faults = append(c.Faults, "O(a,b,99)") })
	}
	t.Logf("%d headers, %d are as true as before", tried, still)
}

// true runs the engine to see whether what a certificate says is so.
func (s *sample) true(c *certify.Certificate) bool {
	o := verify.Options{Spec: c.Spec, Nodes: c.Nodes, Outcomes: verify.AllRuns}
	if c.Outcomes == certify.FailureFree {
		o.Outcomes = verify.FailureFree
	}
	if c.Verdict == certify.Certified {
		v, err := verify.Verify(context.Background(), s.program.Datalog(), o)
		return err == nil && string(v.Kind) == c.Verdict && (v.Vacuous == c.Vacuous || s.program.Datalog().Never != datalog.NoRelation)
	}
	sc, err := c.Scenario(s.program.Datalog())
	if err != nil {
		return false
	}
	single, err := verify.Judge(context.Background(), s.program.Datalog(), o, sc)
	return err == nil && len(sc) == len(c.Faults)+len(c.Inputs) && len(single.Violated) == len(c.Violated) && len(c.Violated) > 0
}

// Parts of one certificate do not fit into another.
func TestSwapped(t *testing.T) {
	list := samples(t)
	for _, x := range list {
		for _, y := range list {
			if x == y {
				continue
			}
			if y.check(x.certificate.Bytes()) == "" {
				t.Errorf("the certificate of %s is one of %s", x.name, y.name)
			}
			c := *x.certificate
			c.CNF, c.Proof = y.certificate.CNF, y.certificate.Proof
			if x.certificate.Verdict == certify.Certified && c.CNF != x.certificate.CNF && x.check(c.Bytes()) == "" {
				t.Errorf("the clauses of %s do for %s", y.name, x.name)
			}
			c = *x.certificate
			c.Program = y.certificate.Program
			if y.check(c.Bytes()) == "" && !y.true(&c) {
				t.Errorf("the certificate of %s under the digest of %s is valid", x.name, y.name)
			}
			c = *x.certificate
			c.Proof = y.certificate.Proof
			if x.certificate.Verdict == certify.Certified && x.check(c.Bytes()) == "" && !plainlyRefutes(c.CNF, c.Proof) {
				t.Errorf("the proof of %s does for %s", y.name, x.name)
			}
		}
	}
}

// A file that is cut anywhere, or damaged anywhere, is refused, and nothing worse.
func TestDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 14))
	start := time.Now()
	for _, s := range samples(t) {
		file := s.certificate.Bytes()
		for n := 0; n < len(file); n += 100 {
			if s.check(file[:n]) == "" {
				t.Errorf("%s: the first %d of %d bytes are valid", s.name, n, len(file))
			}
		}
		if s.check(file[:len(file)-1]) == "" {
			t.Errorf("%s: it is valid without its last byte", s.name)
		}
		for range 50 {
			damaged := slices.Clone(file)
			i := r.IntN(min(len(damaged), 1500))
			damaged[i] = byte(r.IntN(256))
			if string(damaged) != string(file) && s.check(damaged) == "" {
				t.Errorf("%s: it is valid with another byte %d", s.name, i)
			}
		}
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("that took %v", d)
	}
}
