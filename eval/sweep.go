package eval

import (
	"context"

	"molly/circuit"
	"molly/failure"
)

// Sweeping. A circuit that is false in every admissible scenario need not look so: where a
// program codes its state in integers, c(N, 3) and c(N, 4) are both possible, never
// together, and what is concluded from both is joined again and again. Such facts do no
// harm but that there can be hundreds of them for each real one.
//
// So when a stratum is complete, its facts are looked at under some hundreds of admissible
// scenarios at a time, bit-parallel. Those that hold in none of them are suspects. One
// question to a solver, "does one of them hold in some admissible scenario?", takes them
// all away before anything reads them, if the answer is no. Else the scenario that the
// solver gives clears at least one of them; the rest are asked about again. Facts that hold
// in all scenarios are suspects as well: of being certain.
//
// What is taken away is false in all admissible scenarios, what becomes certain is true in
// all. So the space says the same as before of every admissible scenario, and nothing of
// others. What is looked at depends on counts and on scenarios drawn by a fixed seed, and
// what becomes of it on what is true: not on which scenarios a solver gives. So the space
// does not depend on the solver.

// Sweep says how Space finds out which facts no admissible scenario has.
type Sweep struct {
	// Ask begins a question. The circuit grows while it is asked again and again. Without
	// it, nothing is swept.
	Ask func(*circuit.Circuit, failure.Spec, []string) Question
	// Always sweeps wherever there is a suspect. It is for tests: else sweeping begins where
	// it is likely to pay.
	Always bool
}

// Question returns an admissible scenario in which some of the given functions are true,
// or false when there is none. The error is the context's.
type Question func(ctx context.Context, some []circuit.Lit) (failure.Scenario, bool, error)

// A sweep begins after a time at which many rules fired that do not fire without faults:
// beginRatio times as many as do, and beginFirings.
const (
	beginRatio   = 10
	beginFirings = 500
)

// It takes a sample of a stratum's suspects. If one in worthOf of them turns out to be what
// it is suspected of, it asks about all; and as long as that is true of all, it takes no
// sample. Else it leaves the stratum out for a while: for one time, and the next times for
// twice as long, up to longestRest.
const (
	sampleSize  = 4
	worthOf     = 4
	longestRest = 64
)

// sweeper looks for facts of a space that are the same in all admissible scenarios.
type sweeper struct {
	ask    Question
	always bool
	begun  bool
	record []record // by stratum
	lookout

	free  circuit.Valuation // without faults
	known int               // firings that have been counted
}

// record is what is known of a stratum.
type record struct {
	trusted bool // enough of the suspects were rightly suspected, the last time
	until   int  // the time before which it is left out
	rest    int  // how long it was left out the last time
}

func newSweeper(s Sweep, c *circuit.Circuit, spec failure.Spec, nodes []string, strata int) *sweeper {
	return &sweeper{
		ask: s.Ask(c, spec, nodes), always: s.Always, begun: s.Always,
		record: make([]record, strata), free: *c.Evaluate(nil),
		lookout: lookout{circuit: c, sampler: newSampler(spec, nodes)},
	}
}

// considerSweeping looks back at a time, and begins to sweep if that is likely to pay.
func (m *machine) considerSweeping() {
	w := m.sweeper
	if w == nil || w.begun {
		return
	}
	last := m.firings[w.known:]
	w.known = len(m.firings)
	if len(last) < beginFirings {
		return
	}
	m.circuit.Extend(&w.free)
	without := 0
	for i := range last {
		if w.free.Holds(last[i].lit) {
			without++
		}
	}
	w.begun = len(last) > beginRatio*without
}

// suspect is a fact that may be impossible, or certain.
type suspect struct {
	fact FactID
	lit  circuit.Lit // may be false in all admissible scenarios; the fact's, or its complement
}

// sweepStratum settles facts of a complete stratum that are the same in all admissible
// scenarios.
func (m *machine) sweepStratum(number int) {
	w := m.sweeper
	if w == nil || !w.begun || m.err != nil || m.now < w.record[number].until {
		return
	}
	if m.now == m.eot && !w.always && !w.complete {
		return // little reads it any more, and the last time is the hardest to ask about
	}
	s := &m.strata[number]
	suspects := m.suspects(s)
	if len(suspects) == 0 {
		return
	}
	r := &w.record[number]
	var convicted []suspect
	worth := r.trusted || w.always
	if !worth {
		convicted, worth = m.trySample(suspects)
	}
	if worth {
		convicted = m.convict(suspects)
		r.rest, r.trusted = 0, worthOf*len(convicted) >= len(suspects)
	} else {
		r.rest = min(max(2*r.rest, 1), longestRest)
		r.until = m.now + 1 + r.rest
	}
	m.execute(s, convicted)
}

// execute makes the convicted facts of a stratum impossible, or certain.
func (m *machine) execute(s *stratum, convicted []suspect) {
	if m.err != nil || len(convicted) == 0 {
		return
	}
	for _, x := range convicted {
		f := &m.facts[x.fact]
		if f.lit != x.lit {
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

// suspects lists the facts of a stratum that look the same in all drawn scenarios.
func (m *machine) suspects(s *stratum) []suspect {
	var list []suspect
	w := m.sweeper
	w.simulate()
	for _, relation := range s.relations {
		for _, id := range m.table(relation, m.now).ids {
			l := m.facts[id].lit
			if l == circuit.True {
				continue
			}
			switch {
			case never(w.drawn, l):
				list = append(list, suspect{id, l})
			case never(w.drawn, l.Not()):
				list = append(list, suspect{id, l.Not()})
			}
		}
	}
	m.tick(len(list))
	return list
}

// trySample asks about a few of the suspects, one by one. It returns those that are what
// they are suspected of, and whether they are enough to ask about all.
func (m *machine) trySample(suspects []suspect) (convicted []suspect, worth bool) {
	n := min(sampleSize, len(suspects))
	for i := 0; i < n && worthOf*len(convicted) < n; i++ {
		x := suspects[i*len(suspects)/n]
		convicted = append(convicted, m.convict([]suspect{x})...)
	}
	return convicted, worthOf*len(convicted) >= n
}

// convict returns those of the suspects that are what they are suspected of.
func (m *machine) convict(suspects []suspect) []suspect {
	w := m.sweeper
	if w.complete {
		return suspects
	}
	left := make([]suspect, 0, len(suspects))
	for _, x := range suspects {
		if never(w.learned, x.lit) {
			left = append(left, x)
		}
	}
	for len(left) > 0 && m.err == nil {
		lits := make([]circuit.Lit, len(left))
		for i, x := range left {
			lits[i] = x.lit
		}
		sc, found, err := w.ask(m.ctx, lits)
		if err != nil {
			m.fail(m.ended(err))
			return nil
		}
		if !found {
			break
		}
		lanes := w.learn(sc)
		kept := left[:0]
		for _, x := range left {
			if lanes.Holds(x.lit) == 0 {
				kept = append(kept, x)
			}
		}
		if len(kept) == len(left) {
			panic("eval: a scenario that is said to clear a suspect clears none")
		}
		left = kept
	}
	return left
}
