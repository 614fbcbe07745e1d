package aiprovider

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		status int
		header map[string]string
		want   time.Duration
	}{
		"nothing":                 {429, nil, 0},
		"seconds":                 {429, map[string]string{"Retry-After": "20"}, 20 * time.Second},
		"seconds with a fraction": {503, map[string]string{"Retry-After": "0.25"}, 250 * time.Millisecond},
		"milliseconds come first": {429, map[string]string{"Retry-After": "2", "Retry-After-Ms": "1250"},
			1250 * time.Millisecond},
		"date, by the provider's clock": {429,
			map[string]string{"Retry-After": "Sun, 22 Nov 2026 11:30:40 GMT", "Date": "Sun, 22 Nov 2026 11:30:00 GMT"},
			40 * time.Second},
		"date, by ours": {429, map[string]string{"Retry-After": "Sun, 22 Nov 2026 12:01:00 GMT"},
			time.Minute},
		"date that is over": {429, map[string]string{"Retry-After": "Sun, 22 Nov 2026 11:00:00 GMT"}, 0},
		"negative":          {429, map[string]string{"Retry-After": "-3"}, 0},
		"a word":            {429, map[string]string{"Retry-After": "soon"}, 0},
		"not a number":      {429, map[string]string{"Retry-After": "NaN"}, 0},
		"forever":           {429, map[string]string{"Retry-After": "Inf"}, maxRetryAfter},
		"a year":            {429, map[string]string{"Retry-After": "31536000"}, maxRetryAfter},
		"exhausted limit": {429,
			map[string]string{"X-Ratelimit-Remaining-Requests": "0", "X-Ratelimit-Reset-Requests": "6m0s"},
			6 * time.Minute},
		"milliseconds of a limit": {429,
			map[string]string{"X-Ratelimit-Remaining-Tokens": "0", "X-Ratelimit-Reset-Tokens": "12ms"},
			12 * time.Millisecond},
		"number of a limit": {429,
			map[string]string{"X-Ratelimit-Remaining-Tokens": "0", "X-Ratelimit-Reset-Tokens": "7.66"},
			7660 * time.Millisecond},
		"longest of the exhausted limits": {429,
			map[string]string{"X-Ratelimit-Remaining-Requests": "0", "X-Ratelimit-Reset-Requests": "1s",
				"X-Ratelimit-Remaining-Images": "0", "X-Ratelimit-Reset-Images": "20s",
				"X-Ratelimit-Remaining-Tokens": "9", "X-Ratelimit-Reset-Tokens": "1h"}, 20 * time.Second},
		"limit that is not exhausted": {429,
			map[string]string{"X-Ratelimit-Remaining-Requests": "1", "X-Ratelimit-Reset-Requests": "1s"}, 0},
		"limit beside another refusal": {400,
			map[string]string{"X-Ratelimit-Remaining-Requests": "0", "X-Ratelimit-Reset-Requests": "1s"}, 0},
		"limit without an end": {429, map[string]string{"X-Ratelimit-Remaining-Requests": "0"}, 0},
		"negative limit": {429, map[string]string{"X-Ratelimit-Remaining-Requests": "0",
			"X-Ratelimit-Reset-Requests": "-1s"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			h := http.Header{}
			for name, value := range c.header {
				h.Set(name, value)
			}
			if got := retryAfter(c.status, h, func() time.Time { return now }); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

// Whatever headers say, the wait has bounds, and one that is said in plain seconds is kept.
func TestRetryAfterIsBounded(t *testing.T) {
	value := rapid.OneOf(rapid.String(), rapid.StringMatching(`-?[0-9]{1,30}(\.[0-9]{1,5})?(ms|s|m|h|d)?`),
		rapid.Custom(func(t *rapid.T) string {
			return time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "time"), 0).UTC().Format(http.TimeFormat)
		}))
	rapid.Check(t, func(t *rapid.T) {
		h := http.Header{"X-Ratelimit-Remaining-Requests": {"0"}}
		for _, name := range []string{"Retry-After", "Retry-After-Ms", "X-Ratelimit-Reset-Requests", "Date"} {
			h.Set(name, value.Draw(t, name))
		}
		if got := retryAfter(http.StatusTooManyRequests, h, time.Now); got < 0 || got > maxRetryAfter {
			t.Fatalf("got %v of %v", got, h)
		}
		seconds := rapid.IntRange(0, int(maxRetryAfter/time.Second)).Draw(t, "seconds")
		h = http.Header{"Retry-After": {strconv.Itoa(seconds)}}
		if got := retryAfter(http.StatusTooManyRequests, h, time.Now); got != time.Duration(seconds)*time.Second {
			t.Fatalf("got %v of %d seconds", got, seconds)
		}
	})
}
