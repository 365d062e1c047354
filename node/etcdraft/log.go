package etcdraft

import (
	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"

	"molly/node"
)

// mirror is what an oracle knows of a log: of each entry its term and a hash. Entry i of the list has index
// first+i; what is before first was compacted.
type mirror struct {
	first   uint64
	prev    uint64 // the term of the entry before the first
	list    []ref
	changed uint64 // the first index at which the last step changed it; 0: nowhere
}

type ref struct {
	term uint64
	hash uint64 // of type and data
}

func (m *mirror) last() uint64 { return m.first + uint64(len(m.list)) - 1 }

// at returns the entry of an index, where the log has it.
func (m *mirror) at(index uint64) (ref, bool) {
	if index < m.first || index > m.last() {
		return ref{}, false
	}
	return m.list[index-m.first], true
}

// load reads all of a storage.
func (m *mirror) load(s *raft.MemoryStorage) {
	first, err := s.FirstIndex()
	must(err)
	*m = mirror{first: first}
	m.prev, err = s.Term(first - 1)
	must(err)
	m.append(entries(s))
	m.changed = first
}

// append adds entries, in the place of what is there from the first of them on.
func (m *mirror) append(entries []*pb.Entry) {
	for len(entries) > 0 && entries[0].GetIndex() < m.first {
		entries = entries[1:] // compacted
	}
	if len(entries) == 0 {
		return
	}
	from := entries[0].GetIndex()
	m.list = m.list[:from-m.first]
	for _, e := range entries {
		m.list = append(m.list, ref{e.GetTerm(), node.Combine(uint64(e.GetType()), node.Hash(e.GetData()))})
	}
	if m.changed == 0 || from < m.changed {
		m.changed = from
	}
}

// forget drops what is up to an index.
func (m *mirror) forget(index uint64) {
	if index < m.first {
		return
	}
	r, _ := m.at(index)
	m.list = append([]ref(nil), m.list[index-m.first+1:]...)
	m.first, m.prev = index+1, r.term
}
