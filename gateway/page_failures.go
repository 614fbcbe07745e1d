package main

import (
	"context"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/instrument"
)

// countedFailures are the actions and loads of pages whose failure the page shows in one line at
// most, by the names of their spans. Other names are not counted: pages choose them, and each would
// be a time series.
var countedFailures = map[string]bool{
	"like a picture": true, "nominate": true, "register a key": true,
	"GET /api/v1/images": true, "GET /api/v1/wall/entries": true,
}

// pageFailures counts quiet failures as browsers saw them, those that never reached the gateway
// included.
type pageFailures struct{ failed metric.Int64Counter }

func newPageFailures() pageFailures {
	return pageFailures{instrument.Must(otel.Meter("mcwick/gateway").Int64Counter("mcwick.page.failures",
		metric.WithDescription("Actions and loads of pages that failed, as browsers saw them.")))}
}

func (p pageFailures) count(ctx context.Context, report []browserSpan) {
	for _, s := range report {
		if s.Status != nil && *s.Status == "error" && countedFailures[s.Name] {
			p.failed.Add(ctx, 1, metric.WithAttributes(attribute.String("action", s.Name)))
		}
	}
}
