package rows

import (
	"context"
	"errors"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/deploy/chaos/history"
	"mcwick.example/platform/events"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// consumers are the groups that follow each topic.
var consumers = map[string][]string{
	mediav1.TopicArtwork:    {"gallery.images"},
	mediav1.TopicVideo:      {"gallery.videos"},
	identityv1.TopicUser:    {"gallery.owners", "media.owners"},
	identityv1.TopicProfile: {"gallery.profiles"},
}

// readTopics says of every event how often each of its consumers applied it, and how many each gave
// up.
func (p Platform) readTopics(ctx context.Context, s *history.State, applied map[string]map[string]int) error {
	s.DeadLetters = map[string]int{}
	for topic, groups := range consumers {
		ids, err := p.eventIDs(ctx, topic)
		if err != nil {
			return err
		}
		for _, group := range groups {
			for id := range ids {
				s.Events = append(s.Events, history.Event{ID: id, Topic: topic, Consumer: group,
					Applied: applied[group][id]})
			}
			dead := events.DeadLetterTopic(topic, group)
			letters, err := p.eventIDs(ctx, dead)
			if err != nil {
				return err
			}
			s.DeadLetters[dead] = len(letters)
		}
	}
	return nil
}

// eventIDs gives the ids of the events that a topic has now. The outbox may have sent one more than
// once; it is there once here.
func (p Platform) eventIDs(ctx context.Context, topic string) (map[string]bool, error) {
	client := &kafka.Client{Addr: kafka.TCP(p.Brokers...)}
	cluster, err := client.Metadata(ctx, &kafka.MetadataRequest{})
	if err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, t := range cluster.Topics {
		if t.Name != topic {
			continue
		}
		for _, partition := range t.Partitions {
			if err := p.readPartition(ctx, client, topic, partition.ID, ids); err != nil {
				return nil, err
			}
		}
	}
	return ids, nil
}

func (p Platform) readPartition(
	ctx context.Context, client *kafka.Client, topic string, partition int, ids map[string]bool,
) error {
	offsets, err := client.ListOffsets(ctx, &kafka.ListOffsetsRequest{
		Topics: map[string][]kafka.OffsetRequest{topic: {kafka.FirstOffsetOf(partition),
			kafka.LastOffsetOf(partition)}},
	})
	if err != nil {
		return err
	}
	if len(offsets.Topics[topic]) == 0 {
		return errors.New("the broker knows no offsets of " + topic)
	}
	o := offsets.Topics[topic][0]
	if o.Error != nil {
		return o.Error
	}
	if o.FirstOffset >= o.LastOffset {
		return nil
	}
	reader := kafka.NewReader(kafka.ReaderConfig{
		Brokers: p.Brokers, Topic: topic, Partition: partition, MaxWait: 250 * time.Millisecond,
	})
	defer reader.Close()
	if err := reader.SetOffset(o.FirstOffset); err != nil {
		return err
	}
	for {
		m, err := reader.ReadMessage(ctx)
		if err != nil {
			return err
		}
		for _, h := range m.Headers {
			if h.Key == "event-id" {
				ids[string(h.Value)] = true
			}
		}
		if m.Offset+1 >= o.LastOffset {
			return nil
		}
	}
}
