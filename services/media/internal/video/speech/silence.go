package speech

import (
	"math"
	"time"
)

// Silence is a pause in a sound.
type Silence struct{ Start, End time.Duration }

// What a silence is: everything below -38 dB of full scale, for 120 ms.
const (
	silenceLevel  = -38 // dB
	silenceLength = 120 * time.Millisecond
)

// Silences finds the pauses of a sound, with those at its beginning and its end.
func Silences(samples []int16, rate int) (found []Silence) {
	quiet := int16(math.Pow(10, silenceLevel/20.0) * math.MaxInt16)
	from := 0
	end := func(to int) {
		if s := (Silence{Length(from, rate), Length(to, rate)}); s.End-s.Start >= silenceLength {
			found = append(found, s)
		}
	}
	for i, s := range samples {
		if s > quiet || s < -quiet {
			end(i)
			from = i + 1
		}
	}
	end(len(samples))
	return found
}

// Length returns the duration of so many samples.
func Length(samples, rate int) time.Duration {
	return time.Duration(samples) * time.Second / time.Duration(rate)
}
