package events

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/retry"
)

// A topic whose partitions have just been made, or move, has no leaders for a moment.
const (
	leaderAttempts = 100
	leaderBackoff  = 100 * time.Millisecond
)

// isTemporary reports whether a broker says that the same question may soon have an answer.
func isTemporary(err error) bool {
	var e kafka.Error
	return errors.As(err, &e) && e.Temporary()
}

// awaitLeaders returns where each partition of a topic begins and ends, as soon as all of them can
// be written and read.
func awaitLeaders(ctx context.Context, c Config, topic string) ([]kafka.PartitionOffsets, error) {
	policy := retry.Policy{Attempts: leaderAttempts, Backoff: leaderBackoff, RetryIf: isTemporary}
	return retry.Do(ctx, policy, func(ctx context.Context) ([]kafka.PartitionOffsets,
		error) {
		return partitionOffsets(ctx, c, topic)
	})
}

// partitionOffsets returns where each partition of a topic begins and ends, or
// kafka.UnknownTopicOrPartition.
func partitionOffsets(ctx context.Context, c Config, topic string) ([]kafka.PartitionOffsets, error) {
	metadata, err := newClient(c).Metadata(ctx, &kafka.MetadataRequest{Topics: []string{topic}})
	if err != nil {
		return nil, fmt.Errorf("read metadata of topic %s: %w", topic, err)
	}
	var ends []kafka.OffsetRequest
	for _, t := range metadata.Topics {
		if t.Error != nil {
			return nil, fmt.Errorf("read metadata of topic %s: %w", topic, t.Error)
		}
		for _, p := range t.Partitions {
			ends = append(ends, kafka.FirstOffsetOf(p.ID), kafka.LastOffsetOf(p.ID))
		}
	}
	offsets, err := newClient(c).ListOffsets(ctx,
		&kafka.ListOffsetsRequest{Topics: map[string][]kafka.OffsetRequest{topic: ends}})
	if err != nil {
		return nil, fmt.Errorf("list offsets of topic %s: %w", topic, err)
	}
	for _, p := range offsets.Topics[topic] {
		if p.Error != nil {
			return nil, fmt.Errorf("list offsets of topic %s: %w", topic, p.Error)
		}
	}
	return offsets.Topics[topic], nil
}
