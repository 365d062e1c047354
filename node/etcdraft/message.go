package etcdraft

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	pb "go.etcd.io/raft/v3/raftpb"

	"molly/node"
)

// Message is the body of a message. It is written in fewer words than protobuf needs.
type Message struct{ *pb.Message }

// sent is a message of raft, on its way.
func sent(m *pb.Message) node.Message {
	return node.Message{To: int(m.GetTo()) - 1, Type: kind(m.GetType()), Body: Message{m}, Key: key(m)}
}

// received is a message as a node gets it. Raft changes fields of a message that it forwards, and which entries it has, but
// never an entry: these are shared by all who have them.
func received(m *pb.Message) *pb.Message {
	return &pb.Message{
		Type: m.Type, To: m.To, From: m.From, Term: m.Term, LogTerm: m.LogTerm, Index: m.Index, Entries: slices.Clone(m.Entries),
		Commit: m.Commit, Vote: m.Vote, Snapshot: m.Snapshot, Reject: m.Reject, RejectHint: m.RejectHint, Context: m.Context,
		Responses: m.Responses,
	}
}

// kind is the name of a type of messages, such as App.
func kind(t pb.MessageType) string { return strings.TrimPrefix(t.String(), "Msg") }

// key hashes a message: all of it; and its type, whether it rejects, and the data of its entries.
func key(m *pb.Message) node.Key {
	reject := uint64(0)
	if m.GetReject() {
		reject = 1
	}
	bytes := node.Combine(uint64(m.GetType()), m.GetTerm(), m.GetLogTerm(), m.GetIndex(), m.GetCommit(), reject, m.GetRejectHint(), node.Hash(m.GetContext()))
	masked := node.Combine(uint64(m.GetType()), reject)
	for _, e := range m.GetEntries() {
		data := node.Hash(e.GetData())
		bytes = node.Combine(bytes, e.GetTerm(), e.GetIndex(), uint64(e.GetType()), data)
		masked = node.Combine(masked, uint64(e.GetType()), data)
	}
	if s := m.GetSnapshot(); s != nil {
		bytes = node.Combine(bytes, s.GetMetadata().GetIndex(), s.GetMetadata().GetTerm(), node.Hash(s.GetData()))
		masked = node.Combine(masked, node.Hash(s.GetData()))
	}
	return node.Key{Bytes: bytes, Masked: masked}
}

// written is the JSON of a message. To, from and the type are those of the item.
type written struct {
	To, From   uint64       `json:"-"`
	Term       uint64       `json:"term"`
	LogTerm    uint64       `json:"logTerm,omitempty"`
	Index      uint64       `json:"index,omitempty"`
	Commit     uint64       `json:"commit,omitempty"`
	Reject     bool         `json:"reject,omitempty"`
	RejectHint uint64       `json:"rejectHint,omitempty"`
	Entries    []entry      `json:"entries,omitempty"`
	Snapshot   *pb.Snapshot `json:"snapshot,omitempty"`
	Context    []byte       `json:"context,omitempty"`
	Peers      [2]uint64    `json:"peers"` // from, to
}

type entry struct {
	Term  uint64 `json:"term"`
	Index uint64 `json:"index"`
	Type  string `json:"type,omitempty"` // of a change of the configuration
	Data  string `json:"data,omitempty"`
}

// MarshalJSON writes a message for people.
func (m Message) MarshalJSON() ([]byte, error) {
	w := written{
		Term: m.GetTerm(), LogTerm: m.GetLogTerm(), Index: m.GetIndex(), Commit: m.GetCommit(), Reject: m.GetReject(),
		RejectHint: m.GetRejectHint(), Snapshot: m.GetSnapshot(), Context: m.GetContext(), Peers: [2]uint64{m.GetFrom(), m.GetTo()},
	}
	for _, e := range m.GetEntries() {
		x := entry{Term: e.GetTerm(), Index: e.GetIndex(), Data: string(e.GetData())}
		if e.GetType() != pb.EntryNormal {
			x.Type = e.GetType().String()
		}
		w.Entries = append(w.Entries, x)
	}
	return json.Marshal(w)
}

// decode reads a message that was changed by hand.
func decode(name string, body json.RawMessage) (any, error) {
	if name == Elect || name == Beat {
		return nil, fmt.Errorf("the timer %s has nothing to change", name)
	}
	number, ok := pb.MessageType_value["Msg"+name]
	if !ok {
		return nil, fmt.Errorf("raft has no message %s", name)
	}
	var w written
	if err := json.Unmarshal(body, &w); err != nil {
		return nil, err
	}
	t := pb.MessageType(number)
	m := &pb.Message{
		Type: &t, From: &w.Peers[0], To: &w.Peers[1], Term: &w.Term, LogTerm: &w.LogTerm, Index: &w.Index, Commit: &w.Commit,
		Reject: &w.Reject, RejectHint: &w.RejectHint, Snapshot: w.Snapshot, Context: w.Context,
	}
	for _, x := range w.Entries {
		kind := pb.EntryType(pb.EntryType_value[x.Type]) // "" is the normal one
		m.Entries = append(m.Entries, &pb.Entry{Term: &x.Term, Index: &x.Index, Type: &kind, Data: []byte(x.Data)})
	}
	return Message{m}, nil
}
