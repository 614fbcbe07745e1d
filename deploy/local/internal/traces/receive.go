package traces

import (
	"compress/gzip"
	"errors"
	"io"
	"mime"
	"net/http"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

const maxBody = 8 << 20 // unpacked

// receive is OTLP/HTTP with protobuf bodies, as all our exporters speak it.
func (s *Store) receive(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/x-protobuf" {
		http.Error(w, "send application/x-protobuf", http.StatusUnsupportedMediaType)
		return
	}
	body, err := read(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var request collector.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &request); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.Add(spansOf(request.GetResourceSpans()))
	w.Header().Set("Content-Type", "application/x-protobuf") // an empty message is an empty body
}

func read(r *http.Request) ([]byte, error) {
	var reader io.Reader = r.Body
	switch r.Header.Get("Content-Encoding") {
	case "", "identity":
	case "gzip":
		unpacked, err := gzip.NewReader(r.Body)
		if err != nil {
			return nil, err
		}
		reader = unpacked
	default:
		return nil, errors.New("only gzip is understood")
	}
	body, err := io.ReadAll(io.LimitReader(reader, maxBody+1))
	if err == nil && len(body) > maxBody {
		err = errors.New("the body is too large")
	}
	return body, err
}

func spansOf(resources []*trace.ResourceSpans) []Span {
	var all []Span
	for _, resource := range resources {
		service := "unknown"
		for _, kv := range resource.GetResource().GetAttributes() {
			if kv.GetKey() == "service.name" {
				service = kv.GetValue().GetStringValue()
			}
		}
		for _, scope := range resource.GetScopeSpans() {
			for _, span := range scope.GetSpans() {
				all = append(all, fromOTLP(service, span))
			}
		}
	}
	return all
}
