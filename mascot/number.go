package mascot

import (
	"math"
	"strconv"
)

// tenth writes a length with at most one decimal, which is finer than anyone sees and keeps the
// text short.
func tenth(v float64) string { return exact(math.Floor(v*10+0.5) / 10) }

// exact writes the shortest text that reads back as v.
func exact(v float64) string {
	if v == 0 {
		return "0" // also for minus zero
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// prng returns a small deterministic generator (mulberry32) of numbers in [0, 1). The same seed
// gives the same picture for ever, which the standard library's generators do not promise.
func prng(seed uint32) func() float64 {
	a := seed
	return func() float64 {
		a += 0x6d2b79f5
		t := (a ^ a>>15) * (a | 1)
		t ^= t + (t^t>>7)*(t|61)
		return float64(t^t>>14) / (1 << 32)
	}
}

// hash is FNV-1a over code points.
func hash(s string) uint32 {
	h := uint32(0x811c9dc5)
	for _, c := range s {
		h = (h ^ uint32(c)) * 0x01000193
	}
	return h
}
