// Package limit decides how often something may happen: GCRA over several buckets at once, in one
// round trip to Redis, or to the node of a Redis Cluster that has the subject. Either all buckets
// are debited or none, exactly, with any number of racers.
package limit

import (
	"context"
	_ "embed" // the script
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// Rate is what one bucket lets through: Burst at once, and one more each Every. The zero Rate is no
// bound.
type Rate struct {
	Every time.Duration
	Burst int
}

// UnmarshalJSON reads {"every": "10m", "burst": 3}; both must be above zero.
func (r *Rate) UnmarshalJSON(b []byte) error {
	var text struct {
		Every string `json:"every"`
		Burst int    `json:"burst"`
	}
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	every, err := time.ParseDuration(text.Every)
	if err != nil || every <= 0 || text.Burst <= 0 {
		return fmt.Errorf("not a rate: %s", b)
	}
	*r = Rate{Every: every, Burst: text.Burst}
	return nil
}

// Bucket is one thing that is counted, such as a device on a route.
type Bucket struct {
	Key   string
	Scope string // the kind of key, for metrics of refusals
	Rate  Rate
}

// Decision is the limiter's decision about one request.
type Decision struct {
	Allowed    bool
	RefusedBy  Bucket        // that refused
	RetryAfter time.Duration // until a repeat may pass it
	Remaining  int           // how many more the fullest bucket lets through at once
}

//go:embed gcra.lua
var gcraSource string

var gcraScript = redis.NewScript(gcraSource)

// Limiter asks Redis.
type Limiter struct {
	Client  redis.UniversalClient // of Open, to be instrumented and closed by the caller
	timeout time.Duration
}

// action is what the script does to the buckets.
type action string

const (
	allow  action = "allow"
	peek   action = "peek"
	refund action = "refund"
)

// grant is what one bucket gave.
type grant struct{ tokens, left int }

// run does the action to all buckets of the subject in one round trip. Allow debits every bucket, or
// none and says which refused; peek decides as allow would and debits nothing; refund gives back what
// one allow debited, and is always allowed. The buckets are the subject's: those of one subject are on
// one node of a cluster, which decides over all of them at once, and a key counts for that subject
// alone. An error means that Redis did not answer; the debit may have happened, so it must not be
// repeated.
func (l *Limiter) run(ctx context.Context, do action, subject string, buckets []Bucket) (Decision, error) {
	d, _, err := l.request(ctx, do, subject, buckets, func(Rate) int { return 1 })
	return d, err
}

// request does the action with so many tokens of each bucket, as many as it has: one at least, or it
// refuses.
func (l *Limiter) request(
	ctx context.Context, do action, subject string, buckets []Bucket, wanted func(Rate) int,
) (Decision, []grant, error) {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	keys := make([]string, len(buckets))
	args := make([]any, 0, 3*len(buckets)+1)
	for i, b := range buckets {
		keys[i] = redisKey(subject, b)
		every := b.Rate.Every.Microseconds()
		args = append(args, every, every*int64(b.Rate.Burst), wanted(b.Rate))
	}
	answer, err := gcraScript.Run(ctx, l.Client, keys, append(args, string(do))...).Int64Slice()
	if err != nil {
		return Decision{}, nil, fmt.Errorf("rate limiter: %w", err)
	}
	if tight := answer[0]; tight > 0 {
		wait := time.Duration(answer[1]) * time.Microsecond
		return Decision{RefusedBy: buckets[tight-1], RetryAfter: wait}, nil, nil
	}
	taken := make([]grant, len(buckets))
	for i := range taken {
		taken[i] = grant{tokens: int(answer[2+2*i]), left: int(answer[3+2*i])}
	}
	fullest := slices.MinFunc(taken, func(a, b grant) int { return a.left - b.left })
	return Decision{Allowed: true, Remaining: fullest.left}, taken, nil
}

// redisKey is where Redis has a bucket. Its rate is a part of it: while a new limit reaches one gateway after the
// other, none counts by what another one allows. What is in braces says in which slot, so all buckets of a subject
// are in one.
func redisKey(subject string, b Bucket) string {
	return "limit:{" + subject + "}:" + b.Key + ":" + strconv.Itoa(b.Rate.Burst) + ":" + b.Rate.Every.String()
}
