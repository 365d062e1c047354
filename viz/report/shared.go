package report

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// shared is what executions have in common. Each thing is in it once, and has a number,
// in the order in which it first comes; executions and pictures refer to it by that number.
type shared struct {
	strings list[string]
	styles  list[string]
	rows    tuples // of tables: the tuple, then the first and last times at which it holds
	firings tuples // the time, whether the message is lost, the head, then the premises
}

// sharedData is all of it, as the script reads it.
type sharedData struct {
	Strings []string `json:"strings"`
	// Styles are attributes of SVG, each followed by its value.
	Styles  [][]string `json:"styles"`
	Rows    [][]int    `json:"rows"`
	Firings [][]int    `json:"firings"`
}

func (s *shared) data() sharedData {
	d := sharedData{Strings: s.strings.ordered(), Styles: [][]string{}, Rows: s.rows.list, Firings: s.firings.list}
	for _, style := range s.styles.ordered() {
		d.Styles = append(d.Styles, strings.Split(style, between))
	}
	return d
}

// between separates the attributes of a style.
const between = "\x00"

func (s *shared) style(attributes []string) int {
	return s.styles.number(strings.Join(attributes, between))
}

// list numbers things.
type list[T comparable] struct{ known map[T]int }

func (l *list[T]) number(x T) int {
	n, known := l.known[x]
	if !known {
		if l.known == nil {
			l.known = map[T]int{}
		}
		n = len(l.known)
		l.known[x] = n
	}
	return n
}

// ordered lists the things by their numbers.
func (l *list[T]) ordered() []T {
	all := make([]T, len(l.known))
	for x, n := range maps.All(l.known) {
		all[n] = x
	}
	return all
}

// tuples numbers lists of numbers.
type tuples struct {
	known list[string]
	list  [][]int
}

// bytes is about how much the data takes.
func (s *shared) bytes() int {
	const number = 6 // characters of one, with a comma
	n := 0
	for text := range s.strings.known {
		n += len(text) + 3
	}
	for _, list := range [][][]int{s.rows.list, s.firings.list} {
		for _, x := range list {
			n += number*len(x) + 2
		}
	}
	return n
}

func (t *tuples) number(x []int) int {
	var key []byte
	for _, n := range x {
		key = binary.AppendVarint(key, int64(n))
	}
	n := t.known.number(string(key))
	if n == len(t.list) {
		t.list = append(t.list, slices.Clone(x))
	}
	return n
}

// ranges writes numbers as stretches: the first of one, and how many follow each other. What
// executions have in common has numbers in a row.
func ranges(numbers []int) []int {
	stretches := []int{}
	for _, n := range numbers {
		if last := len(stretches) - 2; last >= 0 && stretches[last]+stretches[last+1] == n {
			stretches[last+1]++
		} else {
			stretches = append(stretches, n, 1)
		}
	}
	return stretches
}
