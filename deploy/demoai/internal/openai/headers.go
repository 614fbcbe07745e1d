package openai

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// The limits that the headers state; nothing counts them.
const (
	limitRequests = 500
	limitTokens   = 200_000
)

// withHeaders sends what every answer of the provider has: the request's id and what is left of the
// rate limits.
func withHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Request-Id", "req_"+strings.ReplaceAll(uuid.NewString(), "-", ""))
		h.Set("Openai-Version", "2020-10-01")
		h.Set("X-Ratelimit-Limit-Requests", strconv.Itoa(limitRequests))
		h.Set("X-Ratelimit-Limit-Tokens", strconv.Itoa(limitTokens))
		h.Set("X-Ratelimit-Remaining-Requests", strconv.Itoa(limitRequests-1))
		h.Set("X-Ratelimit-Remaining-Tokens", strconv.Itoa(limitTokens-250))
		h.Set("X-Ratelimit-Reset-Requests", "120ms")
		h.Set("X-Ratelimit-Reset-Tokens", "75ms")
		next.ServeHTTP(w, r)
	})
}

// setRateLimitHeaders states that no request is left, and when the next one is served.
func setRateLimitHeaders(w http.ResponseWriter, reset time.Duration) {
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(reset.Seconds())))
	h.Set("X-Ratelimit-Remaining-Requests", "0")
	h.Set("X-Ratelimit-Reset-Requests", reset.String())
}
