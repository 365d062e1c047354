package verify

import (
	"molly/failure"
	"molly/hazard"
)

// ldfi plays the game of the LDFI paper's §3: the programmer's run shows why the
// invariant held; the adversary looks for admissible faults that cut everything shown
// so far; they are run. A justification is sufficient for the invariant wherever it
// is true, so that no candidate is left only when no scenario violates it.
//
// The first violation ends the game, but not the search: it goes on with the first
// candidates by failure.Scenario.Compare, so that the one that it ends with is the
// first of all.
func (s *search) ldfi(free []Violation) error {
	if err := s.ground(free); err != nil {
		return err
	}
	g := &game{search: s, question: hazard.NewSearch(s.space.Circuit, s.options.Spec, s.options.Nodes, s.options.Solver)}
	if err := g.answer(nil, free); err != nil {
		return err
	}
	for !g.over {
		proposed, err := g.move()
		if err != nil {
			if g.first != nil {
				s.verdict.Findings = append(s.verdict.Findings, *g.first)
			}
			return err
		}
		if !proposed {
			break
		}
	}
	return s.done()
}

type game struct {
	*search
	question *hazard.Search // the scenarios outside all justifications so far
	first    *Finding       // the first violation, while it is being minimized
	over     bool
}

// move runs the adversary's next scenario. It reports false when there is none.
func (g *game) move() (proposed bool, err error) {
	sc, found, err := g.propose()
	if err != nil || !found {
		return false, err
	}
	_, violated, err := g.run(sc)
	if err != nil {
		return false, err
	}
	return true, g.answer(sc, violated)
}

// propose asks for the adversary's next move.
func (g *game) propose() (sc failure.Scenario, found bool, err error) {
	if g.options.All || g.minimizing {
		sc, found, err = g.question.Best(g.ctx)
	} else {
		sc, found, err = g.question.Any(g.ctx)
	}
	if found {
		g.candidates++
		g.tell(Event{Kind: Proposed, Scenario: sc})
	}
	return sc, found, err
}

// answer learns from the run of a scenario.
func (g *game) answer(sc failure.Scenario, violated []Violation) error {
	c := g.space.Circuit
	v := c.Evaluate(sc)
	if err := g.agree(sc, violated, v); err != nil {
		return err
	}
	switch {
	case len(violated) == 0:
		why := hazard.Justify(c, v, g.search.question.any.Not(), g.options.Width)
		g.question.Require(why.Not())
	case g.options.All:
		g.found(sc, violated)
		g.question.Exclude(sc)
	case g.minimizing || len(sc) == 0:
		// Minimizing proposes the first candidate of all, and the failure-free scenario
		// is below every other one.
		g.first = nil
		g.found(sc, violated)
		g.over = true
	default:
		g.first = &Finding{Scenario: sc, Violated: violated}
		g.minimizing = true
	}
	return nil
}
