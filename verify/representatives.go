package verify

import (
	"slices"
	"strings"

	"molly/circuit"
	"molly/datalog"
	"molly/failure"
	"molly/hazard"
	"molly/verify/symmetry"
)

// representatives are the tuples of the question that represent all others where the
// program is symmetric: each tuple of the question is the image of one of them under a
// symmetry. So if some scenario lacks a tuple, another one, with as many faults at the
// same times, lacks a representative.
type representatives struct {
	group *symmetry.Group
	parts []part // none where nothing is gained
}

// A part is some representatives that name the same nodes.
type part struct {
	bad circuit.Lit // one of them is lacking
	// equal are sets of nodes that none of them names, and that may be exchanged.
	equal [][]string
}

// manyEqual is how many nodes must be interchangeable for a question of its own to pay:
// each part is encoded and solved anew. With fewer there is one part, whose equal nodes no
// representative names. (Paxos with five nodes, two of them equal: 1.4 s in parts, 0.6 s
// in one.)
const manyEqual = 4

// representatives looks for symmetries of the program.
func (s *search) representatives() *representatives {
	r := &representatives{group: s.symmetries()}
	if r.group.Trivial() || len(s.question.facts) == 0 {
		return r
	}
	firsts := s.firsts(r.group)
	sets := r.group.Interchangeable()
	named := func(i int) []datalog.Value { return s.question.facts[i].Args }
	if !slices.ContainsFunc(sets, func(set []string) bool { return len(set) >= manyEqual }) {
		var all []datalog.Value
		for _, i := range firsts {
			all = append(all, named(i)...)
		}
		named = func(int) []datalog.Value { return all }
	}
	at := map[string]int{}
	var bad [][]circuit.Lit
	gain := len(firsts) < len(s.question.facts)
	for _, i := range firsts {
		equal := withoutNamed(sets, named(i))
		key := strings.Join(slices.Concat(equal...), "\x00")
		n, seen := at[key]
		if !seen {
			n = len(r.parts)
			at[key] = n
			r.parts = append(r.parts, part{equal: equal})
			bad = append(bad, nil)
			gain = gain || len(equal) > 0
		}
		bad[n] = append(bad[n], s.question.bad[i])
	}
	for n := range r.parts {
		r.parts[n].bad = s.space.Circuit.Or(bad[n]...)
	}
	if !gain {
		r.parts = nil
	}
	return r
}

// firsts returns the first tuple, by number, of each orbit.
func (s *search) firsts(group *symmetry.Group) []int {
	key := s.judge.program.FormatFact
	number := make(map[string]int, len(s.question.facts))
	for i, f := range s.question.facts {
		number[key(f)] = i
	}
	covered := make([]bool, len(s.question.facts))
	var firsts []int
	for i, f := range s.question.facts {
		if covered[i] {
			continue
		}
		firsts = append(firsts, i)
		for image := range symmetry.Orbit(group, f, renameFact, key) {
			if j, asked := number[key(image)]; asked {
				covered[j] = true
			}
		}
	}
	return firsts
}

func renameFact(p symmetry.Permutation, f datalog.Fact) datalog.Fact {
	f.Args = slices.Clone(f.Args)
	for i, v := range f.Args {
		if v.Type() == datalog.Text {
			f.Args[i] = datalog.String(p.Of(v.Text()))
		}
	}
	return f
}

// withoutNamed leaves the nodes out that a tuple names, and sets that then have less than
// two.
func withoutNamed(sets [][]string, tuple []datalog.Value) [][]string {
	var left [][]string
	for _, set := range sets {
		rest := slices.DeleteFunc(slices.Clone(set), func(n string) bool {
			return slices.Contains(tuple, datalog.String(n))
		})
		if len(rest) > 1 {
			left = append(left, rest)
		}
	}
	return left
}

// smallest finds a counterexample that failure.Scenario.CompareSize puts before none. It may be the image of the first one by Compare, or of another.
func (s *search) smallest(r *representatives) (least failure.Scenario, found bool, err error) {
	questions := make([]*hazard.Search, len(r.parts))
	for i, p := range r.parts {
		q := hazard.NewSearch(s.space.Circuit, s.options.Spec, s.options.Nodes, s.options.Solver)
		q.Exchangeable(p.equal)
		q.Require(p.bad)
		questions[i] = q
	}
	s.tell(Event{Kind: Encoded})
	s.asked = append(s.asked, questions...)
	for _, q := range questions {
		var sc failure.Scenario
		var some bool
		if found {
			sc, some, err = q.AtMost(s.ctx, least.Size())
		} else {
			sc, some, err = q.Any(s.ctx)
		}
		if err != nil {
			return nil, false, err
		}
		if !some {
			continue
		}
		if !found {
			s.tell(Event{Kind: Answered})
		}
		if sc, err = q.Smallest(s.ctx, sc); err != nil {
			return nil, false, err
		}
		if !found || sc.CompareSize(least) < 0 {
			least, found = sc, true
		}
	}
	if !found {
		s.tell(Event{Kind: Answered})
		return nil, false, nil
	}
	return r.earlier(least), true, nil
}

// earlier returns an image of a scenario that no generator of the group maps to an earlier
// one by Compare.
func (r *representatives) earlier(sc failure.Scenario) failure.Scenario {
	generators := r.group.Generators()
	for again := true; again; {
		again = false
		for _, p := range generators {
			if image := sc.Rename(p.Of); image.Compare(sc) < 0 {
				sc, again = image, true
			}
		}
	}
	return sc
}

// first finds the first counterexample by Compare. Where the program is symmetric, the
// representatives answer whether there is one and how small it is; the whole question is
// only put when there is one.
func (s *search) first() (sc failure.Scenario, found bool, err error) {
	r := s.representatives()
	if len(r.parts) == 0 {
		return s.firstOfAll()
	}
	if sc, found, err = s.smallest(r); !found || err != nil {
		return nil, false, err
	}
	q := s.ask(s.question.any)
	s.asked = append(s.asked, q)
	q.FirstOfExchangeable(r.group.Interchangeable())
	sc, err = q.First(s.ctx, sc, s.question.bad)
	return sc, err == nil, err
}

// firstOfAll is first by the whole question alone.
func (s *search) firstOfAll() (sc failure.Scenario, found bool, err error) {
	bad, err := s.unrefuted()
	if err != nil || len(bad) == 0 {
		return nil, false, err
	}
	q := s.ask(s.space.Circuit.Or(bad...))
	s.tell(Event{Kind: Encoded})
	s.asked = append(s.asked, q)
	if sc, found, err = q.Any(s.ctx); err != nil {
		return nil, false, err
	}
	s.tell(Event{Kind: Answered})
	if found {
		sc, err = q.Least(s.ctx, sc)
	}
	return sc, found && err == nil, err
}
