package events

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/postgres"
)

// DeadLetterTopic is the topic in which a group parks what it cannot handle.
func DeadLetterTopic(topic, group string) string { return topic + "." + group + ".dlq" }

// deadLetterBatch is how many dead letters are looked up in the inbox, and kept in memory, at a time.
const deadLetterBatch = 100

// DeadLetter is an event that a group gave up and that has had no effect since. Its event's place
// in the inbox says so, so a letter that was replayed, or came through another way, is none any
// more.
type DeadLetter struct {
	ID     string // of the event; empty when the message was no event at all
	Topic  string
	Group  string
	Type   string
	Key    string
	Time   time.Time // of the event
	Reason string    // why it was given up

	Position DeadLetterPosition

	event Event
}

// DeadLetterPosition is a place among the dead letters of a group; the zero value is their beginning.
type DeadLetterPosition struct {
	Partition int
	Offset    int64
}

// DeadLetters returns the open dead letters of the group from a position on, partition after
// partition, those of each oldest first. An event that was parked again comes again, with its last
// reason. Payloads of one batch are in memory at a time. Their topic keeps them for 7 days.
func (c *Consumer) DeadLetters(ctx context.Context, from DeadLetterPosition) iter.Seq2[DeadLetter, error] {
	return func(yield func(DeadLetter, error) bool) {
		for messages, err := range readTopic(ctx, c.config, c.DeadLetterTopic(), from) {
			var open []DeadLetter
			if err == nil {
				open, err = c.filterOpen(ctx, messages)
			}
			if err != nil {
				yield(DeadLetter{}, err)
				return
			}
			for _, l := range open {
				if !yield(l, nil) {
					return
				}
			}
		}
	}
}

// DeadLetterTopic is the topic of DeadLetters.
func (c *Consumer) DeadLetterTopic() string { return DeadLetterTopic(c.topic, c.group) }

// filterOpen returns the dead letters whose event has no place in the inbox.
func (c *Consumer) filterOpen(ctx context.Context, messages []kafka.Message) (open []DeadLetter, err error) {
	letters := make([]DeadLetter, 0, len(messages))
	var ids []string
	for _, m := range messages {
		e := fromMessage(m)
		e.Topic = c.topic
		if uuid.Validate(e.ID) == nil { // anything else has no place in an inbox
			ids = append(ids, e.ID)
		}
		letters = append(letters, DeadLetter{ID: e.ID, Topic: e.Topic, Group: c.group, Type: e.Type, Key: e.Key,
			Time: e.Time, Reason: reasonOf(m), Position: DeadLetterPosition{m.Partition, m.Offset}, event: e})
	}
	applied, err := postgres.QueryRows(ctx, c.pool, pgx.RowTo[string],
		`SELECT event_id::text FROM inbox WHERE consumer = $1 AND event_id = ANY ($2)`, c.group, ids)
	return slices.DeleteFunc(letters, func(l DeadLetter) bool { return slices.Contains(applied, l.ID) }), err
}

// Replay applies a dead letter as the consumer does, once and not five times, and does with in the
// same transaction. An event that is in the inbox by now has no second effect, and neither has
// with. It comes late: newer events of its key may have been applied before it.
func (c *Consumer) Replay(ctx context.Context, l DeadLetter, with func(ctx context.Context, tx pgx.Tx) error) error {
	handler, known := c.handlers[l.Type]
	switch {
	case uuid.Validate(l.ID) != nil:
		return errNotAnEvent
	case !known:
		return errors.New("this program has no handler for its type")
	}
	_, err := c.applyOnce(ctx, l.event,
		Handler{Type: l.Type, Apply: func(ctx context.Context, tx pgx.Tx, e Event) error {
			if err := handler.Apply(ctx, tx, e); err != nil {
				return err
			}
			return with(ctx, tx)
		}})
	return err
}

func reasonOf(m kafka.Message) string {
	for _, h := range m.Headers {
		if h.Key == headerError {
			return string(h.Value)
		}
	}
	return ""
}

// readTopic returns what a topic has now from a position on, partition after partition, in batches;
// a topic that is not there has nothing.
func readTopic(
	ctx context.Context, c Config, topic string, from DeadLetterPosition,
) iter.Seq2[[]kafka.Message, error] {
	return func(yield func([]kafka.Message, error) bool) {
		partitions, err := partitionOffsets(ctx, c, topic)
		if errors.Is(err, kafka.UnknownTopicOrPartition) {
			return
		}
		if isTemporary(err) {
			partitions, err = awaitLeaders(ctx, c, topic)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		slices.SortFunc(partitions, func(a, b kafka.PartitionOffsets) int { return a.Partition - b.Partition })
		for _, p := range partitions {
			if p.Partition == from.Partition {
				p.FirstOffset = max(p.FirstOffset, from.Offset)
			}
			if p.Partition >= from.Partition && !readPartition(ctx, c, topic, p, yield) {
				return
			}
		}
	}
}

// readPartition passes the messages of a partition to yield; it returns false when there is an error
// or yield wants no more.
func readPartition(
	ctx context.Context, c Config, topic string, p kafka.PartitionOffsets, yield func([]kafka.Message, error) bool,
) bool {
	if p.FirstOffset >= p.LastOffset {
		return true
	}
	r := kafka.NewReader(kafka.ReaderConfig{Brokers: c.Brokers, Dialer: c.dialer(), Topic: topic,
		Partition: p.Partition, MaxWait: 250 * time.Millisecond, QueueCapacity: deadLetterBatch})
	defer r.Close()
	if err := r.SetOffset(p.FirstOffset); err != nil {
		yield(nil, err)
		return false
	}
	var batch []kafka.Message
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			yield(nil, fmt.Errorf("read topic %s: %w", topic, err))
			return false
		}
		batch = append(batch, m)
		isLast := m.Offset+1 >= p.LastOffset
		if !isLast && len(batch) < deadLetterBatch {
			continue
		}
		if !yield(batch, nil) {
			return false
		}
		if isLast {
			return true
		}
		batch = nil
	}
}
