package main

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"
	collectorv1 "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	commonv1 "go.opentelemetry.io/proto/otlp/common/v1"
	resourcev1 "go.opentelemetry.io/proto/otlp/resource/v1"
	tracev1 "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"mcwick.example/gateway/internal/strict"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/instrument"
	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/text"
)

// The bounds of one report from a page.
const (
	maxSpans    = 32
	maxSpanName = 80
	maxSpanAge  = 15 * time.Minute
)

// browserSpan is what a page measured: a visitor's action, or one of its calls.
type browserSpan struct {
	TraceID      string   `json:"traceId"`
	SpanID       string   `json:"spanId"`
	ParentSpanID *string  `json:"parentSpanId"`
	Name         string   `json:"name"`
	StartMs      *float64 `json:"startMs"` // Unix time
	DurationMs   *float64 `json:"durationMs"`
	Status       *string  `json:"status"`
}

// spanStatuses are what a page may say of how it went.
var spanStatuses = map[string]tracev1.Status_StatusCode{"ok": tracev1.Status_STATUS_CODE_UNSET,
	"error": tracev1.Status_STATUS_CODE_ERROR}

// spanForwarder passes the spans of pages on to the trace collector, so that a trace begins at the
// visitor's click. Pages cannot choose anything but what browserSpan has.
type spanForwarder struct {
	endpoint string // of the collector; empty drops the spans
	client   *http.Client
	now      func() time.Time
	intake   spanIntake
	lost     metric.Int64Counter
	failures pageFailures
}

func newSpanForwarder(c telemetry.Config) *spanForwarder {
	lost := instrument.Must(otel.Meter("mcwick/gateway").Int64Counter("mcwick.page.spans_lost",
		metric.WithDescription("Spans of pages that the trace collector did not take.")))
	return &spanForwarder{endpoint: c.Endpoint, client: &http.Client{}, now: time.Now,
		intake: newSpanIntake(c.NewShare()), lost: lost, failures: newPageFailures()}
}

// ServeHTTP takes a report and answers 204, also when the collector is away: a page can do nothing
// about it.
func (f *spanForwarder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	report, err := strict.List[browserSpan](r.Body, maxSpans)
	if err != nil {
		writeProblem(r.Context(), w, fault.Invalid("SPANS_INVALID",
			fault.Field{Message: fmt.Sprintf("Send a list of at most %d spans.", maxSpans)}))
		return
	}
	spans := make([]*tracev1.Span, len(report))
	for i, s := range report {
		span, err := s.otlp(f.now())
		if err != nil {
			writeProblem(r.Context(), w, fault.Invalid("SPANS_INVALID",
				fault.Field{Name: fmt.Sprintf("[%d]", i), Message: err.Error()}))
			return
		}
		spans[i] = span
	}
	f.failures.count(r.Context(), report)
	if f.endpoint == "" {
		spans = nil
	}
	spans = f.intake.filter(r.Context(), spans)
	if len(spans) > 0 && f.forward(r.Context(), spans) != nil {
		f.lost.Add(r.Context(), int64(len(spans))) // not worth an error to a visitor
	}
	w.WriteHeader(http.StatusNoContent)
}

// otlp checks the span and puts it into the collector's form.
func (s browserSpan) otlp(now time.Time) (*tracev1.Span, error) {
	traceID, err1 := hexBytes(s.TraceID, 16)
	spanID, err2 := hexBytes(s.SpanID, 8)
	var parent []byte
	var err3 error
	if s.ParentSpanID != nil {
		parent, err3 = hexBytes(*s.ParentSpanID, 8)
	}
	if err1 != nil || err2 != nil || err3 != nil {
		return nil, errors.New("ids are lower-case hex")
	}
	status := tracev1.Status_STATUS_CODE_UNSET
	if s.Status != nil {
		var known bool
		if status, known = spanStatuses[*s.Status]; !known {
			return nil, errors.New("the status is ok or error")
		}
	}
	if s.StartMs == nil || s.DurationMs == nil || !isWithin(*s.StartMs-float64(now.UnixMilli()), maxSpanAge) ||
		*s.DurationMs < 0 ||
		!isWithin(*s.DurationMs, maxSpanAge) || s.Name == "" || text.UTF16Length(s.Name) > maxSpanName ||
		!text.IsPlain(s.Name) {
		return nil, errors.New("name or times are out of bounds")
	}
	took := time.Duration(*s.DurationMs * float64(time.Millisecond))
	begin := uint64(*s.StartMs * 1e6)
	out := &tracev1.Span{
		TraceId: traceID, SpanId: spanID, ParentSpanId: parent, Name: s.Name, Kind: tracev1.Span_SPAN_KIND_CLIENT,
		StartTimeUnixNano: begin, EndTimeUnixNano: begin + uint64(took), Status: &tracev1.Status{Code: status},
	}
	return out, nil
}

// isWithin reports whether so many milliseconds, before or after, are at most a duration.
func isWithin(ms float64, most time.Duration) bool {
	return math.Abs(ms) <= float64(most.Milliseconds())
}

func hexBytes(s string, n int) ([]byte, error) {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != n || strings.ToLower(s) != s {
		return nil, fmt.Errorf("want %d bytes of hex", n)
	}
	return b, nil
}

// forward sends the spans as those of the service "browser".
func (f *spanForwarder) forward(ctx context.Context, spans []*tracev1.Span) error {
	body, err := proto.Marshal(&collectorv1.ExportTraceServiceRequest{ResourceSpans: []*tracev1.ResourceSpans{{
		Resource: &resourcev1.Resource{Attributes: []*commonv1.KeyValue{{
			Key:   "service.name",
			Value: &commonv1.AnyValue{Value: &commonv1.AnyValue_StringValue{StringValue: "browser"}},
		}}},
		ScopeSpans: []*tracev1.ScopeSpans{{Spans: spans}},
	}}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(f.endpoint, "/")+"/v1/traces",
		bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-protobuf")
	resp, err := f.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the collector answers %s", resp.Status)
	}
	_, err = io.Copy(io.Discard, io.LimitReader(resp.Body, maxBody))
	return err
}
