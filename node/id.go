package node

import (
	"encoding/binary"
	"fmt"
	"strconv"
)

// ID names an event, a message or a timer by how it came about.
//
// The name of a message is made of the name of the event that sent it, its receiver, its type and
// its number among the messages of that event with this receiver and type. A timer is named likewise.
// The event that delivers or fires it has the name of the item. An event that comes from outside is
// named by what it is, and by its number among equal ones. So a name stands for a whole causal
// history, whatever else happens in between; it says nothing of the body of a message.
//
// The zero ID names nothing.
type ID uint64

// String writes 16 hexadecimal digits. So does JSON, for 64 bits do not fit into a number there.
func (id ID) String() string { return fmt.Sprintf("%016x", uint64(id)) }

// MarshalText writes the form of String.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads the form of String.
func (id *ID) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 64)
	if err != nil || len(text) != 16 {
		return fmt.Errorf("%q is no name of an event: it has 16 hexadecimal digits", text)
	}
	*id = ID(n)
	return nil
}

// Hash is an unseeded hash of some bytes (FNV-1a, with the mixing of MurmurHash3 at the end): the
// same in every process.
func Hash(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return scramble(h)
}

// HashString is Hash of the bytes of a string.
func HashString(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return scramble(h)
}

// Combine is a hash of some numbers, in order.
func Combine(parts ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, p := range parts {
		h = scramble(h*0xff51afd7ed558ccd + p)
	}
	return h
}

func scramble(h uint64) uint64 {
	h ^= h >> 33
	h *= 0xff51afd7ed558ccd
	h ^= h >> 33
	h *= 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// named is an ID of some parts; it is never zero.
func named(parts ...uint64) ID { return ID(max(1, Combine(parts...))) }

// Digest is a hash of a list of hashes, for nodes that keep one for each part of their state.
func Digest(parts []uint64) uint64 {
	b := make([]byte, 0, 8*len(parts))
	for _, p := range parts {
		b = binary.LittleEndian.AppendUint64(b, p)
	}
	return Hash(b)
}
