// Package nearest finds the word that was probably meant. It imports nothing, and any
// package that reports an unknown word may use it.
package nearest

import "slices"

// Word returns the candidate that a mistyped word probably means, or "" where none is
// close: the one that the fewest edits lead to, of several the first in alphabetical
// order. An edit inserts, deletes or replaces a byte, or swaps two neighbours; a third of
// the word's bytes is close.
func Word(word string, candidates []string) string {
	best, fewest := "", 1+(len(word)+1)/3
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if c == word {
			continue
		}
		if d := distance(word, c, fewest); d < fewest {
			best, fewest = c, d
		}
	}
	return best
}

// Question asks, on a line of its own, whether a near word was meant; where there is none, nothing.
func Question(near string) string {
	if near == "" {
		return ""
	}
	return "\nDid you mean " + near + "?"
}

// distance counts the edits that turn a into b; it gives limit where they would be more.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	before, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row, next = row, next, before
	}
	return min(row[len(b)], limit)
}
