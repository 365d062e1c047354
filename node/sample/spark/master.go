package spark

import (
	"fmt"
	"slices"

	"molly/node/actor"
)

// Master gives drivers and executors to workers. What it must not forget is in its store.
type Master struct {
	Store  Store `molly:"stable"`
	Second int   `molly:"stable"` // the clock of its machine
	Number int   `molly:"stable"` // of the last executor or application

	Recovering bool // it waits for what the workers say
	Workers    []*Host
	Drivers    []*Process
	Apps       []*Application

	bugs Bugs
}

// Host is a worker as the master knows it.
type Host struct {
	Name  string
	Life  int  // 0: it has not registered since the master has restarted
	Heard bool // since the last check
}

// Process is a driver as the master knows it.
type Process struct {
	Name string
	On   *Place
}

// Place is where a driver runs; "" is nowhere.
type Place struct{ Worker string }

// Application is what a driver runs.
type Application struct {
	ID        string
	Driver    string
	Run       int // of the driver
	Executors []Placed
}

// Placed is an executor on a worker.
type Placed struct {
	ID     int
	Worker string
}

// Start begins without workers.
func (m *Master) Start(c *actor.Context) {
	c.Set("second")
	c.Set("check")
}

// Timer lets time pass, looks who is alive, or ends the recovery.
func (m *Master) Timer(c *actor.Context, name string) {
	switch name {
	case "second":
		m.Second++
		c.Set("second")
	case "check":
		m.check(c)
		c.Set("check")
	case "recovered":
		m.recovered(c)
	}
}

// Message takes a message.
func (m *Master) Message(c *actor.Context, from string, message any) {
	switch r := message.(type) {
	case RegisterWorker:
		m.registerWorker(c, from, r)
	case Heartbeat:
		if w := m.worker(from); w != nil {
			w.Heard = true
		} else {
			c.Send(from, Reconnect{})
		}
	case DriverFailed:
		if d := m.driver(r.Driver); d != nil {
			m.relaunch(c, d)
			m.schedule(c)
		}
	case RegisterApplication:
		m.registerApplication(c, from, r.Run)
	}
}

// Command takes a driver to run.
func (m *Master) Command(c *actor.Context, command any) {
	name := command.(Submit).Driver
	switch {
	case !slices.Contains(drivers, name):
		c.Note("there is no driver %s", name)
	case m.driver(name) != nil:
		c.Note("%s was submitted already", name)
	default:
		m.Store.Drivers = append(m.Store.Drivers, name)
		m.Drivers = append(m.Drivers, &Process{name, &Place{}})
		m.schedule(c)
	}
}

func (m *Master) worker(name string) *Host {
	for _, w := range m.Workers {
		if w.Name == name {
			return w
		}
	}
	return nil
}

