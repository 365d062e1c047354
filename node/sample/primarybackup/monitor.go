package primarybackup

import (
	"slices"

	"molly/node/actor"
)

// Monitor is the view server. It calls a server dead that it has not heard of between two of its timers, which may be wrong.
type Monitor struct {
	View  View     `molly:"stable"`
	Acked bool     `molly:"stable"` // the primary has the view: only then there may be another
	Heard []string // since the last timer
}

// Start begins to watch.
func (m *Monitor) Start(c *actor.Context) { c.Set("watch") }

// Message takes a ping.
func (m *Monitor) Message(c *actor.Context, from string, message any) {
	ping, ok := message.(Ping)
	if !ok {
		return
	}
	if !slices.Contains(m.Heard, from) {
		m.Heard = append(m.Heard, from)
	}
	switch {
	case m.View.Number == 0:
		m.View = View{Number: 1, Primary: from}
	case ping.Number == 0 && m.Acked && from == m.View.Primary:
		m.failed(true)
	case ping.Number == 0 && m.Acked && from == m.View.Backup:
		m.failed(false)
	case from == m.View.Primary && ping.Number == m.View.Number:
		m.Acked = true
	}
	m.fill()
	c.Send(from, Current{m.View})
}

// Timer looks who is alive.
func (m *Monitor) Timer(c *actor.Context, _ string) {
	switch {
	case !m.Acked:
	case !slices.Contains(m.Heard, m.View.Primary):
		m.failed(true)
	case m.View.Backup != "" && !slices.Contains(m.Heard, m.View.Backup):
		m.failed(false)
	}
	m.fill()
	m.Heard = nil
	c.Set("watch")
}

// failed makes a view without a server. A primary without a backup cannot be replaced: it alone has the data.
func (m *Monitor) failed(primary bool) {
	next := View{Number: m.View.Number + 1, Primary: m.View.Primary}
	if primary {
		if m.View.Backup == "" {
			return
		}
		next.Primary = m.View.Backup
	}
	m.View, m.Acked = next, false
}

// fill makes a view with a backup, where there is none and somebody else is alive.
func (m *Monitor) fill() {
	if !m.Acked || m.View.Backup != "" {
		return
	}
	for _, name := range m.Heard {
		if name != m.View.Primary {
			m.View, m.Acked = View{m.View.Number + 1, m.View.Primary, name}, false
			return
		}
	}
}
