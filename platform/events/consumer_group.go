package events

import (
	"context"
	"errors"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/retry"
)

// queuedEvents bounds how many events of a partition are fetched ahead.
const queuedEvents = 16

// consumePartitions joins the group until ctx ends, and consumes the partitions that each generation
// of it assigns, each by itself: an event that is held up holds up no other partition. The next
// generation begins when all of these have ended.
func (c *Consumer) consumePartitions(ctx context.Context) error {
	dead := newWriter(c.config)
	defer dead.Close()
	group, err := kafka.NewConsumerGroup(kafka.ConsumerGroupConfig{
		ID: c.group, Brokers: c.config.Brokers, Dialer: c.config.dialer(), Topics: []string{c.topic},
		StartOffset: kafka.FirstOffset, WatchPartitionChanges: true,
		HeartbeatInterval: time.Second, JoinGroupBackoff: 200 * time.Millisecond,
		// A consumer that was killed is missed for a session; the shortest that brokers allow by
		// default.
		SessionTimeout: 6 * time.Second, RebalanceTimeout: 6 * time.Second,
	})
	if err != nil {
		return err
	}
	defer group.Close() // ends the generation, waits for its partitions and leaves
	var logged time.Time
	for {
		generation, err := group.Next(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil { // the group waits between its own attempts
			if !errors.Is(err, kafka.RebalanceInProgress) && time.Since(logged) >= logInterval {
				c.log.WarnContext(ctx, "joining the group failed", "topic", c.topic, "group", c.group, "error", err)
				logged = time.Now()
			}
			continue
		}
		for _, p := range generation.Assignments[c.topic] {
			generation.Start(func(ended context.Context) {
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				defer context.AfterFunc(ended, cancel)()
				c.consumePartition(ctx, generation, p, dead)
				<-ended.Done() // the generation ends with the first function that returns
			})
		}
	}
}

// consumePartition consumes the events of a partition in their order until ctx ends. One that is cut
// off is left to who has the partition next.
func (c *Consumer) consumePartition(ctx context.Context, g *kafka.Generation, p kafka.PartitionAssignment,
	dead *kafka.Writer) {
	reader := kafka.NewReader(kafka.ReaderConfig{
		Brokers: c.config.Brokers, Dialer: c.config.dialer(), Topic: c.topic, Partition: p.ID,
		MaxWait: 250 * time.Millisecond, QueueCapacity: queuedEvents, ReadLagInterval: -1, // none
	})
	defer reader.Close()
	if err := reader.SetOffset(p.Offset); err != nil {
		panic(err) // only of one that is closed
	}
	for {
		m, err := reader.FetchMessage(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			c.log.WarnContext(ctx, "fetching event failed", "topic", c.topic, "partition", p.ID, "error", err)
			continue // the reader waits between its own attempts
		}
		if err := c.consume(ctx, m, dead); err != nil {
			return // only when ctx ended; the event comes again
		}
		policy := retry.Policy{Backoff: minBackoff, Attempts: 3}
		err = retry.Call(ctx, policy, func(context.Context) error {
			return g.CommitOffsets(map[string]map[int]int64{c.topic: {p.ID: m.Offset + 1}})
		})
		if err != nil && ctx.Err() == nil {
			c.log.WarnContext(ctx, "committing offset failed", "topic", c.topic, "partition", p.ID, "error", err)
		}
	}
}
