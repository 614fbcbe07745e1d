package speech

import (
	"math"
	"slices"
	"time"
)

// alignToSilences finds the starts of words by the silences after sentences and commas; the words
// between two of those share the time by their lengths. With fewer silences than sentences only
// lengths are used.
func alignToSilences(words []string, silences []Silence, length time.Duration) []time.Duration {
	start, end, inner := trim(silences, length)
	breaks := guess(words, start, end)
	starts := make([]time.Duration, len(words))
	first, at := 0, start
	for _, b := range anchor(breaks, inner) {
		share(words[first:b.after+1], at, b.silence.Start, starts[first:])
		first, at = b.after+1, b.silence.End
	}
	share(words[first:], at, end, starts[first:])
	return starts
}

// trim removes the silences at both ends of a sound: it returns the bounds of the speech, and the
// silences between. The length may be rounded to milliseconds.
func trim(silences []Silence, length time.Duration) (start, end time.Duration, inner []Silence) {
	end = length
	for _, s := range silences {
		isLast := length-s.End < time.Millisecond
		switch {
		case s.Start == 0 && !isLast:
			start = s.End
		case isLast && s.Start > 0:
			end = s.Start
		case s.Start > 0:
			inner = append(inner, s)
		}
	}
	return start, end, inner
}

// rest is a pause that the text implies.
type rest struct {
	after    int           // the word that it follows
	at       time.Duration // where its middle should be, estimated by lengths alone
	sentence bool
	silence  Silence // where it is
}

// guess places the rests of a text by the lengths of its words.
func guess(words []string, start, end time.Duration) (rests []rest) {
	unit, at := float64(end-start)/lengthOf(words), float64(start)
	for i, w := range words[:max(len(words)-1, 0)] {
		at += spoken(w) * unit
		if p := pause(w); p > 0 {
			rests = append(rests, rest{after: i, at: time.Duration(at + p*unit/2), sentence: p == ofSentence})
		}
		at += pause(w) * unit
	}
	return rests
}

// The cost of a rest without a silence: a voice runs over commas more easily than over the ends of
// sentences.
const (
	skipSentence = 1.5 // seconds
	skipComma    = 0.4
)

// anchor assigns silences to rests, in order: preferably close and long ones. It returns none when
// the sound has fewer silences than the text has sentences, because then either is not what it
// seems.
func anchor(rests []rest, silences []Silence) (found []rest) {
	sentences := 0
	for _, r := range rests {
		if r.sentence {
			sentences++
		}
	}
	if len(silences) < sentences {
		return nil
	}
	// best[i][j] is the cost of the first i rests with the first j silences.
	best := make([][]float64, len(rests)+1)
	for i := range best {
		best[i] = make([]float64, len(silences)+1)
		for j := range best[i] {
			if i > 0 {
				best[i][j] = best[i-1][j] + skip(rests[i-1])
			}
			if j > 0 {
				best[i][j] = math.Min(best[i][j], best[i][j-1])
			}
			if i > 0 && j > 0 {
				best[i][j] = math.Min(best[i][j], best[i-1][j-1]+cost(rests[i-1], silences[j-1]))
			}
		}
	}
	found = make([]rest, 0, len(rests))
	for i, j := len(rests), len(silences); i > 0; {
		switch here := best[i][j]; {
		case here == best[i-1][j]+skip(rests[i-1]):
			i--
		case j > 0 && here == best[i][j-1]:
			j--
		default:
			i, j = i-1, j-1
			r := rests[i]
			r.silence = silences[j]
			found = append(found, r)
		}
	}
	slices.Reverse(found)
	return found
}

func skip(r rest) float64 {
	if r.sentence {
		return skipSentence
	}
	return skipComma
}

// cost is how badly a silence fits: its distance from the expected rest, less twice its length.
// Seconds.
func cost(r rest, s Silence) float64 {
	return math.Abs((s.Start+s.End-2*r.at).Seconds())/2 - 2*(s.End-s.Start).Seconds()
}

// share spreads words over a time by their lengths, and leaves room for pauses without a silence.
func share(words []string, from, to time.Duration, starts []time.Duration) {
	total, passed := lengthOf(words), 0.0
	for i, w := range words {
		starts[i] = from + time.Duration(passed/total*float64(to-from))
		passed += spoken(w) + pause(w)
	}
}

// lengthOf returns how long words take, with the pauses between them.
func lengthOf(words []string) (total float64) {
	for i, w := range words {
		total += spoken(w)
		if i+1 < len(words) {
			total += pause(w)
		}
	}
	return total
}
