// Package nearest finds the name that somebody may have meant.
package nearest

import "strings"

// Name gives the name that is most like the given one. Empty if all are too different.
func Name(given string, names []string) string {
	best, distance := "", max(len(given)/2, 1)+1
	for _, name := range names {
		if found := edits(strings.ToLower(given), strings.ToLower(name)); found < distance || found == distance && best != "" && name < best {
			best, distance = name, found
		}
	}
	return best
}

// edits is the number of letters to change, add or leave out.
func edits(one, other string) int {
	row := make([]int, len(other)+1)
	for index := range row {
		row[index] = index
	}
	for index := range one {
		diagonal := row[0]
		row[0] = index + 1
		for column := range other {
			above := row[column+1]
			cost := 1
			if one[index] == other[column] {
				cost = 0
			}
			row[column+1] = min(above+1, row[column]+1, diagonal+cost)
			diagonal = above
		}
	}
	return row[len(other)]
}
