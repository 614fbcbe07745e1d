package main

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"golang.org/x/time/rate"

	"mcwick.example/platform/instrument"
	"mcwick.example/platform/telemetry"
)

// How many spans of pages a replica forwards in a second: those of recorded traces, and beside them
// errors of others.
const (
	forwardedSpans  = 500
	forwardedErrors = 20
	spanBurst       = 4 // seconds' worth at once
)

// spanIntake decides which spans of pages are forwarded: those of the traces that the gateway
// itself records, so that a trace is whole, and some of the errors. Both have a bound, because
// pages are programs of strangers.
type spanIntake struct {
	share         telemetry.Share
	spans, errors *rate.Limiter
	now           func() time.Time
	dropped       metric.Int64Counter
}

func newSpanIntake(share telemetry.Share) spanIntake {
	dropped := instrument.Must(otel.Meter("mcwick/gateway").Int64Counter("mcwick.page.spans_dropped",
		metric.WithDescription("Spans of pages that were not forwarded, by reason: the trace is not recorded (share), or too many came (bound).")))
	return spanIntake{share: share, now: time.Now, spans: rate.NewLimiter(forwardedSpans, spanBurst*forwardedSpans),
		errors: rate.NewLimiter(forwardedErrors, spanBurst*forwardedErrors), dropped: dropped}
}

// filter returns those of the spans that are forwarded, and counts the others.
func (i spanIntake) filter(ctx context.Context, spans []*tracev1.Span) (kept []*tracev1.Span) {
	now := i.now()
	dropped := make(map[string]int64)
	for _, s := range spans {
		isRecorded := i.share.Has(trace.TraceID(s.GetTraceId())) // 16 bytes, as was checked
		isError := s.GetStatus().GetCode() == tracev1.Status_STATUS_CODE_ERROR
		switch {
		case isRecorded && i.spans.AllowN(now, 1), isError && i.errors.AllowN(now, 1):
			kept = append(kept, s)
		case isRecorded, isError:
			dropped["bound"]++
		default:
			dropped["share"]++
		}
	}
	for reason, n := range dropped {
		i.dropped.Add(ctx, n, metric.WithAttributes(attribute.String("reason", reason)))
	}
	return kept
}
