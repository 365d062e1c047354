package etcdraft

import (
	"testing"

	pb "go.etcd.io/raft/v3/raftpb"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"molly/node"
)

func message(kind pb.MessageType, change func(*pb.Message)) *pb.Message {
	m := &pb.Message{Type: &kind, To: new(uint64(1)), From: new(uint64(2)), Term: new(uint64(3)), Index: new(uint64(4))}
	for _, data := range []string{"x", "y"} {
		m.Entries = append(m.Entries, &pb.Entry{Term: new(uint64(3)), Index: new(uint64(5)), Data: []byte(data)})
	}
	change(m)
	return m
}

// A masked key tells types, refusals and what entries say; terms and indexes differ in all bytes only.
func TestKeys(t *testing.T) {
	plain := key(message(pb.MsgApp, func(*pb.Message) {}))
	for _, c := range []struct {
		name          string
		change        func(*pb.Message)
		bytes, masked bool // differ
	}{
		{"nothing", func(*pb.Message) {}, false, false},
		{"term", func(m *pb.Message) { m.Term = new(uint64(9)) }, true, false},
		{"log term", func(m *pb.Message) { m.LogTerm = new(uint64(9)) }, true, false},
		{"index", func(m *pb.Message) { m.Index = new(uint64(9)) }, true, false},
		{"commit", func(m *pb.Message) { m.Commit = new(uint64(9)) }, true, false},
		{"reject hint", func(m *pb.Message) { m.RejectHint = new(uint64(9)) }, true, false},
		{"term of an entry", func(m *pb.Message) { m.Entries[0].Term = new(uint64(9)) }, true, false},
		{"index of an entry", func(m *pb.Message) { m.Entries[0].Index = new(uint64(9)) }, true, false},
		{"reject", func(m *pb.Message) { m.Reject = new(true) }, true, true},
		{"type", func(m *pb.Message) { m.Type = pb.MsgAppResp.Enum() }, true, true},
		{"data", func(m *pb.Message) { m.Entries[1].Data = []byte("z") }, true, true},
		{"fewer entries", func(m *pb.Message) { m.Entries = m.Entries[:1] }, true, true},
	} {
		got := key(message(pb.MsgApp, c.change))
		if (got.Bytes != plain.Bytes) != c.bytes || (got.Masked != plain.Masked) != c.masked {
			t.Errorf("%s: %v, %v", c.name, plain, got)
		}
		if got == (node.Key{}) {
			t.Errorf("%s: no key", c.name)
		}
	}
}

// A node gets all of a message, and what it changes is its own.
func TestReceived(t *testing.T) {
	m := message(pb.MsgApp, func(*pb.Message) {})
	r := m.ProtoReflect()
	for i := range r.Descriptor().Fields().Len() {
		f := r.Descriptor().Fields().Get(i)
		switch {
		case r.Has(f):
		case f.IsList():
			r.Mutable(f).List().AppendMutable()
		case f.Message() != nil:
			r.Mutable(f)
		case f.Kind() == protoreflect.BytesKind:
			r.Set(f, protoreflect.ValueOfBytes([]byte("b")))
		case f.Kind() == protoreflect.BoolKind:
			r.Set(f, protoreflect.ValueOfBool(true))
		default:
			r.Set(f, protoreflect.ValueOfUint64(7))
		}
	}
	got := received(m)
	if !proto.Equal(got, m) {
		t.Errorf("%v\n%v", got, m)
	}
	kept := proto.Clone(m)
	got.To, got.Entries[0] = new(uint64(9)), &pb.Entry{}
	if !proto.Equal(kept, m) {
		t.Errorf("%v\n%v", kept, m)
	}
}
