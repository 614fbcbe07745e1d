package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/telemetry"
)

// The refusals that only the edge makes.
var (
	errNoRoute      = fault.New(fault.KindNotFound, "NOT_FOUND", "There is nothing at this address.")
	errMediaType    = fault.New(fault.KindInvalid, "MEDIA_TYPE_UNSUPPORTED", "Send JSON, as application/json.")
	errTooLarge     = fault.New(fault.KindInvalid, "BODY_TOO_LARGE", "That is more than we can carry.")
	errMethod       = fault.New(fault.KindInvalid, "METHOD_NOT_ALLOWED", "This address does not take that method.")
	errGone         = fault.New(fault.KindNotFound, "GONE", "This was taken down.")
	errUnreadable   = fault.New(fault.KindInvalid, "REQUEST_UNREADABLE", "The request could not be read.")
	errRange        = fault.New(fault.KindInvalid, "RANGE_NOT_SATISFIABLE", "The file has no such part.")
	errPrecondition = fault.New(fault.KindPrecondition, "PRECONDITION_FAILED", "It is not what you expect any more.")
	errCrossSite    = fault.New(fault.KindForbidden, "CROSS_SITE", "This request came from another site.")
	errWallClosed   = fault.New(fault.KindForbidden, "WALL_CLOSED",
		"The walls are closed right now, broh. Everybody is resting their wick.")
	errKeyFormat = fault.New(fault.KindInvalid, "IDEMPOTENCY_KEY_INVALID",
		"The Idempotency-Key header must carry a UUID.")
)

// problemStatuses are the faults that HTTP has a status of its own for.
var problemStatuses = map[string]int{
	errMediaType.Reason:    http.StatusUnsupportedMediaType,
	errTooLarge.Reason:     http.StatusRequestEntityTooLarge,
	errMethod.Reason:       http.StatusMethodNotAllowed,
	errGone.Reason:         http.StatusGone,
	"VIDEO_GONE":           http.StatusGone, // of media
	errRange.Reason:        http.StatusRequestedRangeNotSatisfiable,
	errPrecondition.Reason: http.StatusPreconditionFailed,
}

// recordFault says on the span why a request is refused, and logs it when a part of the platform is
// broken: the service that should say so may be the one that is dead.
func recordFault(ctx context.Context, err error) {
	f := fault.From(err)
	trace.SpanFromContext(ctx).SetAttributes(telemetry.FaultKind.String(f.Kind.String()),
		telemetry.FaultReason.String(f.Reason))
	if fault.IsFault(err) {
		slog.WarnContext(ctx, "problem", "kind", f.Kind.String(), "reason", f.Reason, "error", err)
	}
}

// traceHeader names the trace of an answer, for reports of slow requests.
const traceHeader = "McWick-Trace"

// problemType is the media type of problem documents.
const problemType = "application/problem+json"

// writeProblem notes why and answers with a problem document that carries the trace id.
func writeProblem(ctx context.Context, w http.ResponseWriter, err error) {
	ctx, end := traceRefusal(ctx)
	defer end()
	recordFault(ctx, err)
	p := fault.ToProblem(err, traceIDOf(ctx))
	if status, ok := problemStatuses[p.Code]; ok {
		p.Status, p.Title = status, http.StatusText(status)
	}
	if r, ok := ctx.Value(refusalKey{}).(*refusal); ok {
		r.code = p.Code
	}
	h := w.Header()
	h.Set("Content-Type", problemType)
	h.Set("Cache-Control", "no-store")
	h.Set(traceHeader, p.TraceID)
	wait := fault.From(err).RetryAfter
	if wait == 0 && (p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable) {
		wait = time.Second
	}
	if wait > 0 {
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a client that left does not read it
}

// traceRefusal begins a trace in a request without one: files make no traces; what is refused does.
func traceRefusal(ctx context.Context) (context.Context, func()) {
	if traceIDOf(ctx) != "" {
		return ctx, func() {}
	}
	ctx, span := otel.Tracer("mcwick/gateway").Start(ctx, "refusal")
	return ctx, func() { span.End() }
}

// traceIDOf is the id of the request's trace, empty without one.
func traceIDOf(ctx context.Context) string {
	if sc := trace.SpanContextFromContext(ctx); sc.IsValid() {
		return sc.TraceID().String()
	}
	return ""
}

// routingFault is what the REST surface answers to an address or a method that it does not have.
func routingFault(status int) error {
	switch status {
	case http.StatusMethodNotAllowed:
		return errMethod
	case http.StatusBadRequest:
		return fault.Invalid("REQUEST_UNREADABLE", fault.Field{Message: "The address could not be read."})
	default:
		return errNoRoute
	}
}
