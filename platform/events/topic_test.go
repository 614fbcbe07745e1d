package events

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kfake"

	"mcwick.example/platform/testkit"
)

// An event must not come back after the inbox forgot it, whichever release made its topic.
func TestTopicRetentionIsConfigured(t *testing.T) {
	t.Parallel()
	testkit.ForEachBroker(t, func(t *testing.T, brokers []string) {
		c := Config{Brokers: brokers}
		fresh, older := testkit.UniqueName("test.fresh.v1-"), testkit.UniqueName("test.older.v1-")
		made, err := newClient(c).CreateTopics(t.Context(), &kafka.CreateTopicsRequest{
			// as releases before did, without a segment's time
			Topics: []kafka.TopicConfig{{Topic: older, NumPartitions: partitions, ReplicationFactor: -1}},
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
			got, err := newClient(c).DescribeConfigs(t.Context(), &kafka.DescribeConfigsRequest{
				Resources: []kafka.DescribeConfigRequestResource{{ResourceType: kafka.ResourceTypeTopic,
					ResourceName: topic, ConfigNames: []string{segmentConfig}}},
			})
			if err != nil || len(got.Resources) != 1 || len(got.Resources[0].ConfigEntries) != 1 ||
				got.Resources[0].ConfigEntries[0].ConfigValue != "43200000" {
				t.Errorf("%s: %+v, %v", topic, got, err)
			}
		}
	})
}

// Where brokers are lost one by one, events are not; topics that are there keep their shape, for
// keys would change their partition.
func TestTopicReplication(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		brokers, replicas int
		inSync            string
	}{
		"one broker": {1, 1, "1"}, "two brokers": {2, 2, "1"}, "four brokers": {4, 3, "2"},
	} {
		t.Run(name, func(t *testing.T) {
			cluster, err := kfake.NewCluster(kfake.NumBrokers(want.brokers))
			if err != nil {
				t.Fatal(err)
			}
			defer cluster.Close()
			c := Config{Brokers: cluster.ListenAddrs()}
			defer c.Transport().CloseIdleConnections()
			if _, err := newClient(c).CreateTopics(t.Context(), &kafka.CreateTopicsRequest{
				Topics: []kafka.TopicConfig{{Topic: "older", NumPartitions: 2, ReplicationFactor: 1}},
			}); err != nil {
				t.Fatal(err)
			}
			if err := EnsureTopics(t.Context(), c, "fresh", "older"); err != nil {
				t.Fatal(err)
			}
			for topic, shape := range map[string][2]int{"fresh": {partitions, want.replicas}, "older": {2, 1}} {
				got, err := newClient(c).Metadata(t.Context(), &kafka.MetadataRequest{Topics: []string{topic}})
				if err != nil || len(got.Topics[0].Partitions) != shape[0] ||
					len(got.Topics[0].Partitions[0].Replicas) != shape[1] {
					t.Errorf("%s: %+v, %v", topic, got, err)
				}
			}
			got, err := newClient(c).DescribeConfigs(t.Context(), &kafka.DescribeConfigsRequest{
				Resources: []kafka.DescribeConfigRequestResource{{ResourceType: kafka.ResourceTypeTopic,
					ResourceName: "fresh", ConfigNames: []string{"min.insync.replicas"}}},
			})
			if err != nil || got.Resources[0].ConfigEntries[0].ConfigValue != want.inSync {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// While a broker is away a topic is not made with fewer replicas than it is to have, for it would
// keep those; one that is there is used, and said to have too few once.
func TestTopicWaitsForBrokers(t *testing.T) {
	t.Parallel()
	few, err := kfake.NewCluster(kfake.NumBrokers(2))
	if err != nil {
		t.Fatal(err)
	}
	defer few.Close()
	c := Config{Brokers: few.ListenAddrs(), Replicas: 3}
	defer c.Transport().CloseIdleConnections()
	if _, err := newClient(c).CreateTopics(t.Context(), &kafka.CreateTopicsRequest{
		Topics: []kafka.TopicConfig{{Topic: "pair", NumPartitions: 2, ReplicationFactor: 2}},
	}); err != nil {
		t.Fatal(err)
	}
	err = EnsureTopics(t.Context(), c, "fresh")
	if !errors.Is(err, kafka.InvalidReplicationFactor) {
		t.Errorf("a topic of three replicas is made on two brokers: %v", err)
	}
	var lines bytes.Buffer
	log := slog.New(slog.NewTextHandler(&lines, nil))
	if err := awaitTopics(t.Context(), log, c, eventShape, "pair"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(lines.String(), "topic=pair replicas=2 intended=3"); n != 1 {
		t.Errorf("%d warnings: %s", n, lines.String())
	}
	enough, err := kfake.NewCluster(kfake.NumBrokers(4))
	if err != nil {
		t.Fatal(err)
	}
	defer enough.Close()
	c.Brokers = enough.ListenAddrs()
	lines.Reset()
	if err := awaitTopics(t.Context(), log, c, eventShape, "fresh"); err != nil || lines.Len() > 0 {
		t.Errorf("%v: %s", err, lines.String())
	}
	if got := topicConfig(t, c, "fresh", "min.insync.replicas"); got != "2" {
		t.Errorf("%s of three replicas must have an event", got)
	}
}

// topicConfig returns a setting of a topic.
func topicConfig(t *testing.T, c Config, topic, name string) string {
	t.Helper()
	got, err := newClient(c).DescribeConfigs(t.Context(), &kafka.DescribeConfigsRequest{
		Resources: []kafka.DescribeConfigRequestResource{{ResourceType: kafka.ResourceTypeTopic,
			ResourceName: topic, ConfigNames: []string{name}}},
	})
	if err != nil || len(got.Resources) != 1 || len(got.Resources[0].ConfigEntries) != 1 {
		t.Fatalf("%s: %+v, %v", topic, got, err)
	}
	return got.Resources[0].ConfigEntries[0].ConfigValue
}

// Verifies OPS-41.
func TestDeletedTopicIsCreatedAgain(t *testing.T) {
	onEachBroker(t, func(t *testing.T, b *testEnvironment) {
		testkit.RunCommand(t, b.relay.Run)
		b.publish(t, "key", "before")
		published := func() bool { return b.count(t, "outbox") == 0 }
		testkit.Eventually(t, "the first is published", published)
		deleted, err := newClient(b.config).DeleteTopics(t.Context(),
			&kafka.DeleteTopicsRequest{Topics: []string{b.topic}})
		if err != nil || deleted.Errors[b.topic] != nil {
			t.Fatal(err, deleted)
		}
		b.publish(t, "key", "after")
		testkit.Eventually(t, "the next one is published", published)
		found, err := newClient(b.config).Metadata(t.Context(), &kafka.MetadataRequest{Topics: []string{b.topic}})
		if err != nil || len(found.Topics) != 1 || len(found.Topics[0].Partitions) != partitions {
			t.Errorf("%+v, %v", found, err)
		}
	})
}
