package aiprovider

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxRetryAfter bounds what a provider can ask for.
const maxRetryAfter = 24 * time.Hour

// retryAfter returns how long the provider wants to be left alone: by retry-after-ms, by
// Retry-After, or, when it was asked too often, by when the exhausted ones of its limits start
// again.
func retryAfter(status int, h http.Header, now func() time.Time) time.Duration {
	if d, ok := parseUnits(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return d
	}
	if d, ok := parseUnits(h.Get("Retry-After"), time.Second); ok {
		return d
	}
	if at, err := http.ParseTime(h.Get("Retry-After")); err == nil {
		from, err := http.ParseTime(h.Get("Date"))
		if err != nil {
			from = now()
		}
		return clampRetryAfter(at.Sub(from))
	}
	if status == http.StatusTooManyRequests {
		return longestReset(h)
	}
	return 0
}

// longestReset is the longest wait of the limits of which nothing remains.
func longestReset(h http.Header) (longest time.Duration) {
	const remaining, reset = "X-Ratelimit-Remaining-", "X-Ratelimit-Reset-"
	for name := range h {
		limit, ok := strings.CutPrefix(name, remaining)
		if !ok || h.Get(name) != "0" {
			continue
		}
		value := h.Get(reset + limit)
		if d, err := time.ParseDuration(value); err == nil {
			longest = max(longest, clampRetryAfter(d))
		} else if d, ok := parseUnits(value, time.Second); ok {
			longest = max(longest, d)
		}
	}
	return longest
}

// parseUnits reads a number of units, which may have a fraction.
func parseUnits(value string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsNaN(n) {
		return 0, false
	}
	if n > float64(maxRetryAfter/unit) {
		return maxRetryAfter, true
	}
	return clampRetryAfter(time.Duration(max(n, 0) * float64(unit))), true
}

func clampRetryAfter(d time.Duration) time.Duration { return min(max(d, 0), maxRetryAfter) }
