package traces

import (
	"net/http"

	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// answerOTLP answers a trace as OTLP's protobuf, as other stores do at /api/traces/{id}.
func (s *Store) answerOTLP(w http.ResponseWriter, r *http.Request) {
	found, ok := s.Trace(r.PathValue("id"))
	if !ok {
		http.Error(w, "this trace is not known (yet)", http.StatusNotFound)
		return
	}
	var data trace.TracesData
	for _, span := range found.Spans {
		name := &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: span.Service}}
		data.ResourceSpans = append(data.ResourceSpans, &trace.ResourceSpans{
			Resource:   &resource.Resource{Attributes: []*common.KeyValue{{Key: "service.name", Value: name}}},
			ScopeSpans: []*trace.ScopeSpans{{Spans: []*trace.Span{span.received}}},
		})
	}
	body, err := proto.Marshal(&data)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/protobuf")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(body) // a failure here is the reader's going away
}
