package traces

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
)

// The forms of OTLP as JSON: what stores of traces answer at /api/traces/{id}, so that one client reads all of them.
type (
	otlpTrace struct {
		ResourceSpans []otlpResource `json:"resourceSpans"`
	}
	otlpResource struct {
		Resource   otlpAttributes `json:"resource"`
		ScopeSpans []otlpScope    `json:"scopeSpans"`
	}
	otlpAttributes struct {
		Attributes []otlpAttribute `json:"attributes"`
	}
	otlpScope struct {
		Spans []otlpSpan `json:"spans"`
	}
	otlpSpan struct {
		TraceID           string          `json:"traceId"`
		SpanID            string          `json:"spanId"`
		ParentSpanID      string          `json:"parentSpanId,omitempty"`
		Name              string          `json:"name"`
		Kind              int             `json:"kind"`
		StartTimeUnixNano string          `json:"startTimeUnixNano"`
		EndTimeUnixNano   string          `json:"endTimeUnixNano"`
		Attributes        []otlpAttribute `json:"attributes"`
		Status            otlpStatus      `json:"status"`
	}
	otlpStatus struct {
		Code    int    `json:"code"`
		Message string `json:"message,omitempty"`
	}
	otlpAttribute struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
)

// The numbers of OTLP's names.
var (
	otlpKinds    = []string{"unspecified", "internal", "server", "client", "producer", "consumer"}
	otlpStatuses = []string{"unset", "ok", "error"}
)

// answerOTLP answers a trace as other stores do.
func (s *Store) answerOTLP(w http.ResponseWriter, r *http.Request) {
	trace, ok := s.Trace(r.PathValue("id"))
	if !ok {
		http.Error(w, `{"error":"this trace is not known (yet)"}`, http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(toOTLP(trace)) // a failure here is the reader's going away
}

func toOTLP(t Trace) (out otlpTrace) {
	byService := map[string]int{}
	for _, s := range t.Spans {
		i, known := byService[s.Service]
		if !known {
			i = len(out.ResourceSpans)
			byService[s.Service] = i
			name := otlpAttribute{"service.name", map[string]any{"stringValue": s.Service}}
			out.ResourceSpans = append(out.ResourceSpans, otlpResource{otlpAttributes{[]otlpAttribute{name}}, []otlpScope{{}}})
		}
		scope := &out.ResourceSpans[i].ScopeSpans[0]
		scope.Spans = append(scope.Spans, otlpSpan{
			TraceID: s.TraceID, SpanID: s.SpanID, ParentSpanID: s.ParentSpanID, Name: s.Name, Kind: slices.Index(otlpKinds, s.Kind),
			StartTimeUnixNano: strconv.FormatInt(s.StartUnixNano, 10), EndTimeUnixNano: strconv.FormatInt(s.EndUnixNano, 10),
			Attributes: otlpValues(s.Attributes), Status: otlpStatus{slices.Index(otlpStatuses, s.Status), s.StatusMessage},
		})
	}
	return out
}

func otlpValues(attributes map[string]any) []otlpAttribute {
	all := []otlpAttribute{}
	for _, f := range facts(attributes) { // in order
		value := map[string]any{"stringValue": f.Value}
		switch v := attributes[f.Key].(type) {
		case bool:
			value = map[string]any{"boolValue": v}
		case int64:
			value = map[string]any{"intValue": fmt.Sprint(v)}
		case float64:
			value = map[string]any{"doubleValue": v}
		}
		all = append(all, otlpAttribute{f.Key, value})
	}
	return all
}
