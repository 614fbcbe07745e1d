package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"time"

	"github.com/segmentio/kafka-go"

	"mcwick.example/platform/retry"
)

// shape is how a topic is made: as many partitions as consumers of a group may share, and explicit
// retention, without which the embedded broker keeps everything for ever.
type shape struct {
	partitions int
	retention  time.Duration
	// segment is how long one file takes events. A file is deleted as a whole, so an event is kept
	// for retention and this, and a little until the broker looks.
	segment time.Duration
}

// The constants of topics with events; inboxes remember these for 8 days. The broker's default
// segment of a week would bring events back after 14.
const (
	partitions      = 6
	topicRetention  = 7 * 24 * time.Hour
	segmentDuration = 12 * time.Hour
)

var (
	eventShape = shape{partitions, topicRetention, segmentDuration}
	// Notices are of use for minutes, and have one order.
	noticeShape = shape{1, time.Hour, 10 * time.Minute}
)

// The replicas of a partition where there are enough brokers, and how many of three or more must
// have an event before it counts as published. The broker's own default is one, which loses events
// with its disk.
const (
	maxReplicas = 3
	minInSync   = 2
)

// inSyncOf returns how many of so many replicas must have an event.
func inSyncOf(replicas int) int {
	if replicas <= minInSync {
		return 1 // with two, both would have to be there for every event
	}
	return minInSync
}

// replicas returns how many replicas a topic is to have: those that are configured, or else one on
// each broker that is there now.
func (c Config) replicas(ctx context.Context) (int, error) {
	if c.Replicas > 0 {
		return c.Replicas, nil
	}
	cluster, err := newClient(c).Metadata(ctx, &kafka.MetadataRequest{Topics: []string{}})
	if err != nil {
		return 0, fmt.Errorf("count brokers: %w", err)
	}
	return min(len(cluster.Brokers), maxReplicas), nil
}

// EnsureTopics creates the topics that are missing and waits, some seconds at most, until all can
// be written. It fails where one is missing and there are fewer brokers than its replicas. Of those
// that exist it sets how long a file takes events, which releases before this one left to the broker,
// and changes nothing else: more partitions would break the order of keys, and more replicas are
// moved by an operator.
func EnsureTopics(ctx context.Context, c Config, names ...string) error {
	return ensureTopics(ctx, c, eventShape, names)
}

func ensureTopics(ctx context.Context, c Config, s shape, names []string) error {
	replicas, err := c.replicas(ctx)
	if err != nil {
		return err
	}
	req := &kafka.CreateTopicsRequest{}
	for _, name := range names {
		req.Topics = append(req.Topics, kafka.TopicConfig{
			Topic: name, NumPartitions: s.partitions, ReplicationFactor: replicas,
			ConfigEntries: []kafka.ConfigEntry{
				{ConfigName: "retention.ms", ConfigValue: strconv.FormatInt(s.retention.Milliseconds(), 10)},
				{ConfigName: "min.insync.replicas", ConfigValue: strconv.Itoa(inSyncOf(replicas))},
				{ConfigName: "segment.bytes", ConfigValue: strconv.Itoa(64 << 20)},
				{ConfigName: segmentConfig, ConfigValue: strconv.FormatInt(s.segment.Milliseconds(), 10)},
			},
		})
	}
	resp, err := newClient(c).CreateTopics(ctx, req)
	if err != nil {
		return fmt.Errorf("create topics: %w", err)
	}
	var existing []string
	for name, err := range resp.Errors {
		switch {
		case errors.Is(err, kafka.TopicAlreadyExists):
			existing = append(existing, name)
		case errors.Is(err, kafka.TopicAuthorizationFailed): // its owner makes it, and we wait for that
		case err != nil:
			return fmt.Errorf("create topic %s with %d replicas: %w", name, replicas, err)
		}
	}
	if err := setSegmentDuration(ctx, c, s.segment, existing); err != nil {
		return err
	}
	for _, name := range names {
		if _, err := awaitLeaders(ctx, c, name); err != nil {
			return err
		}
	}
	return nil
}

const segmentConfig = "segment.ms"

// setSegmentDuration changes topics that exist.
func setSegmentDuration(ctx context.Context, c Config, d time.Duration, topics []string) error {
	if len(topics) == 0 {
		return nil
	}
	req := &kafka.IncrementalAlterConfigsRequest{}
	for _, topic := range topics {
		req.Resources = append(req.Resources, kafka.IncrementalAlterConfigsRequestResource{
			ResourceType: kafka.ResourceTypeTopic, ResourceName: topic,
			Configs: []kafka.IncrementalAlterConfigsRequestConfig{{
				Name: segmentConfig, Value: strconv.FormatInt(d.Milliseconds(), 10),
				ConfigOperation: kafka.ConfigOperationSet,
			}},
		})
	}
	resp, err := newClient(c).IncrementalAlterConfigs(ctx, req)
	if err != nil {
		return fmt.Errorf("configure topics: %w", err)
	}
	for _, r := range resp.Resources {
		if r.Error != nil && !errors.Is(r.Error, kafka.TopicAuthorizationFailed) { // its owner does
			return fmt.Errorf("configure topic %s: %w", r.ResourceName, r.Error)
		}
	}
	return nil
}

// awaitTopics creates the topics as soon as there are brokers for them, which may start after us. It
// fails only when ctx ends first.
func awaitTopics(ctx context.Context, log *slog.Logger, c Config, s shape, names ...string) error {
	policy := retry.Policy{Backoff: pollInterval,
		OnFailure: func(err error) { log.WarnContext(ctx, "waiting for the broker", "error", err) }}
	err := retry.Call(ctx, policy, func(ctx context.Context) error { return ensureTopics(ctx, c, s, names) })
	if err != nil {
		return err
	}
	if err := warnOfFewReplicas(ctx, log, c, names); err != nil {
		log.WarnContext(ctx, "counting replicas failed", "topics", names, "error", err)
	}
	return nil
}

// warnOfFewReplicas logs which topics have fewer replicas than intended: those that were made before,
// which only an operator changes.
func warnOfFewReplicas(ctx context.Context, log *slog.Logger, c Config, names []string) error {
	intended, err := c.replicas(ctx)
	if err != nil {
		return err
	}
	found, err := newClient(c).Metadata(ctx, &kafka.MetadataRequest{Topics: names})
	if err != nil {
		return err
	}
	for _, topic := range found.Topics {
		for _, p := range topic.Partitions {
			if len(p.Replicas) < intended {
				log.WarnContext(ctx, "a topic has fewer replicas than intended", "topic", topic.Name,
					"replicas", len(p.Replicas), "intended", intended)
				break
			}
		}
	}
	return nil
}

// restoreTopics creates the topics again when an error of writing says that one is missing, such as one that
// an operator has deleted.
func restoreTopics(ctx context.Context, log *slog.Logger, cause error, c Config, s shape, names ...string) {
	if !isMissingTopic(cause) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	err := ensureTopics(ctx, c, s, names)
	log.WarnContext(ctx, "a topic was missing and is created again", "topics", names, "error", err)
}

func isMissingTopic(err error) bool {
	if each, ok := errors.AsType[kafka.WriteErrors](err); ok {
		return slices.ContainsFunc(each, func(err error) bool { return errors.Is(err, kafka.UnknownTopicOrPartition) })
	}
	return errors.Is(err, kafka.UnknownTopicOrPartition)
}
