package events

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/segmentio/kafka-go"
)

// Config names the brokers.
type Config struct {
	Brokers []string `env:"KAFKA_BROKERS,required"`
}

// The shape of every topic: as many partitions as consumers of a group may share, and explicit
// retention, without which the embedded broker keeps everything for ever.
const (
	partitions = 6
	retention  = 7 * 24 * time.Hour
)

// EnsureTopics creates the topics that are missing and waits, some seconds at most, until all can be written; it changes none that exists.
func EnsureTopics(ctx context.Context, c Config, names ...string) error {
	req := &kafka.CreateTopicsRequest{}
	for _, name := range names {
		req.Topics = append(req.Topics, kafka.TopicConfig{
			Topic: name, NumPartitions: partitions, ReplicationFactor: -1, // -1: the cluster's default
			ConfigEntries: []kafka.ConfigEntry{
				{ConfigName: "retention.ms", ConfigValue: strconv.FormatInt(retention.Milliseconds(), 10)},
				{ConfigName: "segment.bytes", ConfigValue: strconv.Itoa(64 << 20)},
			},
		})
	}
	resp, err := client(c).CreateTopics(ctx, req)
	if err != nil {
		return fmt.Errorf("create topics: %w", err)
	}
	for name, err := range resp.Errors {
		if err != nil && !errors.Is(err, kafka.TopicAlreadyExists) {
			return fmt.Errorf("create topic %s: %w", name, err)
		}
	}
	for _, name := range names {
		if _, err := awaitLeaders(ctx, c, name); err != nil {
			return err
		}
	}
	return nil
}

// awaitTopics creates the topics as soon as there is a broker, which may start after us. It fails only
// when ctx ends first.
func awaitTopics(ctx context.Context, log *slog.Logger, c Config, names ...string) error {
	for {
		err := EnsureTopics(ctx, c, names...)
		if err == nil {
			return nil
		}
		if !sleep(ctx, pollEvery) {
			return ctx.Err()
		}
		log.WarnContext(ctx, "waiting for the broker", "error", err)
	}
}

// transport looks at the cluster again each second: a broker that was away is back as soon as that, and not
// after the library's six seconds.
var transport = &kafka.Transport{MetadataTTL: time.Second}

func client(c Config) *kafka.Client {
	return &kafka.Client{Addr: kafka.TCP(c.Brokers...), Timeout: 10 * time.Second, Transport: transport}
}

// writeBytes bounds one request to one partition; brokers take 1 MiB unless told otherwise.
const writeBytes = 1 << 20

// newWriter writes with every replica's word and keeps the order of a key.
func newWriter(c Config) *kafka.Writer {
	return &kafka.Writer{
		Addr:         kafka.TCP(c.Brokers...),
		Transport:    transport,
		Balancer:     &kafka.Hash{},
		RequiredAcks: kafka.RequireAll,
		BatchTimeout: time.Millisecond, // the default makes a lone event wait a second
		BatchSize:    batchEvents,
		BatchBytes:   writeBytes,
		WriteTimeout: 10 * time.Second,
		MaxAttempts:  3,
	}
}
