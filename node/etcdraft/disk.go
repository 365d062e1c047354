package etcdraft

import (
	"fmt"

	"go.etcd.io/raft/v3"
	pb "go.etcd.io/raft/v3/raftpb"
)

// Disk says what stable storage does with what is written to it. Raft needs a sound one.
type Disk string

// The disks.
const (
	Sound  Disk = "sound"   // it keeps all
	Lazy   Disk = "lazy"    // a crash loses the last write, although it was confirmed
	NoVote Disk = "no-vote" // a crash loses for whom the node voted
)

// UnmarshalText reads the name of a disk.
func (d *Disk) UnmarshalText(text []byte) error {
	switch name := Disk(text); name {
	case Sound, Lazy, NoVote:
		*d = name
		return nil
	}
	return fmt.Errorf("there is no disk %q; there are %s, %s, %s", text, Sound, Lazy, NoVote)
}

// MarshalText writes the name of a disk; none is a sound one.
func (d Disk) MarshalText() ([]byte, error) {
	if d == "" {
		d = Sound
	}
	return []byte(d), nil
}

// storage is what survives a crash.
type storage struct {
	*raft.MemoryStorage
	disk   Disk
	before *raft.MemoryStorage // of a lazy disk: all but the last write
}

// found makes the storage of a node that begins with some members; without any it is empty.
func (s *storage) found(voters []uint64) {
	s.MemoryStorage, s.before = raft.NewMemoryStorage(), nil
	if len(voters) == 0 {
		return
	}
	conf := &pb.ConfState{Voters: voters}
	must(s.ApplySnapshot(&pb.Snapshot{Metadata: &pb.SnapshotMetadata{ConfState: conf, Index: new(uint64(1)), Term: new(uint64(1))}}))
	must(s.SetHardState(&pb.HardState{Term: new(uint64(1)), Vote: new(uint64(0)), Commit: new(uint64(1))}))
}

// write writes what raft has ready.
func (s *storage) write(rd *raft.Ready) {
	hard, snapshot := !raft.IsEmptyHardState(rd.HardState), !raft.IsEmptySnap(rd.Snapshot)
	if hard || snapshot || len(rd.Entries) > 0 {
		s.remember()
	}
	if hard {
		must(s.SetHardState(rd.HardState))
	}
	if snapshot {
		must(s.ApplySnapshot(rd.Snapshot))
	}
	must(s.Append(rd.Entries))
}

// compact takes a snapshot of the state that was reached with an entry, and forgets the log up to there.
func (s *storage) compact(index uint64, conf *pb.ConfState, data []byte) error {
	s.remember()
	if _, err := s.CreateSnapshot(index, conf, data); err != nil {
		return err
	}
	return s.Compact(index)
}

// crash loses what the disk loses, or all.
func (s *storage) crash(all bool) {
	switch {
	case all:
		s.found(nil)
	case s.before != nil:
		s.MemoryStorage, s.before = s.before, nil
	case s.disk == NoVote:
		h, _, err := s.InitialState()
		must(err)
		must(s.SetHardState(&pb.HardState{Term: new(h.GetTerm()), Commit: new(h.GetCommit())}))
	}
}

// remember keeps what a lazy disk has before a write.
func (s *storage) remember() {
	if s.disk != Lazy {
		return
	}
	hard, _, err := s.InitialState()
	must(err)
	snapshot, err := s.Snapshot()
	must(err)
	s.before = raft.NewMemoryStorage()
	must(s.before.ApplySnapshot(snapshot))
	must(s.before.SetHardState(hard))
	must(s.before.Append(entries(s.MemoryStorage)))
}

// entries are those of a storage.
func entries(s *raft.MemoryStorage) []*pb.Entry {
	first, err := s.FirstIndex()
	must(err)
	last, err := s.LastIndex()
	must(err)
	if last < first {
		return nil
	}
	list, err := s.Entries(first, last+1, 1<<62)
	must(err)
	return list
}
