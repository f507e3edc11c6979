package cli

import "strings"

// longestTypo bounds the words that are compared: no name is nearly as long.
const longestTypo = 32

// nearest is the candidate that a misspelt word most likely means, or nothing.
func nearest(word string, candidates []string) string {
	if len(word) > longestTypo {
		return ""
	}
	best, bestDistance := "", 3 // more than two slips are a different word
	for _, c := range candidates {
		d := distance(strings.ToLower(word), c)
		if strings.HasPrefix(c, word) && len(strings.Trim(word, "-")) > 1 {
			d = 1 // an abbreviation
		}
		slips := 2
		if len(strings.TrimLeft(c, "-")) <= 4 {
			slips = 1 // half of a short word is a different one
		}
		if d <= slips && d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete, replace or swap with their
// neighbour to turn a into b.
func distance(a, b string) int {
	older, old, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		older, old, row = old, row, older
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
