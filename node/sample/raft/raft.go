// Package raft is Raft as Go actors: elections, replication, and changes of the members by one server at a time
// (Ongaro's dissertation, chapters 3 and 4), with one switch for each of some bugs.
//
// The timers "election" and "heartbeat" may fire at any time. Commands: Request, AddServer, RemoveServer.
package raft

import (
	"slices"

	"molly/node/actor"
)

// The roles of a server.
const (
	Follower  = "follower"
	Candidate = "candidate"
	Leader    = "leader"
)

// Server is one server.
type Server struct {
	Term  int      `json:"term" molly:"stable"`
	Voted string   `json:"voted" molly:"stable"` // for whom, in this term
	Log   []Entry  `json:"log" molly:"stable"`
	First []string `json:"first" molly:"stable"` // the members that the server was started with

	Role   string         `json:"role"`
	Commit int            `json:"commit"`          // the last index that is known to be committed
	Votes  []string       `json:"votes,omitempty"` // of a candidate: who voted for it
	Match  map[string]int `json:"match,omitempty"` // of a leader: up to where each follower agrees
	Next   map[string]int `json:"next,omitempty"`  // of a leader: what is sent next

	changed int // the first index at which this step has changed the log; 0: none
	bugs    Bugs
}

// Members are the members of the latest configuration in the log, committed or not.
func (s *Server) Members() []string {
	for i := len(s.Log) - 1; i >= 0; i-- {
		if s.Log[i].Members != nil {
			return s.Log[i].Members
		}
	}
	return s.First
}

func (s *Server) last() (index, term int) {
	if n := len(s.Log); n > 0 {
		return n, s.Log[n-1].Term
	}
	return 0, 0
}

// term is the term of an entry; 0 before the first.
func (s *Server) term(index int) int {
	if index == 0 {
		return 0
	}
	return s.Log[index-1].Term
}

// write puts entries into the log in the place of what it has from an index on.
func (s *Server) write(index int, entries ...Entry) {
	s.Log = append(s.Log[:index-1], entries...)
	if s.changed == 0 || index < s.changed {
		s.changed = index
	}
}

// quorum reports whether some servers are a majority of the members.
func (s *Server) quorum(list []string) bool {
	n, members := 0, s.Members()
	for _, name := range list {
		if slices.Contains(members, name) {
			n++
		}
	}
	return 2*n > len(members)
}

// Start takes the names of the first members; a server without waits to be added.
func (s *Server) Start(c *actor.Context) {
	c.Content(&s.First)
	s.follow(c, 0)
}

// Restart goes on with what is stable.
func (s *Server) Restart(c *actor.Context) { s.follow(c, s.Term) }

// follow becomes a follower in a term.
func (s *Server) follow(c *actor.Context, term int) {
	if term > s.Term {
		s.Voted = ""
	}
	s.Term = max(s.Term, term)
	s.Role, s.Votes, s.Match, s.Next = Follower, nil, nil, nil
	c.Clear("heartbeat")
	c.Clear("retry")
	c.Set("election")
}

// Timer stands for election, or sends heartbeats.
func (s *Server) Timer(c *actor.Context, name string) {
	s.changed = 0
	switch name {
	case "election":
		c.Set("election")
		if slices.Contains(s.Members(), c.Name()) {
			s.Role, s.Term, s.Voted, s.Votes = Candidate, s.Term+1, c.Name(), []string{c.Name()}
			s.stand(c)
		}
	case "heartbeat":
		s.replicate(c)
		c.Set("heartbeat")
	case "retry":
		s.stand(c)
	}
}

// stand asks all for their votes.
func (s *Server) stand(c *actor.Context) {
	if s.bugs.DuplicateVotes {
		c.Set("retry")
	}
	index, term := s.last()
	for _, name := range s.Members() {
		if name != c.Name() {
			c.Send(name, RequestVote{s.Term, index, term})
		}
	}
	s.elected(c)
}

// elected lets a candidate lead that has a majority.
func (s *Server) elected(c *actor.Context) {
	enough := s.quorum(s.Votes)
	if s.bugs.DuplicateVotes {
		enough = 2*len(s.Votes) > len(s.Members())
	}
	if s.Role != Candidate || !enough {
		return
	}
	s.Role, s.Votes = Leader, nil
	c.Clear("election")
	c.Clear("retry")
	c.Set("heartbeat")
	c.Note("leads term %d", s.Term)
	if s.bugs.SelfInit {
		c.Send(c.Name(), Led{s.Term})
		return
	}
	s.lead(c)
}

// lead sets up the progress of the followers.
func (s *Server) lead(c *actor.Context) {
	s.Match, s.Next = map[string]int{}, map[string]int{}
	for _, name := range c.Nodes() {
		s.Match[name], s.Next[name] = 0, len(s.Log)+1
	}
	if s.bugs.EarlyReconfig {
		s.replicate(c)
		return
	}
	s.append(c, Entry{})
}

// append adds an entry to the leader's log, and replicates it.
func (s *Server) append(c *actor.Context, e Entry) {
	if s.Match == nil {
		panic("a leader that does not know its followers")
	}
	e.Term = s.Term
	s.write(len(s.Log)+1, e)
	s.Match[c.Name()] = len(s.Log)
	s.replicate(c)
	s.advance(c)
}

// replicate sends each follower what it lacks.
func (s *Server) replicate(c *actor.Context) {
	for _, name := range s.Members() {
		if name == c.Name() || s.Next == nil {
			continue
		}
		prev := s.Next[name] - 1
		c.Send(name, Append{s.Term, prev, s.term(prev), s.Log[prev:], s.Commit})
	}
}

