// Package traces receives spans over OTLP/HTTP, keeps the newest traces in memory and shows each as
// a waterfall. It is the trace viewer of the local platform; a cluster sends its spans to a
// collector instead.
package traces

import (
	"encoding/hex"
	"strings"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
)

// Span is one step of a trace, as the JSON document has it.
type Span struct {
	TraceID       string         `json:"traceId"`
	SpanID        string         `json:"spanId"`
	ParentSpanID  string         `json:"parentSpanId"` // empty for the first
	Name          string         `json:"name"`
	Service       string         `json:"service"`
	Kind          string         `json:"kind"` // internal, server, client, producer or consumer
	StartUnixNano int64          `json:"startUnixNano"`
	EndUnixNano   int64          `json:"endUnixNano"`
	Status        string         `json:"status"` // unset, ok or error
	StatusMessage string         `json:"statusMessage,omitempty"`
	Attributes    map[string]any `json:"attributes"`
	Events        []Event        `json:"events"`
	Links         []Link         `json:"links"`

	received *trace.Span // as it came, but for what was cut off
}

// Failed reports whether the step did not succeed.
func (s Span) Failed() bool { return s.Status == "error" }

// Event is something that happened at one moment of a span.
type Event struct {
	Name         string         `json:"name"`
	TimeUnixNano int64          `json:"timeUnixNano"`
	Attributes   map[string]any `json:"attributes"`
}

// Link points to a span of this or another trace.
type Link struct {
	TraceID string `json:"traceId"`
	SpanID  string `json:"spanId"`
}

func fromOTLP(service string, s *trace.Span) Span {
	truncateSpan(s)
	span := Span{
		TraceID:       hex.EncodeToString(s.GetTraceId()),
		SpanID:        hex.EncodeToString(s.GetSpanId()),
		ParentSpanID:  hex.EncodeToString(s.GetParentSpanId()),
		Name:          s.GetName(),
		Service:       service,
		Kind:          strings.ToLower(strings.TrimPrefix(s.GetKind().String(), "SPAN_KIND_")),
		StartUnixNano: int64(s.GetStartTimeUnixNano()),
		EndUnixNano:   max(int64(s.GetEndTimeUnixNano()), int64(s.GetStartTimeUnixNano())),
		Status:        strings.ToLower(strings.TrimPrefix(s.GetStatus().GetCode().String(), "STATUS_CODE_")),
		StatusMessage: s.GetStatus().GetMessage(),
		Attributes:    attributes(s.GetAttributes()),
		Events:        []Event{},
		Links:         []Link{},
		received:      s,
	}
	for _, e := range s.GetEvents() {
		span.Events = append(span.Events, Event{e.GetName(), int64(e.GetTimeUnixNano()), attributes(e.GetAttributes())})
	}
	for _, l := range s.GetLinks() {
		span.Links = append(span.Links, Link{hex.EncodeToString(l.GetTraceId()), hex.EncodeToString(l.GetSpanId())})
	}
	return span
}

func attributes(list []*common.KeyValue) map[string]any {
	all := make(map[string]any, len(list))
	for _, kv := range list {
		all[kv.GetKey()] = plain(kv.GetValue())
	}
	return all
}

// plain turns an attribute into what JSON has for it.
func plain(v *common.AnyValue) any {
	switch v := v.GetValue().(type) {
	case *common.AnyValue_StringValue:
		return v.StringValue
	case *common.AnyValue_BoolValue:
		return v.BoolValue
	case *common.AnyValue_IntValue:
		return v.IntValue
	case *common.AnyValue_DoubleValue:
		return v.DoubleValue
	case *common.AnyValue_ArrayValue:
		all := []any{}
		for _, element := range v.ArrayValue.GetValues() {
			all = append(all, plain(element))
		}
		return all
	case *common.AnyValue_KvlistValue:
		return attributes(v.KvlistValue.GetValues())
	case *common.AnyValue_BytesValue:
		return hex.EncodeToString(v.BytesValue)
	default:
		return nil
	}
}
