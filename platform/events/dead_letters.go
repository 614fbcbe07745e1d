package events

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/postgres"
)

// DeadLetterTopic is the topic in which a group parks what it cannot handle.
func DeadLetterTopic(topic, group string) string { return topic + "." + group + ".dlq" }

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

	event Event
}

// DeadLetters returns the open dead letters of the group, each event once, those of a partition
// oldest first. Their topic keeps them for 7 days.
func (c *Consumer) DeadLetters(ctx context.Context) ([]DeadLetter, error) {
	messages, err := readAll(ctx, c.config, DeadLetterTopic(c.topic, c.group))
	if err != nil {
		return nil, err
	}
	var letters []DeadLetter
	var ids []string
	for _, m := range slices.Backward(messages) { // an event may be parked again; its last reason counts
		e := fromMessage(m)
		e.Topic = c.topic
		if slices.Contains(ids, e.ID) {
			continue
		}
		if uuid.Validate(e.ID) == nil { // anything else has no place in an inbox
			ids = append(ids, e.ID)
		}
		letters = append(letters, DeadLetter{ID: e.ID, Topic: e.Topic, Group: c.group, Type: e.Type, Key: e.Key,
			Time: e.Time, Reason: reasonOf(m), event: e})
	}
	slices.Reverse(letters)
	rows, err := c.pool.Query(ctx, `SELECT event_id::text FROM inbox WHERE consumer = $1 AND event_id = ANY ($2)`,
		c.group, ids)
	if err != nil {
		return nil, postgres.Fault(err)
	}
	applied, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, postgres.Fault(err)
	}
	return slices.DeleteFunc(letters, func(l DeadLetter) bool { return slices.Contains(applied, l.ID) }), nil
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

// readAll returns what a topic has now, partition after partition; a topic that is not there has
// nothing.
func readAll(ctx context.Context, c Config, topic string) (all []kafka.Message, err error) {
	partitions, err := partitionOffsets(ctx, c, topic)
	if errors.Is(err, kafka.UnknownTopicOrPartition) {
		return nil, nil
	}
	if isTemporary(err) {
		partitions, err = awaitLeaders(ctx, c, topic)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range partitions {
		if all, err = readPartition(ctx, c, topic, p, all); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func readPartition(
	ctx context.Context, c Config, topic string, p kafka.PartitionOffsets, all []kafka.Message,
) ([]kafka.Message, error) {
	if p.FirstOffset >= p.LastOffset {
		return all, nil
	}
	r := kafka.NewReader(kafka.ReaderConfig{Brokers: c.Brokers, Dialer: c.dialer(), Topic: topic,
		Partition: p.Partition, MaxWait: 250 * time.Millisecond})
	defer r.Close()
	if err := r.SetOffset(p.FirstOffset); err != nil {
		return nil, err
	}
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return nil, fmt.Errorf("read topic %s: %w", topic, err)
		}
		all = append(all, m)
		if m.Offset+1 >= p.LastOffset {
			return all, nil
		}
	}
}
