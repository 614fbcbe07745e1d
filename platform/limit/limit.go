// Package limit decides how often something may happen: GCRA over several buckets at once, in one round
// trip to Redis. Either all buckets are debited or none, exactly, with any number of racers.
package limit

import (
	"context"
	_ "embed" // the script
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// Rate is what one bucket lets through: Burst at once, and one more each Every. The zero Rate is no bound.
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
	Scope string // what kind of thing, for whoever counts refusals
	Rate  Rate
}

// Decision is the limiter's word on one request.
type Decision struct {
	Allowed bool
	Tight   Bucket        // that refused
	Wait    time.Duration // until a repeat may pass it
	Left    int           // how many more the fullest bucket lets through at once
}

//go:embed gcra.lua
var source string

var script = redis.NewScript(source)

// Limiter asks Redis.
type Limiter struct{ client redis.Scripter }

// New makes a limiter on a client. Give the client tight time-outs (see Options): a request must not
// wait for a Redis that is gone.
func New(client redis.Scripter) *Limiter { return &Limiter{client} }

// Options are client options for the Redis at url that fail within 0.1 s.
func Options(url string) (*redis.Options, error) {
	o, err := redis.ParseURL(url)
	if err != nil {
		return nil, errors.New("REDIS_URL is not a Redis address") // the cause would print the password
	}
	const tight = 100 * time.Millisecond
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout, o.PoolTimeout = tight, tight, tight, tight
	o.MaxRetries, o.DialerRetries = -1, 1
	o.ContextTimeoutEnabled = true
	o.DisableIdentity = true // servers before 7.2 answer it with an error, which is nobody's
	return o, nil
}

// Take debits every bucket, or none and says which refused. An error means that Redis did not answer;
// the debit may have happened, so Take must not be repeated.
func (l *Limiter) Take(ctx context.Context, buckets ...Bucket) (Decision, error) {
	keys := make([]string, len(buckets))
	args := make([]any, 0, 2*len(buckets))
	for i, b := range buckets {
		keys[i] = "{limit}:" + b.Key // one slot, so that a cluster runs the script too
		every := b.Rate.Every.Microseconds()
		args = append(args, every, every*int64(b.Rate.Burst))
	}
	answer, err := script.Run(ctx, l.client, keys, args...).Int64Slice()
	if err != nil {
		return Decision{}, fmt.Errorf("ask the limiter: %w", err)
	}
	tight, wait, left := answer[0], answer[1], answer[2]
	if tight == 0 {
		return Decision{Allowed: true, Left: int(left)}, nil
	}
	return Decision{Tight: buckets[tight-1], Wait: time.Duration(wait) * time.Microsecond}, nil
}