// advance commits what a majority has, in the leader's own term.
func (s *Server) advance(c *actor.Context) {
	for index := len(s.Log); index > s.Commit; index-- {
		if s.term(index) == s.Term && s.agreed(index) {
			s.Commit = index
			if !slices.Contains(s.Members(), c.Name()) {
				c.Note("removed, and steps down")
				s.follow(c, s.Term)
			}
			return
		}
	}
}

// agreed reports whether an index is committed.
func (s *Server) agreed(index int) bool {
	var have []string
	for _, name := range s.Members() {
		if s.Match[name] >= index {
			have = append(have, name)
		}
	}
	if !s.bugs.ModeCommit {
		return s.quorum(have)
	}
	count := map[int]int{}
	for _, name := range s.Members() {
		count[s.Match[name]]++
	}
	for _, other := range count {
		if count[index] == 0 || other > count[index] {
			return false
		}
	}
	return true
}

// Message takes a message.
func (s *Server) Message(c *actor.Context, from string, message any) {
	s.changed = 0
	switch m := message.(type) {
	case RequestVote:
		s.vote(c, from, m)
	case Vote:
		s.voted(c, from, m)
	case Append:
		s.appendFrom(c, from, m)
	case Appended:
		s.appended(c, from, m)
	case Led:
		if s.Role == Leader && m.Term == s.Term {
			s.lead(c)
		}
	}
}

func (s *Server) vote(c *actor.Context, from string, m RequestVote) {
	stood := s.Role == Candidate
	if m.Term > s.Term {
		s.follow(c, m.Term)
	}
	index, term := s.last()
	fresh := m.LastTerm > term || m.LastTerm == term && m.LastIndex >= index
	granted := m.Term == s.Term && (s.Voted == "" || s.Voted == from) && fresh && s.Role == Follower
	if granted && !(s.bugs.ForgetVote && stood) {
		s.Voted = from
	}
	c.Send(from, Vote{s.Term, granted})
}

func (s *Server) voted(c *actor.Context, from string, m Vote) {
	switch {
	case m.Term > s.Term:
		s.follow(c, m.Term)
	case s.Role != Candidate || !m.Granted || m.Term < s.Term && !s.bugs.OldVotes:
	case s.bugs.DuplicateVotes || !slices.Contains(s.Votes, from):
		s.Votes = append(s.Votes, from)
		s.elected(c)
	}
}

func (s *Server) appendFrom(c *actor.Context, from string, m Append) {
	if m.Term < s.Term {
		c.Send(from, Appended{s.Term, false, 0})
		return
	}
	if m.Term > s.Term || s.Role != Follower {
		s.follow(c, m.Term)
	}
	agrees := m.PrevIndex <= len(s.Log) && s.term(m.PrevIndex) == m.PrevTerm
	if s.bugs.ZeroPrev && m.PrevIndex == 1 {
		agrees = len(s.Log) > 0
	}
	if !agrees {
		c.Send(from, Appended{s.Term, false, min(m.PrevIndex-1, len(s.Log))})
		return
	}
	for i, e := range m.Entries {
		index := m.PrevIndex + i + 1
		if index > len(s.Log) || s.term(index) != e.Term {
			s.write(index, e)
		}
	}
	match := m.PrevIndex + len(m.Entries)
	if s.bugs.Truncate && match < len(s.Log) {
		s.write(match + 1)
	}
	s.Commit = max(s.Commit, min(m.Commit, match))
	c.Send(from, Appended{s.Term, true, match})
}

func (s *Server) appended(c *actor.Context, from string, m Appended) {
	switch {
	case m.Term > s.Term:
		s.follow(c, m.Term)
	case s.Role != Leader || m.Term < s.Term || s.Match == nil:
	case m.OK:
		s.Match[from] = max(s.Match[from], m.Match)
		s.Next[from] = max(s.Next[from], m.Match+1)
		s.advance(c)
	default:
		s.Next[from] = max(s.Match[from]+1, min(s.Next[from], m.Match+1))
	}
}

// Command takes a request, or a change of the members.
func (s *Server) Command(c *actor.Context, command any) {
	s.changed = 0
	if s.Role != Leader {
		c.Note("does not lead")
		return
	}
	switch m := command.(type) {
	case Request:
		s.append(c, Entry{Data: m.Data})
	case AddServer:
		s.change(c, m.Server, true)
	case RemoveServer:
		s.change(c, m.Server, false)
	}
}

// change changes the members by one, unless a change is under way.
func (s *Server) change(c *actor.Context, server string, add bool) {
	if s.Match == nil {
		panic("a leader that does not know its followers")
	}
	for index := s.Commit + 1; index <= len(s.Log); index++ {
		if s.Log[index-1].Members != nil {
			c.Note("another change is under way")
			return
		}
	}
	if !s.bugs.EarlyReconfig && s.term(s.Commit) != s.Term {
		c.Note("no entry of this term is committed yet")
		return
	}
	members := slices.Clone(s.Members())
	if i := slices.Index(members, server); add && i < 0 && slices.Contains(c.Nodes(), server) {
		members = append(members, server)
	} else if !add && i >= 0 && len(members) > 1 {
		members = slices.Delete(members, i, i+1)
	} else {
		c.Note("nothing to change")
		return
	}
	s.append(c, Entry{Members: members})
}
