package primarybackup

import "molly/node/actor"

// Data is what the service keeps: a register, and of each client the last request with its answer.
type Data struct {
	Value string
	Place int // how many requests were done
	Last  map[string]Reply
}

// do does a request, once.
func (d *Data) do(client string, r Request) {
	if r.Put != "" {
		d.Value = r.Put
	}
	last := map[string]Reply{client: {r.Number, d.Value}}
	for name, reply := range d.Last {
		if name != client {
			last[name] = reply
		}
	}
	d.Last = last
	d.Place++
}

// Pending is a request that the backup has not done yet.
type Pending struct {
	Client  string
	Request Request
}

// Server is a primary, a backup, or idle.
type Server struct {
	View    View     // that it knows
	Known   int      `molly:"stable"` // the number of the last view that it knew
	Data    Data     // only in memory
	Ready   bool     // it has the data of its view
	Fresh   bool     // it came to its view for the first time: a copy of an old transfer cannot be on its way
	Synced  bool     // of a primary: the backup has it, too
	Pending *Pending // of a primary

	bugs Bugs
}

// Start tells the monitor of itself.
func (s *Server) Start(c *actor.Context) { s.ping(c) }

// ping tells the monitor which view it has. A primary has a view when its backup has the data.
func (s *Server) ping(c *actor.Context) {
	number := s.View.Number
	switch {
	case s.primary(c) && s.bugs.EarlyAck:
	case s.View.Number > 0 && !s.idle(c) && !s.Ready:
		number = 0
	case s.primary(c) && s.View.Backup != "" && !s.Synced:
		number--
	}
	c.Send(monitor, Ping{number})
	c.Set("ping")
}

func (s *Server) primary(c *actor.Context) bool { return s.View.Primary == c.Name() }
func (s *Server) backup(c *actor.Context) bool  { return s.View.Backup == c.Name() }
func (s *Server) idle(c *actor.Context) bool    { return !s.primary(c) && !s.backup(c) }

// Timer pings, and sends again what the backup has not answered.
func (s *Server) Timer(c *actor.Context, _ string) {
	s.ping(c)
	s.push(c)
}

// push sends the backup what it lacks.
func (s *Server) push(c *actor.Context) {
	switch {
	case !s.primary(c) || !s.Ready || s.View.Backup == "":
	case !s.Synced:
		c.Send(s.View.Backup, Transfer{s.View.Number, s.Data})
	case s.Pending != nil:
		c.Send(s.View.Backup, Forward{s.View.Number, s.Pending.Client, s.Pending.Request, s.Data.Place + 1})
	}
}

// Message takes a message.
func (s *Server) Message(c *actor.Context, from string, message any) {
	switch m := message.(type) {
	case Current:
		s.enter(c, m.View)
	case Request:
		s.request(c, from, m)
	case Transfer:
		s.transfer(c, from, m)
	case Transferred:
		if s.primary(c) && m.Number == s.View.Number && from == s.View.Backup && !s.Synced {
			s.Synced = true
			s.ping(c)
		}
	case Forward:
		s.forward(c, from, m)
	case Forwarded:
		if s.Pending != nil && m.Number == s.View.Number && m.Place == s.Data.Place+1 {
			p := s.Pending
			s.Pending = nil
			s.serve(c, p.Client, p.Request)
		}
	}
}

// enter goes to a later view. Data that it has is that of the new view only if it had a part in the one before.
func (s *Server) enter(c *actor.Context, v View) {
	if v.Number <= s.View.Number {
		return
	}
	had := s.Ready && v.Number == s.View.Number+1
	first := v.Number == 1 && s.Known == 0
	promoted := s.bugs.EarlyAck && s.backup(c)
	s.View, s.Synced, s.Pending, s.Fresh = v, false, nil, v.Number > s.Known
	s.Known = max(s.Known, v.Number)
	s.Ready = s.primary(c) && (had || first || promoted)
	s.push(c)
	s.ping(c)
}

// request serves a client, after the backup has.
func (s *Server) request(c *actor.Context, from string, r Request) {
	if !s.primary(c) || !s.Ready || s.View.Backup != "" && !s.Synced {
		return
	}
	if last, ok := s.Data.Last[from]; ok && r.Number <= last.Number && !s.bugs.Twice {
		if r.Number == last.Number {
			c.Send(from, last)
		}
		return
	}
	if s.View.Backup == "" || s.bugs.LocalReads && r.Put == "" {
		s.serve(c, from, r)
	} else if s.Pending == nil { // one at a time; others ask again
		s.Pending = &Pending{from, r}
		s.push(c)
	}
}

// serve does a request, and answers it.
func (s *Server) serve(c *actor.Context, client string, r Request) {
	if s.bugs.LocalReads && r.Put == "" {
		c.Send(client, Reply{r.Number, s.Data.Value})
		return
	}
	s.Data.do(client, r)
	c.Send(client, s.Data.Last[client])
}

// transfer takes the data of the primary, unless it has done requests on top of them.
func (s *Server) transfer(c *actor.Context, from string, m Transfer) {
	if !s.backup(c) || !s.Fresh || m.Number != s.View.Number || from != s.View.Primary {
		return
	}
	if !s.Ready || s.bugs.LateTransfer {
		s.Data, s.Ready = m.Data, true
	}
	c.Send(from, Transferred{m.Number})
}

// forward does what the primary is about to do, in its order.
func (s *Server) forward(c *actor.Context, from string, m Forward) {
	if !s.backup(c) || !s.Ready || m.Number != s.View.Number || from != s.View.Primary {
		return
	}
	if m.Place == s.Data.Place+1 {
		s.Data.do(m.Client, m.Request)
	}
	if m.Place == s.Data.Place {
		c.Send(from, Forwarded{m.Number, m.Place})
	}
}
