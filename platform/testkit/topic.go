package testkit

import (
	"context"
	"testing"
	"time"

	"github.com/segmentio/kafka-go"
)

// ReadTopic reads a topic from its beginning until enough says so, and fails the test when it has
// not after a minute; what is the beginning of the failure's sentence.
func ReadTopic(t testing.TB, brokers []string, topic, what string, enough func(kafka.Message) bool) {
	t.Helper()
	awaitTopic(t, brokers, topic)
	r := kafka.NewReader(kafka.ReaderConfig{
		Brokers: brokers, Topic: topic, GroupID: UniqueName("look"), StartOffset: kafka.FirstOffset,
		MaxWait: 100 * time.Millisecond,
	})
	defer r.Close()
	ctx, cancel := context.WithTimeout(t.Context(), waitTimeout)
	defer cancel()
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			t.Fatalf("%s: not in %s: %v", what, topic, err)
		}
		if enough(m) {
			return
		}
	}
}

// awaitTopic waits until a topic exists: a reader of a group that joins before gets no partitions, and
// none later either.
func awaitTopic(t testing.TB, brokers []string, topic string) {
	t.Helper()
	transport := new(kafka.Transport)
	defer transport.CloseIdleConnections() // it would ask the broker for its topics for as long as the tests run
	client := &kafka.Client{Addr: kafka.TCP(brokers...), Transport: transport}
	Eventually(t, topic+" exists", func() bool {
		r, err := client.Metadata(t.Context(), &kafka.MetadataRequest{Topics: []string{topic}})
		return err == nil && len(r.Topics) == 1 && r.Topics[0].Error == nil && len(r.Topics[0].Partitions) > 0
	})
}
