package eval

import (
	"errors"
	"fmt"

	"molly/internal/memlimit"
)

// Growth is how far the evaluation of a space has come, and how large it is.
type Growth struct {
	Time, EOT int // Time is complete
	Firings   int
	Bytes     int64 // of the space: about
	// Factor is how many times as much the last time added as the one before it; 0 before the
	// third time. Expected is what the space would have at EOT at that rate,
	// and at least by as much at each time as at the last one. An estimate: it leaves out what
	// begins or ends later.
	Factor   float64
	Expected float64 // bytes

	previous float64 // Bytes of the time before
}

func (g Growth) String() string {
	text := fmt.Sprintf("time %d of %d: %d rule firings, %s", g.Time, g.EOT, g.Firings, memlimit.Format(g.Bytes))
	if g.Factor == 0 || g.Time == g.EOT {
		return text
	}
	const huge = 1e18
	if g.Expected > huge {
		return text + fmt.Sprintf(", %.1f times as much at each time, beyond all bounds", g.Factor)
	}
	return text + fmt.Sprintf(", about %s at that rate", memlimit.Format(int64(g.Expected)))
}

// grow takes the size after a time.
func (g *Growth) grow(m *machine) {
	before, added := g.Bytes, 0.0
	if g.Time > 0 {
		added = float64(before) - g.previous
	}
	m.past += tableBytes(m.tablesOf(m.now - 1)) // they are complete
	*g = Growth{Time: m.now, EOT: m.eot, Firings: len(m.firings), Bytes: m.bytes(), previous: float64(before)}
	last := float64(g.Bytes - before)
	if m.now < 3 || added <= 0 || last <= 0 {
		return
	}
	g.Factor = last / added
	g.Expected = float64(g.Bytes)
	for step, t := last, m.now; t < m.eot && g.Expected < 1e30; t++ {
		step *= max(g.Factor, 1)
		g.Expected += step
	}
}

// bytes is about what the lineage and the circuit take.
func (m *machine) bytes() int64 {
	const fact, firing, row, binding = 28, 28, 16, 4 // a record, and what finds it
	n := int64(len(m.facts))*fact + int64(len(m.firings))*firing + int64(len(m.premises))*4 +
		int64(len(m.rows))*row + int64(len(m.bindings))*binding + int64(len(m.drawn))*4
	n += m.past
	for t := m.now; t <= min(m.net.LastArrival(m.now), m.eot); t++ {
		n += tableBytes(m.tablesOf(t))
	}
	return n + m.circuit.Bytes()
}

// tablesOf are the tables of a time; after EOT there are none.
func (m *machine) tablesOf(time int) []table {
	n := len(m.program.Relations)
	return m.tables[min(time*n, len(m.tables)):min((time+1)*n, len(m.tables))]
}

// tableBytes is about what some tables take.
func tableBytes(tables []table) (n int64) {
	for i := range tables {
		t := &tables[i]
		n += 4 * int64(len(t.cols)+len(t.slots)+len(t.ids))
		for _, x := range t.indexes {
			if x != nil {
				n += 4 * int64(len(x.first)+len(x.last)+len(x.next))
			}
		}
	}
	return n
}

// MemoryError says that the memory was used up during evaluation.
type MemoryError struct {
	*memlimit.Exceeded
	Growth  Growth // as far as it came
	Time    int    // that was being evaluated
	Largest []RelationSize
}

func (e *MemoryError) Unwrap() error { return e.Exceeded }

func (e *MemoryError) Error() string {
	text := fmt.Sprintf("%v, at time %d of %d", e.Exceeded, e.Time, e.Growth.EOT)
	if e.Growth.Time > 0 {
		text += " (" + e.Growth.String() + ")"
	}
	return text + NameLargest(e.Largest)
}

// ended says what evaluation was doing when the memory was used up. Other errors need no
// such words.
func (m *machine) ended(err error) error {
	var exceeded *memlimit.Exceeded
	if !errors.As(err, &exceeded) {
		return err
	}
	g := m.growth
	g.EOT = m.eot
	return &MemoryError{exceeded, g, m.now, m.Largest()}
}
