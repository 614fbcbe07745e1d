package jobs

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
	"mcwick.example/platform/postgres"
)

// durationBuckets are the bounds of the buckets of what jobs wait and take: from a blink to the
// longest deadline.
var durationBuckets = metric.WithExplicitBucketBoundaries(0.1, 0.5, 1, 2, 5, 10, 20, 40, 60, 120, 300)

// instruments are what each job leaves in the metrics of the process that did it.
type instruments struct {
	wait     metric.Float64Histogram
	duration metric.Float64Histogram
}

func newInstruments() (in instruments) {
	meter := otel.Meter("mcwick/jobs")
	in.wait = instrument.Must(meter.Float64Histogram("mcwick.jobs.wait", metric.WithUnit("s"), durationBuckets,
		metric.WithDescription("How long jobs waited for a worker, by kind.")))
	in.duration = instrument.Must(meter.Float64Histogram("mcwick.jobs.duration", metric.WithUnit("s"), durationBuckets,
		metric.WithDescription("How long workers had jobs, by kind and outcome: succeeded, failed, lost. The code says why one failed.")))
	return in
}

// recordStart counts a job that a worker begins with.
func (in instruments) recordStart(ctx context.Context, job Job) {
	if job.Attempt == 1 { // later ones waited for a lease to end
		in.wait.Record(ctx, time.Since(job.Created).Seconds(),
			metric.WithAttributes(attribute.String("kind", job.Kind)))
	}
}

// recordEnd counts a job that a worker is done with; the code is empty unless it failed.
func (in instruments) recordEnd(ctx context.Context, job Job, took time.Duration, outcome, code string) {
	in.duration.Record(ctx, took.Seconds(), metric.WithAttributes(
		attribute.String("kind", job.Kind), attribute.String("outcome", outcome), attribute.String("code", code)))
}

// openJobs is what a kind has in the queue.
type openJobs struct {
	Kind            string
	Queued, Running int64
	Oldest          float64 // seconds that the oldest of those queued has waited
}

// openJobsQuery relies on the partial index jobs_open.
const openJobsQuery = `
SELECT kind, count(*) FILTER (WHERE state = 'queued') AS queued, count(*) FILTER (WHERE state = 'running') AS running,
	coalesce(extract(epoch FROM now() - min(created_at) FILTER (WHERE state = 'queued')), 0)::double precision AS oldest
FROM jobs WHERE state IN ('queued', 'running') GROUP BY kind`

// countOpen looks at the whole queue, each kind of these workers with it.
func (w *Workers) countOpen(ctx context.Context) (map[string]openJobs, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	found, err := postgres.QueryRows(ctx, w.queue.pool, pgx.RowToStructByName[openJobs], openJobsQuery)
	all := make(map[string]openJobs, len(w.kinds))
	for kind := range w.kinds {
		all[kind] = openJobs{Kind: kind}
	}
	for _, o := range found {
		all[o.Kind] = o
	}
	return all, err
}

// registerMetrics reports the length of the queue. Each process that has workers reports the same.
func (w *Workers) registerMetrics() {
	meter := otel.Meter("mcwick/jobs")
	jobs := instrument.Must(meter.Int64ObservableGauge("mcwick.jobs.open",
		metric.WithDescription("Jobs by kind and state: queued, running.")))
	oldest := instrument.Must(meter.Float64ObservableGauge("mcwick.jobs.oldest", metric.WithUnit("s"),
		metric.WithDescription("How long the oldest queued job of a kind has waited.")))
	instrument.Must(meter.RegisterCallback(func(ctx context.Context, observer metric.Observer) error {
		all, err := w.countOpen(ctx)
		if err != nil {
			return err
		}
		for kind, o := range all {
			of := attribute.String("kind", kind)
			observer.ObserveInt64(jobs, o.Queued,
				metric.WithAttributes(of, attribute.String("state", string(StateQueued))))
			observer.ObserveInt64(jobs, o.Running,
				metric.WithAttributes(of, attribute.String("state", string(StateRunning))))
			observer.ObserveFloat64(oldest, o.Oldest, metric.WithAttributes(of))
		}
		return nil
	}, jobs, oldest))
}
