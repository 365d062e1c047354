package etcdraft

import (
	"encoding/json"
	"fmt"
	"slices"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"

	"molly/node"
)

// The timers of a node.
const (
	Elect = "elect" // stand for election; set while the node does not lead
	Beat  = "beat"  // send heartbeats; set while it leads
)

// Node is one peer.
type Node struct {
	names   []string
	id      uint64
	size    uint64  // of a message: how many bytes of entries it has; 0: one entry
	storage storage // survives a crash
	raw     *raft.RawNode
	conf    *pb.ConfState
	applied []string // what the entries said that were applied since the start, but for empty ones
	lastIdx uint64   // the index of the last applied entry
	log     mirror
	status  raft.BasicStatus // after the last step
	effect  node.Effect
}

var _ node.Node = (*Node)(nil)

// start is the content of a start.
type start struct {
	Members []string `json:"members"` // the first configuration; none: the node followerSets to be added
}

// Start begins with a snapshot that says who the members are, as a cluster does that was set up by hand.
func (n *Node) Start(content json.RawMessage) node.Effect {
	var s start
	if content != nil {
		if err := json.Unmarshal(content, &s); err != nil {
			panic(fmt.Sprintf("the content of a start: %v", err))
		}
	}
	if s.Members == nil { // not before: the list that is read would be written into this one
		s.Members = n.names
	}
	var voters []uint64
	for _, name := range s.Members {
		voters = append(voters, n.number(name))
	}
	n.storage.found(voters)
	return n.boot()
}

// Restart begins with what storage has.
func (n *Node) Restart(lost bool) node.Effect {
	n.storage.crash(lost)
	return n.boot()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func (n *Node) number(name string) uint64 {
	i := slices.Index(n.names, name)
	if i < 0 {
		panic("there is no node " + name)
	}
	return uint64(i + 1)
}

// boot makes raft anew over the storage.
func (n *Node) boot() node.Effect {
	raw, err := raft.NewRawNode(&raft.Config{
		ID: n.id, Storage: n.storage.MemoryStorage, Logger: quiet{},
		ElectionTick: 1 << 30, HeartbeatTick: 1, // no timeout is reached: see the package's comment
		MaxSizePerMsg: n.size, MaxCommittedSizePerReady: 1 << 20, MaxInflightMsgs: 256,
	})
	must(err)
	n.raw, n.applied = raw, nil
	snapshot, err := n.storage.Snapshot()
	must(err)
	n.lastIdx, n.conf = 0, &pb.ConfState{}
	if m := snapshot.GetMetadata(); m.GetIndex() > 0 {
		n.install(snapshot)
	}
	n.log.load(n.storage.MemoryStorage)
	return n.step(func() error { return nil })
}

// install takes a snapshot for the state.
func (n *Node) install(s *pb.Snapshot) {
	n.conf, n.lastIdx, n.applied = s.GetMetadata().GetConfState(), s.GetMetadata().GetIndex(), nil
	if len(s.GetData()) > 0 {
		must(json.Unmarshal(s.GetData(), &n.applied))
	}
}

// Deliver steps a message.
func (n *Node) Deliver(_ int, m node.Message) node.Effect {
	body := received(m.Body.(Message).Message)
	return n.step(func() error { return n.raw.Step(body) })
}

// Fire fires a timer.
func (n *Node) Fire(t node.Timer) node.Effect {
	if t.Type == Beat {
		return n.step(func() error { n.raw.Tick(); return nil })
	}
	return n.step(n.raw.Campaign)
}

// step calls raft, and does all that follows.
func (n *Node) step(call func() error) node.Effect {
	n.effect = node.Effect{}
	if err := call(); err != nil {
		n.note("%v", err)
	}
	for n.raw.HasReady() {
		rd := n.raw.Ready()
		n.storage.write(&rd)
		if !raft.IsEmptySnap(rd.Snapshot) {
			n.install(rd.Snapshot)
			n.log.load(n.storage.MemoryStorage)
		}
		n.log.append(rd.Entries)
		for _, m := range rd.Messages {
			n.effect.Send = append(n.effect.Send, sent(m))
		}
		for _, e := range rd.CommittedEntries {
			n.apply(e)
		}
		n.raw.Advance(rd)
	}
	n.status = n.raw.BasicStatus()
	n.effect.Set, n.effect.Clear = followerSets, followerClears
	if n.leads() {
		n.effect.Set, n.effect.Clear = leaderSets, leaderClears
	}
	return n.effect
}

// The timers that a step sets, and those that it clears.
var (
	followerSets   = []node.Timer{{Type: Elect, Key: node.Key{Bytes: 1, Masked: 1}}}
	leaderSets     = []node.Timer{{Type: Beat, Key: node.Key{Bytes: 1, Masked: 1}}}
	followerClears = []string{Beat}
	leaderClears   = []string{Elect}
)

func (n *Node) leads() bool { return n.status.RaftState == raft.StateLeader }

func (n *Node) note(format string, args ...any) {
	n.effect.Notes = append(n.effect.Notes, fmt.Sprintf(format, args...))
}

// apply applies a committed entry.
func (n *Node) apply(e *pb.Entry) {
	n.lastIdx = e.GetIndex()
	switch e.GetType() {
	case pb.EntryConfChange:
		var change pb.ConfChange
		must(proto.Unmarshal(e.GetData(), &change))
		if n.deserts(&change) {
			change.NodeId = new(uint64(0)) // changes nothing; so does etcd
			n.note("the last voter stays")
		}
		n.conf = n.raw.ApplyConfChange(&change)
	case pb.EntryConfChangeV2:
		var change pb.ConfChangeV2
		must(proto.Unmarshal(e.GetData(), &change))
		n.conf = n.raw.ApplyConfChange(&change)
	default:
		if len(e.GetData()) > 0 {
			n.applied = append(n.applied, string(e.GetData()))
		}
	}
}

// deserts reports whether a change would leave no voter.
func (n *Node) deserts(change *pb.ConfChange) bool {
	voters := n.conf.GetVoters()
	return change.GetType() != pb.ConfChangeAddNode && len(voters) == 1 && voters[0] == change.GetNodeId()
}

// quiet is a logger that says nothing, but panics where raft says it must.
type quiet struct{}

func (quiet) Debug(...any)            {}
func (quiet) Debugf(string, ...any)   {}
func (quiet) Error(...any)            {}
func (quiet) Errorf(string, ...any)   {}
func (quiet) Info(...any)             {}
func (quiet) Infof(string, ...any)    {}
func (quiet) Warning(...any)          {}
func (quiet) Warningf(string, ...any) {}
func (quiet) Fatal(v ...any)          { panic(fmt.Sprint(v...)) }
func (quiet) Fatalf(f string, v ...any) {
	panic(fmt.Sprintf(f, v...))
}
func (quiet) Panic(v ...any) { panic(fmt.Sprint(v...)) }
func (quiet) Panicf(f string, v ...any) {
	panic(fmt.Sprintf(f, v...))
}
