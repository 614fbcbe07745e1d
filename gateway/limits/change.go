package limits

import (
	"maps"
	"slices"
)

// Changed returns the kinds that have other figures in two configs, in order.
func Changed(from, to Config) (kinds []Kind) {
	for _, kind := range slices.Sorted(maps.Keys(to)) {
		if from[kind] != to[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}
