package spark

import (
	"fmt"
	"slices"

	"molly/node/actor"
)

// Store is what the master has on its disk: a file for each worker, driver and application. Where a driver runs is not in
// it, for the workers know that.
type Store struct {
	Workers []string
	Drivers []string
	Apps    []AppFile
}

// AppFile is the file of an application.
type AppFile struct {
	ID     string // its name
	Driver string
	Run    int
}

// add writes a file that must not be there yet.
func (s *Store) add(f AppFile) {
	if slices.ContainsFunc(s.Apps, func(other AppFile) bool { return other.ID == f.ID }) {
		panic(fmt.Sprintf("the file %s exists already", f.ID))
	}
	s.Apps = append(s.Apps, f)
}

// Restart reads the store, and asks the workers in it what runs on them.
func (m *Master) Restart(c *actor.Context) {
	for _, f := range m.Store.Apps {
		if m.application(f.Driver) == nil {
			m.Apps = append(m.Apps, &Application{ID: f.ID, Driver: f.Driver, Run: f.Run})
		}
	}
	for _, name := range m.Store.Drivers {
		d := &Process{Name: name}
		if !m.bugs.NoPlace {
			d.On = &Place{}
		}
		m.Drivers = append(m.Drivers, d)
	}
	for _, name := range m.Store.Workers {
		m.Workers = append(m.Workers, &Host{Name: name})
		c.Send(name, MasterChanged{})
	}
	m.Recovering = true
	c.Set("second")
	c.Set("recovered")
}

// adopt takes over what a worker says that it runs.
func (m *Master) adopt(c *actor.Context, worker string, r RegisterWorker) {
	for _, name := range r.Drivers {
		if d := m.driver(name); d != nil {
			d.On = &Place{worker}
		}
	}
	for _, e := range r.Executors {
		if a := m.application(e.Driver); a != nil && a.ID == e.App {
			a.Executors = append(a.Executors, Placed{e.ID, worker})
		} else {
			c.Send(worker, KillExecutor{e.ID})
		}
	}
}

// recovered goes on with what is there. Workers that have not answered are lost; drivers that run nowhere run anew.
func (m *Master) recovered(c *actor.Context) {
	m.Recovering = false
	c.Clear("recovered")
	c.Set("check")
	for _, w := range slices.Clone(m.Workers) {
		if w.Life == 0 {
			m.lose(c, w.Name)
		}
	}
	for _, d := range m.Drivers {
		if d.On.Worker == "" {
			m.relaunch(c, d)
		}
	}
	m.schedule(c)
}
