package events

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/retry"
)

// The bounds of one question of a follower: how long the broker may wait for something to answer,
// how long the follower waits for the answer, and how much that may have.
const (
	followWait    = 500 * time.Millisecond
	followTimeout = 5 * time.Second
	followBytes   = 1 << 20
	// followFresh is for how long a follower without an answer may still have everything.
	followFresh = 2 * followTimeout
)

// Notice is an event of a topic of notices, at its place there.
type Notice struct {
	Event
	Offset int64
}

// Follower reads the notices of a topic, each follower all of them: it is in no consumer group and
// commits nothing. A notice is given to each at most once, and lost for those who are away for
// longer than the topic keeps it.
type Follower struct {
	log     *slog.Logger
	config  Config
	topic   string
	history int64
	reached atomic.Int64 // Unix nanoseconds of the broker's last answer
}

// NewFollower makes a follower that begins with so many of the notices before now.
func NewFollower(log *slog.Logger, c Config, topic string, history int64) *Follower {
	return &Follower{log: log, config: c, topic: topic, history: history}
}

// IsCurrent reports whether the broker answered a moment ago, so that nothing was missed.
func (f *Follower) IsCurrent() bool {
	return time.Since(time.Unix(0, f.reached.Load())) < followFresh
}

// Run calls begin with the offset that it begins at, and then apply with each notice, until ctx ends.
// When notices are lost, or the topic was made anew, it begins again.
func (f *Follower) Run(ctx context.Context, begin func(offset int64), apply func(Notice)) error {
	next := int64(-1)
	policy := retry.Policy{
		Backoff:   pollInterval,
		RetryIf:   func(error) bool { return ctx.Err() == nil },
		OnFailure: func(err error) { f.log.WarnContext(ctx, "following failed", "topic", f.topic, "error", err) },
	}
	for ctx.Err() == nil {
		_ = retry.Call(ctx, policy, func(ctx context.Context) (err error) {
			if next < 0 {
				if next, err = f.start(ctx); err != nil {
					return err
				}
				begin(next)
			}
			next, err = f.fetch(ctx, next, apply)
			return err
		})
	}
	return nil
}

// start returns the offset of the first notice to read. It makes the topic when it is missing: a
// follower may be deployed first.
func (f *Follower) start(ctx context.Context) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, followTimeout)
	defer cancel()
	if err := ensureTopics(ctx, f.config, noticeShape, []string{f.topic}); err != nil {
		return -1, err
	}
	ends, err := partitionOffsets(ctx, f.config, f.topic)
	if err != nil {
		return -1, err
	}
	if len(ends) != 1 {
		return -1, fmt.Errorf("topic %s has %d partitions in place of one", f.topic, len(ends))
	}
	return max(ends[0].FirstOffset, ends[0].LastOffset-f.history), nil
}

// fetch applies the notices from next on that are there, or come within followWait, and returns the
// offset after these: -1 to begin again.
func (f *Follower) fetch(ctx context.Context, next int64, apply func(Notice)) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, followTimeout)
	defer cancel()
	answer, err := newClient(f.config).Fetch(ctx, &kafka.FetchRequest{Topic: f.topic, Offset: next, MinBytes: 1,
		MaxBytes: followBytes, MaxWait: followWait})
	if err == nil {
		err = answer.Error
	}
	if errors.Is(err, kafka.OffsetOutOfRange) || errors.Is(err, kafka.UnknownTopicOrPartition) {
		return -1, fmt.Errorf("fetch topic %s at %d: %w", f.topic, next, err)
	}
	if err != nil {
		return next, fmt.Errorf("fetch topic %s: %w", f.topic, err)
	}
	for {
		record, err := answer.Records.ReadRecord()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return next, fmt.Errorf("read topic %s: %w", f.topic, err)
		}
		if record.Offset < next {
			continue // a batch is sent as a whole
		}
		value, err := kafka.ReadAll(record.Value)
		if err != nil {
			return next, fmt.Errorf("read topic %s: %w", f.topic, err)
		}
		apply(Notice{Offset: record.Offset,
			Event: fromMessage(kafka.Message{Topic: f.topic, Value: value, Headers: record.Headers})})
		next = record.Offset + 1
	}
	f.reached.Store(time.Now().UnixNano())
	return next, nil
}
