package events

import (
	"context"
	"errors"
	"fmt"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/retry"
)

// resetOffsets moves the group to the beginning of each partition that it is beyond the end of, and
// returns how many there were. Such a partition was lost and made anew: a reader would wait until
// it is as long as it was, and pass over all events until then. Those that are applied twice are
// found in the inbox.
func (c *Consumer) resetOffsets(ctx context.Context) (moved int, err error) {
	extents, err := partitionOffsets(ctx, c.config, c.topic)
	if err != nil {
		return 0, err
	}
	committed, err := c.committedOffsets(ctx, extents)
	if err != nil {
		return 0, err
	}
	var first []kafka.OffsetCommit
	for _, p := range extents {
		if committed[p.Partition] > p.LastOffset {
			first = append(first, kafka.OffsetCommit{Partition: p.Partition, Offset: p.FirstOffset})
		}
	}
	if len(first) == 0 {
		return 0, nil
	}
	c.log.WarnContext(ctx, "resetting offsets beyond the end of the topic", "topic", c.topic, "group", c.group,
		"partitions", len(first))
	r, err := newClient(c.config).OffsetCommit(ctx, &kafka.OffsetCommitRequest{
		GroupID: c.group, GenerationID: -1, Topics: map[string][]kafka.OffsetCommit{c.topic: first},
	})
	if err != nil {
		return 0, fmt.Errorf("reset offsets of group %s: %w", c.group, err)
	}
	for _, p := range r.Topics[c.topic] {
		err = errors.Join(err, p.Error)
	}
	return len(first), err
}

// awaitOffsetReset does that as soon as the broker can. A group in which others are already is
// theirs to have rewound.
func (c *Consumer) awaitOffsetReset(ctx context.Context) {
	mayPass := func(err error) bool {
		var refused kafka.Error
		return !errors.As(err, &refused) || refused.Temporary()
	}
	_, err := retry.Do(ctx, retry.Policy{Backoff: leaderBackoff, RetryIf: mayPass}, c.resetOffsets)
	if err != nil && !mayPass(err) {
		c.log.WarnContext(ctx, "checking offsets against the topic failed", "topic", c.topic, "group", c.group, "error",
			err)
	}
}

// committedOffsets returns the offset that the group is at in each partition; -1, or nothing, where
// it has not been yet.
func (c *Consumer) committedOffsets(ctx context.Context, partitions []kafka.PartitionOffsets) (map[int]int64, error) {
	var ids []int
	for _, p := range partitions {
		ids = append(ids, p.Partition)
	}
	r, err := newClient(c.config).OffsetFetch(ctx,
		&kafka.OffsetFetchRequest{GroupID: c.group, Topics: map[string][]int{c.topic: ids}})
	if err == nil {
		err = r.Error
	}
	if errors.Is(err, kafka.GroupIdNotFound) { // the group has no member yet
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("fetch offsets of group %s: %w", c.group, err)
	}
	at := map[int]int64{}
	for _, p := range r.Topics[c.topic] {
		if p.Error != nil {
			return nil, fmt.Errorf("fetch offsets of group %s: %w", c.group, p.Error)
		}
		at[p.Partition] = p.CommittedOffset
	}
	return at, nil
}
