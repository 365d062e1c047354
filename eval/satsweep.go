package eval

import (
	"molly/circuit"
	"molly/eval/satsweep"
	"molly/failure"
)

// SAT sweeping of a space (package satsweep). A circuit that is false in every admissible
// scenario need not look so: where a program codes its state in integers, c(N, 3) and
// c(N, 4) are both possible, never together, and what is concluded from both is joined again
// and again. Such facts do no harm but that there can be hundreds of them for each real one.
//
// So when a stratum is complete, its facts that are false in all admissible scenarios are
// dropped before anything reads them, and those that are true in all become certain. The
// space says the same as before of every admissible scenario, and nothing of others. Where
// sweeping is tried depends on counts only, so the space does not depend on the solver.

// Sweeping begins after a time at which many rules fired that do not fire without faults:
// beginRatio times as many as do, and beginFirings.
const (
	beginRatio   = 10
	beginFirings = 500
)

// A sample of a stratum's candidates is asked about first. If one in worthOf of them is
// constant, all are; and as long as that is true of all, no sample is taken. Else the
// stratum is left out, with exponential back-off: for one time, and the next times for
// twice as long, up to longestBackoff.
const (
	sampleSize     = 4
	worthOf        = 4
	longestBackoff = 64
)

// satSweep is the sweeping of a space under way.
type satSweep struct {
	*satsweep.Sweeper
	always  bool
	begun   bool
	strata  []gain
	without circuit.Valuation // no faults
	known   int               // firings that have been counted
}

// gain is what sweeping a stratum has brought so far.
type gain struct {
	worth   bool // enough of the candidates were constant, the last time
	until   int  // the time before which it is left out
	backoff int  // how long it was left out the last time
}

func newSATSweep(o satsweep.Options, c *circuit.Circuit, spec failure.Spec, nodes []string, strata int) *satSweep {
	return &satSweep{
		Sweeper: satsweep.New(c, spec, nodes, o.Ask(c, spec, nodes)),
		always:  o.Always, begun: o.Always, strata: make([]gain, strata), without: *c.Evaluate(nil),
	}
}

// considerSATSweep looks back at a time, and begins to sweep if that is likely to pay.
func (m *machine) considerSATSweep() {
	w := m.satSweep
	if w == nil || w.begun {
		return
	}
	last := m.firings[w.known:]
	w.known = len(m.firings)
	if len(last) < beginFirings {
		return
	}
	m.circuit.Extend(&w.without)
	without := 0
	for i := range last {
		if w.without.Holds(last[i].lit) {
			without++
		}
	}
	w.begun = len(last) > beginRatio*without
}

// candidate is a fact that may be impossible, or certain.
type candidate struct {
	fact FactID
	lit  circuit.Lit // may be false in all admissible scenarios; the fact's, or its complement
}

// satSweepStratum settles facts of a complete stratum that are the same in all admissible
// scenarios.
func (m *machine) satSweepStratum(number int) {
	w := m.satSweep
	if w == nil || !w.begun || m.err != nil || m.now < w.strata[number].until {
		return
	}
	if m.now == m.eot && !w.always && !w.Complete() {
		return // little reads it any more, and the last time is the hardest to ask about
	}
	s := &m.strata[number]
	candidates := m.candidates(s)
	if len(candidates) == 0 {
		return
	}
	g := &w.strata[number]
	var constants []candidate
	worth := g.worth || w.always
	if !worth {
		constants, worth = m.sample(candidates)
	}
	if worth {
		constants = m.constants(candidates)
		g.backoff, g.worth = 0, worthOf*len(constants) >= len(candidates)
	} else {
		g.backoff = min(max(2*g.backoff, 1), longestBackoff)
		g.until = m.now + 1 + g.backoff
	}
	m.replace(s, constants)
}

// candidates lists the facts of a stratum that are the same in all drawn scenarios.
func (m *machine) candidates(s *stratum) []candidate {
	var list []candidate
	m.satSweep.Simulate()
	for _, relation := range s.relations {
		for _, id := range m.table(relation, m.now).ids {
			l := m.facts[id].lit
			if l == circuit.True {
				continue
			}
			if never, ok := m.satSweep.Candidate(l); ok {
				list = append(list, candidate{id, never})
			}
		}
	}
	m.tick(len(list))
	return list
}

// sample asks about a few of the candidates, one by one. It returns those that are
// constant, and whether they are enough to ask about all.
func (m *machine) sample(candidates []candidate) (constants []candidate, worth bool) {
	n := min(sampleSize, len(candidates))
	for i := 0; i < n && worthOf*len(constants) < n; i++ {
		c := candidates[i*len(candidates)/n]
		constants = append(constants, m.constants([]candidate{c})...)
	}
	return constants, worthOf*len(constants) >= n
}

// constants returns those of the candidates that are constant.
func (m *machine) constants(candidates []candidate) []candidate {
	if m.err != nil {
		return nil
	}
	lits := make([]circuit.Lit, len(candidates))
	for i, c := range candidates {
		lits[i] = c.lit
	}
	refuted, err := m.satSweep.Refuted(m.ctx, lits)
	if err != nil {
		m.fail(m.ended(err))
		return nil
	}
	var constants []candidate
	for i, c := range candidates {
		if !refuted[i] {
			constants = append(constants, c)
		}
	}
	return constants
}

// replace makes constant facts of a stratum impossible, or certain.
func (m *machine) replace(s *stratum, constants []candidate) {
	if m.err != nil || len(constants) == 0 {
		return
	}
	for _, c := range constants {
		f := &m.facts[c.fact]
		if f.lit != c.lit {
			f.lit = circuit.True
			continue
		}
		f.lit = circuit.False
		for i := f.firings; i != none; i = m.firings[i].next {
			m.firings[i].lit = circuit.False
		}
		for i := f.rows; i != none; i = m.rows[i].next {
			m.rows[i].lit = circuit.False
		}
	}
	for _, relation := range s.relations {
		if t := m.table(relation, m.now); s.recursive { // what needed an impossible fact goes with it
			for _, id := range t.ids {
				m.settleFirings(s, id)
			}
		}
	}
	for _, relation := range s.relations {
		m.dropFalse(m.table(relation, m.now))
	}
}
