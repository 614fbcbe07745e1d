package events

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// lagTimeout limits how long a scrape waits for a broker that does not respond.
const lagTimeout = time.Second

// registerMetrics reports the consumer lag of the group. The broker is asked at each scrape,
// because a consumer that is stuck could not report it; every replica reports the same.
func (c *Consumer) registerMetrics() {
	meter := otel.Meter("mcwick/events")
	lag := instrument.Must(meter.Int64ObservableGauge("mcwick.events.behind",
		metric.WithDescription("Events of a partition that a group is not done with.")))
	held := instrument.Must(meter.Float64ObservableGauge("mcwick.events.held", metric.WithUnit("s"),
		metric.WithDescription("For how long one event could be neither applied nor parked and holds up its partition; 0 for none.")))
	instrument.Must(meter.RegisterCallback(func(ctx context.Context, observer metric.Observer) error {
		observer.ObserveFloat64(held, c.heldDuration().Seconds(),
			metric.WithAttributes(attribute.String("topic", c.topic), attribute.String("group", c.group)))
		partitions, err := c.lag(ctx)
		for partition, n := range partitions {
			observer.ObserveInt64(lag, n, metric.WithAttributes(
				attribute.String("topic", c.topic), attribute.String("group", c.group),
				attribute.Int("partition", partition)))
		}
		return err
	}, lag, held))
}

// heldDuration is for how long the oldest of the current events has been tried.
func (c *Consumer) heldDuration() (oldest time.Duration) {
	c.held.Range(func(_, since any) bool {
		oldest = max(oldest, time.Since(since.(time.Time)))
		return true
	})
	return oldest
}

// lag returns the consumer lag: how many events of each partition the group has not committed.
func (c *Consumer) lag(ctx context.Context) (map[int]int64, error) {
	ctx, cancel := context.WithTimeout(ctx, lagTimeout)
	defer cancel()
	partitions, err := partitionOffsets(ctx, c.config, c.topic)
	if err != nil {
		return nil, err
	}
	committed, err := c.committedOffsets(ctx, partitions)
	if err != nil {
		return nil, err
	}
	lag := map[int]int64{}
	for _, p := range partitions {
		lag[p.Partition] = p.LastOffset - p.FirstOffset
		// An offset of -1 is none yet; one below the first is of events that are too old to be
		// kept, one beyond the last of a topic that was lost: all of the new one is to come.
		if at, known := committed[p.Partition]; known && at <= p.LastOffset {
			lag[p.Partition] -= max(at-p.FirstOffset, 0)
		}
	}
	return lag, nil
}
