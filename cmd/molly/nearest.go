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

// edits counts the insertions, deletions, replacements and swaps of neighbours that
// turn a into b.
func edits(a, b string) int {
	table := make([][]int, len(a)+1) // by lengths of prefixes
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
				table[i][j] = i + j
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1]
			default:
				table[i][j] = 1 + min(table[i-1][j-1], table[i-1][j], table[i][j-1])
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], 1+table[i-2][j-2])
			}
		}
	}
	return table[len(a)][len(b)]
}
