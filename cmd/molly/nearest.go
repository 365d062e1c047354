package main

import "slices"

// nearest returns the candidate that a mistyped word probably means, or "": the first
// one in alphabetical order among those that the fewest edits lead to.
func nearest(word string, candidates []string) string {
	best, fewest := "", 1+(len(word)+1)/3
	for _, c := range slices.Sorted(slices.Values(candidates)) {
		if d := edits(word, c); d < fewest && c != word {
			best, fewest = c, d
		}
	}
	return best
}

// edits counts the insertions, deletions and replacements that turn a into b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
