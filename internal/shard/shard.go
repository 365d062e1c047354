// Package shard is the part of some work that one of several machines does.
package shard

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is a part of a list, for several machines that share it: everything is in exactly one of the shards 1 to Of, and no
// shard has two more than another. The zero Shard has all.
type Shard struct{ Index, Of int }

// Parse reads a shard, such as 2/4.
func Parse(text string) (s Shard, err error) {
	index, of, ok := strings.Cut(text, "/")
	if ok {
		s.Index, err = strconv.Atoi(index)
	}
	if ok && err == nil {
		s.Of, err = strconv.Atoi(of)
	}
	if !ok || err != nil {
		return Shard{}, fmt.Errorf("it must be of the form K/N, such as 2/4")
	}
	if s.Index < 1 || s.Index > s.Of {
		return Shard{}, fmt.Errorf("there are the shards 1/%d to %d/%d", max(s.Of, 1), max(s.Of, 1), max(s.Of, 1))
	}
	return s, nil
}

// String writes the shard as Parse reads it; the zero Shard is "".
func (s *Shard) String() string {
	if s.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Of)
}

// Set is Parse, for flags.
func (s *Shard) Set(text string) (err error) {
	*s, err = Parse(text)
	return err
}

// Type says what flags of it have.
func (s *Shard) Type() string { return "K/N" }

// First reports whether it is the one that does what needs to be done once.
func (s Shard) First() bool { return s.Index <= 1 }

// Has reports whether the i-th of a list, from 0, is in the shard.
func (s Shard) Has(i int) bool { return s.Of == 0 || i%s.Of == s.Index-1 }
