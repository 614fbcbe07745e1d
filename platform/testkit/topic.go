package testkit

import (
	"context"
	"testing"
	"time"

	"github.com/segmentio/kafka-go"
)

// ReadTopic reads a topic from its beginning until enough says so, and fails the test when it has
// not after 20 s; what is the beginning of the failure's sentence.
func ReadTopic(t testing.TB, brokers []string, topic, what string, enough func(kafka.Message) bool) {
	t.Helper()
	r := kafka.NewReader(kafka.ReaderConfig{
		Brokers: brokers, Topic: topic, GroupID: UniqueName("look"), StartOffset: kafka.FirstOffset,
		MaxWait: 100 * time.Millisecond,
	})
	defer r.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
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
