package traces

import (
	"strings"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
)

// Bounds of one span. What goes beyond is cut off.
const (
	maxAttributes = 64
	maxValue      = 1000 // bytes of text
	maxEvents     = 32
	maxLinks      = 32
)

// truncateSpan cuts off what goes beyond the bounds.
func truncateSpan(s *trace.Span) {
	s.Name = truncate(s.GetName())
	if s.Status != nil {
		s.Status.Message = truncate(s.Status.Message)
	}
	s.Attributes = truncateAll(s.GetAttributes())
	s.Events, s.Links = first(s.GetEvents(), maxEvents), first(s.GetLinks(), maxLinks)
	for _, e := range s.Events {
		e.Name, e.Attributes = truncate(e.GetName()), truncateAll(e.GetAttributes())
	}
	for _, l := range s.Links {
		l.Attributes = nil
	}
}

func truncateAll(list []*common.KeyValue) []*common.KeyValue {
	list = first(list, maxAttributes)
	for _, kv := range list {
		kv.Key = truncate(kv.GetKey())
		truncateValue(kv.GetValue())
	}
	return list
}

func truncateValue(v *common.AnyValue) {
	switch v := v.GetValue().(type) {
	case *common.AnyValue_StringValue:
		v.StringValue = truncate(v.StringValue)
	case *common.AnyValue_BytesValue:
		v.BytesValue = first(v.BytesValue, maxValue/2) // shown in hex
	case *common.AnyValue_ArrayValue:
		v.ArrayValue.Values = first(v.ArrayValue.GetValues(), maxAttributes)
		for _, element := range v.ArrayValue.Values {
			truncateValue(element)
		}
	case *common.AnyValue_KvlistValue:
		v.KvlistValue.Values = truncateAll(v.KvlistValue.GetValues())
	}
}

func first[T any](list []T, n int) []T { return list[:min(len(list), n)] }

func truncate(text string) string {
	if len(text) <= maxValue {
		return text
	}
	return strings.ToValidUTF8(text[:maxValue], "") + "…"
}