func (m *Master) driver(name string) *Process {
	for _, d := range m.Drivers {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// application is that of a driver, or nil.
func (m *Master) application(driver string) *Application {
	for _, a := range m.Apps {
		if a.Driver == driver {
			return a
		}
	}
	return nil
}

// registerWorker takes a worker, with what runs on it.
func (m *Master) registerWorker(c *actor.Context, from string, r RegisterWorker) {
	w := m.worker(from)
	switch {
	case w != nil && r.Life < w.Life: // it came late
		return
	case w != nil && r.Life == w.Life:
		c.Send(from, RegisteredWorker{})
		return
	case w != nil && w.Life > 0:
		m.lose(c, from)
		w = nil
	case w == nil && len(r.Drivers)+len(r.Executors) > 0:
		c.Send(from, Reconnect{})
		return
	}
	if w == nil {
		w = &Host{Name: from}
		m.Workers = append(m.Workers, w)
		m.Store.Workers = append(m.Store.Workers, from)
	}
	w.Life, w.Heard = r.Life, true
	c.Send(from, RegisteredWorker{})
	m.adopt(c, from, r)
	if m.Recovering && !slices.ContainsFunc(m.Workers, func(w *Host) bool { return w.Life == 0 }) {
		m.recovered(c)
	}
	m.schedule(c)
}

// check gives up workers that were silent since the last check.
func (m *Master) check(c *actor.Context) {
	for _, w := range slices.Clone(m.Workers) {
		if !w.Heard {
			m.lose(c, w.Name)
		}
		w.Heard = false
	}
	m.schedule(c)
}

// lose forgets a worker, with all that ran on it.
func (m *Master) lose(c *actor.Context, worker string) {
	m.Workers = slices.DeleteFunc(m.Workers, func(w *Host) bool { return w.Name == worker })
	m.Store.Workers = slices.DeleteFunc(m.Store.Workers, func(name string) bool { return name == worker })
	for _, a := range m.Apps {
		a.Executors = slices.DeleteFunc(a.Executors, func(e Placed) bool {
			if e.Worker == worker {
				c.Send(a.Driver, ExecutorLost{e.ID})
			}
			return e.Worker == worker
		})
	}
	for _, d := range m.Drivers {
		if d.On.Worker == worker {
			m.relaunch(c, d)
		}
	}
}

// relaunch lets a driver run anew; what it ran is over.
func (m *Master) relaunch(c *actor.Context, d *Process) {
	d.On = &Place{}
	m.finish(c, d.Name)
}

// finish ends the application of a driver.
func (m *Master) finish(c *actor.Context, driver string) {
	m.Store.Apps = slices.DeleteFunc(m.Store.Apps, func(f AppFile) bool { return f.Driver == driver })
	m.Apps = slices.DeleteFunc(m.Apps, func(a *Application) bool {
		if a.Driver != driver {
			return false
		}
		for _, e := range a.Executors {
			c.Send(e.Worker, KillExecutor{e.ID})
		}
		return true
	})
}

// registerApplication takes the application of a run of a driver. Where the answer is late, the driver asks again.
func (m *Master) registerApplication(c *actor.Context, driver string, run int) {
	a := m.application(driver)
	if a != nil && run < a.Run {
		return
	}
	if a != nil && run > a.Run {
		m.finish(c, driver)
		a = nil
	}
	if a == nil || m.bugs.StoreAgain {
		id := m.name(driver)
		m.Store.add(AppFile{id, driver, run})
		if a == nil {
			a = &Application{ID: id, Driver: driver, Run: run}
			m.Apps = append(m.Apps, a)
		}
	}
	c.Send(driver, RegisteredApplication{run, a.ID})
	m.schedule(c)
}

// name is a name for a new application.
func (m *Master) name(driver string) string {
	if m.bugs.StoreAgain {
		return fmt.Sprintf("%s-%d", driver, m.Second)
	}
	m.Number++
	return fmt.Sprintf("%s-%d-%d", driver, m.Second, m.Number)
}

// schedule gives drivers that run nowhere to the workers with the fewest, and each application an executor on each worker.
func (m *Master) schedule(c *actor.Context) {
	if m.Recovering {
		return
	}
	for _, d := range m.Drivers {
		if d.On.Worker == "" && len(m.Workers) > 0 {
			d.On.Worker = m.idlest()
			c.Send(d.On.Worker, LaunchDriver{d.Name})
		}
	}
	for _, a := range m.Apps {
		for _, w := range m.Workers {
			if !slices.ContainsFunc(a.Executors, func(e Placed) bool { return e.Worker == w.Name }) {
				m.Number++
				a.Executors = append(a.Executors, Placed{m.Number, w.Name})
				c.Send(w.Name, LaunchExecutor{Executor{m.Number, a.ID, a.Driver}})
			}
		}
	}
}

// idlest is the first of the workers with the fewest drivers.
func (m *Master) idlest() string {
	load := map[string]int{}
	for _, d := range m.Drivers {
		load[d.On.Worker]++
	}
	best := m.Workers[0].Name
	for _, w := range m.Workers {
		if load[w.Name] < load[best] {
			best = w.Name
		}
	}
	return best
}
