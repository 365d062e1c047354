package symmetry

import (
	"slices"

	"molly/datalog"
	"molly/failure"
)

// maxWork bounds the search, in occurrences of nodes' names that are read.
const maxWork = 3_000_000

// search is the search for the symmetries of one program.
type search struct {
	nodes   []string
	clauses []clause // those with nodes' names
	size    int      // occurrences of nodes' names in clauses, and clauses
	hashes  []uint64 // scratch: by literal of a clause
	verify  *verifier
	work    int // that is left
}

// Find returns the symmetries of a program that runs on the given nodes under a specification, of
// which the limits on links and nodes count.
func Find(p *datalog.Program, nodes []string, spec failure.Spec) *Group {
	nodes = slices.Clone(nodes)
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	s := newSearch(p, nodes, spec)
	start := make(colouring, len(nodes))
	chosen := inInputs(p, s.verify.number)
	for n, pinned := range ordered(p, s.verify.number) {
		if pinned || chosen[n] {
			start = start.mark(n, n)
		}
	}
	start = s.refine(start)
	g := &Group{nodes: nodes}
	s.transpositions(g, start)
	s.stabilizers(g, start)
	return g
}

func newSearch(p *datalog.Program, nodes []string, spec failure.Spec) *search {
	statements := statementsOf(p, nodes, spec)
	number := make(map[string]int32, len(nodes))
	for i, n := range nodes {
		number[n] = int32(i)
	}
	v := &verifier{
		statements: statements, program: p, nodes: nodes, number: number,
		facts: map[string]bool{}, factsOf: make([][]int, len(nodes)),
		rules: map[string]bool{}, rulesOf: make([][]int, len(nodes)),
	}
	s := &search{nodes: nodes, verify: v, work: maxWork}
	r := &reader{number: number}
	// A clause that is there twice is one: the colours count.
	for i, st := range statements {
		if c := r.statement(st); c.holes() && !v.facts[string(v.fact(i, stays))] {
			v.facts[string(v.buf)] = true
			s.add(c, i, v.factsOf)
		}
	}
	for i := range p.Rules {
		if c := r.rule(&p.Rules[i]); c.holes() {
			if text := canonical(&p.Rules[i], stays); !v.rules[text] {
				v.rules[text] = true
				s.add(c, i, v.rulesOf)
			}
		}
	}
	return s
}

// add keeps clause number i and notes which nodes occur in it.
func (s *search) add(c clause, i int, of [][]int) {
	s.clauses = append(s.clauses, c)
	for len(s.hashes) < len(c.literals) {
		s.hashes = append(s.hashes, 0)
	}
	for _, l := range c.literals {
		s.size += 1 + len(l.nodes)
		for _, n := range l.nodes {
			if list := of[n]; len(list) == 0 || list[len(list)-1] != i {
				of[n] = append(list, i)
			}
		}
	}
}

// transpositions finds the classes of nodes that may be exchanged, and makes exchanges
// of neighbours in a class generators.
//
// That two nodes may be exchanged is an equivalence: (a c) = (a b)(b c)(a b). So each node
// is tried with the first of each class only.
func (s *search) transpositions(g *Group, colours colouring) {
	g.class = make([]int, len(s.nodes))
	last := make([]int, len(s.nodes)) // by first of a class
	for n := range s.nodes {
		g.class[n] = n
		for first := range n {
			if g.class[first] == first && colours[first] == colours[n] && s.verify.same(transposition(len(s.nodes), first, n)) {
				g.class[n] = first
				g.generators = append(g.generators, transposition(len(s.nodes), last[first], n))
				last[first] = n
				break
			}
		}
		if g.class[n] == n {
			last[n] = n
		}
	}
}

func transposition(nodes, i, j int) []int {
	image := identity(nodes)
	image[i], image[j] = j, i
	return image
}

func identity(nodes int) []int {
	image := make([]int, nodes)
	for i := range image {
		image[i] = i
	}
	return image
}
