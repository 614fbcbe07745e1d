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

// bound cuts off what goes beyond the bounds.
func bound(s *trace.Span) {
	s.Name = cut(s.GetName())
	if s.Status != nil {
		s.Status.Message = cut(s.Status.Message)
	}
	s.Attributes = boundAll(s.GetAttributes())
	s.Events, s.Links = first(s.GetEvents(), maxEvents), first(s.GetLinks(), maxLinks)
	for _, e := range s.Events {
		e.Name, e.Attributes = cut(e.GetName()), boundAll(e.GetAttributes())
	}
	for _, l := range s.Links {
		l.Attributes = nil
	}
}

func boundAll(list []*common.KeyValue) []*common.KeyValue {
	list = first(list, maxAttributes)
	for _, kv := range list {
		kv.Key = cut(kv.GetKey())
		boundValue(kv.GetValue())
	}
	return list
}

func boundValue(v *common.AnyValue) {
	switch v := v.GetValue().(type) {
	case *common.AnyValue_StringValue:
		v.StringValue = cut(v.StringValue)
	case *common.AnyValue_BytesValue:
		v.BytesValue = first(v.BytesValue, maxValue/2) // shown in hex
	case *common.AnyValue_ArrayValue:
		v.ArrayValue.Values = first(v.ArrayValue.GetValues(), maxAttributes)
		for _, element := range v.ArrayValue.Values {
			boundValue(element)
		}
	case *common.AnyValue_KvlistValue:
		v.KvlistValue.Values = boundAll(v.KvlistValue.GetValues())
	}
}

func first[T any](list []T, n int) []T { return list[:min(len(list), n)] }

func cut(text string) string {
	if len(text) <= maxValue {
		return text
	}
	return strings.ToValidUTF8(text[:maxValue], "") + "…"
}
