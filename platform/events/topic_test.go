package events

import (
	"testing"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/testkit"
)

// An event must not come back after the inbox forgot it, whichever release made its topic.
func TestTopicsForgetBeforeTheInbox(t *testing.T) {
	t.Parallel()
	testkit.EachBroker(t, func(t *testing.T, brokers []string) {
		c := Config{Brokers: brokers}
		fresh, older := testkit.Unique("test.fresh.v1-"), testkit.Unique("test.older.v1-")
		made, err := client(c).CreateTopics(t.Context(), &kafka.CreateTopicsRequest{
			Topics: []kafka.TopicConfig{{Topic: older, NumPartitions: partitions, ReplicationFactor: -1}}, // as releases before did, without a segment's time
		})
		if err != nil || made.Errors[older] != nil {
			t.Fatal(err, made.Errors)
		}
		for range 2 { // it may be done at each start
			if err := EnsureTopics(t.Context(), c, fresh, older); err != nil {
				t.Fatal(err)
			}
		}
		for _, topic := range []string{fresh, older} {
			got, err := client(c).DescribeConfigs(t.Context(), &kafka.DescribeConfigsRequest{
				Resources: []kafka.DescribeConfigRequestResource{{ResourceType: kafka.ResourceTypeTopic, ResourceName: topic, ConfigNames: []string{segmentTime}}},
			})
			if err != nil || len(got.Resources) != 1 || len(got.Resources[0].ConfigEntries) != 1 || got.Resources[0].ConfigEntries[0].ConfigValue != "43200000" {
				t.Errorf("%s: %+v, %v", topic, got, err)
			}
		}
	})
}
