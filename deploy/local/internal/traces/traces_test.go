package traces

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	resource "go.opentelemetry.io/proto/otlp/resource/v1"
	trace "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
)

const traceID = "0102030405060708090a0b0c0d0e0f10"

func text(key, value string) *common.KeyValue {
	return &common.KeyValue{Key: key, Value: &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: value}}}
}

// export packs spans as the gallery's exporter does.
func export(t *testing.T, spans ...*trace.Span) []byte {
	t.Helper()
	body, err := proto.Marshal(&collector.ExportTraceServiceRequest{ResourceSpans: []*trace.ResourceSpans{{
		Resource:   &resource.Resource{Attributes: []*common.KeyValue{text("service.name", "gallery")}},
		ScopeSpans: []*trace.ScopeSpans{{Spans: spans}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func like() *trace.Span {
	return &trace.Span{
		TraceId: []byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, SpanId: []byte{0, 0, 0, 0, 0, 0, 0, 1},
		Name: "Like <script>", Kind: trace.Span_SPAN_KIND_SERVER, StartTimeUnixNano: 1000, EndTimeUnixNano: 5000,
		Attributes: []*common.KeyValue{text("meme.id", "m1"),
			{Key: "batch", Value: &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: 7}}}},
		Status: &trace.Status{Code: trace.Status_STATUS_CODE_ERROR, Message: "no such image"},
		Links:  []*trace.Span_Link{{TraceId: bytes.Repeat([]byte{2}, 16), SpanId: bytes.Repeat([]byte{3}, 8)}},
		Events: []*trace.Span_Event{{Name: "retry", TimeUnixNano: 2000}},
	}
}

func post(h http.Handler, kind, encoding string, body []byte) *httptest.ResponseRecorder {
	request := httptest.NewRequest(http.MethodPost, "/v1/traces", bytes.NewReader(body))
	request.Header.Set("Content-Type", kind)
	request.Header.Set("Content-Encoding", encoding)
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, request)
	return answer
}

func get(h http.Handler, path string) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer
}

func TestReceive(t *testing.T) {
	packed := func(body []byte) []byte {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		_, _ = w.Write(body)
		w.Close()
		return out.Bytes()
	}
	body := export(t, like())
	cases := map[string]struct {
		kind, encoding string
		body           []byte
		status         int
		kept           bool
	}{
		"plain":                      {"application/x-protobuf", "", body, 200, true},
		"gzip":                       {"application/x-protobuf", "gzip", packed(body), 200, true},
		"json_is_refused":            {"application/json", "", []byte("{}"), 415, false},
		"another_packing_is_refused": {"application/x-protobuf", "br", body, 400, false},
		"broken_bytes_are_refused":   {"application/x-protobuf", "", []byte{0xff}, 400, false},
		"a_huge_body_is_refused":     {"application/x-protobuf", "gzip", packed(make([]byte, maxBody+1)), 400, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			h := NewStore().Handler()
			if got := post(h, c.kind, c.encoding, c.body); got.Code != c.status {
				t.Errorf("status %d, want %d: %s", got.Code, c.status, got.Body)
			}
			if kept := get(h, "/debug/trace/"+traceID+".json").Code == 200; kept != c.kept {
				t.Errorf("kept = %v, want %v", kept, c.kept)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	h := NewStore().Handler()
	post(h, "application/x-protobuf", "", export(t, like()))
	var got Trace
	if err := json.NewDecoder(get(h, "/debug/trace/"+traceID+".json").Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	want := Trace{TraceID: traceID, Spans: []Span{{
		TraceID: traceID, SpanID: "0000000000000001", Name: "Like <script>", Service: "gallery", Kind: "server",
		StartUnixNano: 1000, EndUnixNano: 5000, Status: "error", StatusMessage: "no such image",
		Attributes: map[string]any{"meme.id": "m1", "batch": 7.0},
		Events:     []Event{{Name: "retry", TimeUnixNano: 2000, Attributes: map[string]any{}}},
		Links:      []Link{{TraceID: strings.Repeat("02", 16), SpanID: strings.Repeat("03", 8)}},
	}}}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Span{})); diff != "" {
		t.Error(diff)
	}
}

// Verifies OBS-4.
func TestOTLP(t *testing.T) {
	h := NewStore().Handler()
	post(h, "application/x-protobuf", "", export(t, like()))
	var got trace.TracesData
	if err := proto.Unmarshal(get(h, "/debug/trace/api/traces/"+traceID).Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := &trace.TracesData{ResourceSpans: []*trace.ResourceSpans{{
		Resource:   &resource.Resource{Attributes: []*common.KeyValue{text("service.name", "gallery")}},
		ScopeSpans: []*trace.ScopeSpans{{Spans: []*trace.Span{like()}}},
	}}}
	if diff := cmp.Diff(want, &got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
	if got := get(h, "/debug/trace/api/traces/"+strings.Repeat("0", 32)); got.Code != http.StatusNotFound {
		t.Errorf("a trace that is not known: %d", got.Code)
	}
}

func TestPages(t *testing.T) {
	store := NewStore()
	h := store.Handler()
	post(h, "application/x-protobuf", "", export(t, like()))
	cases := map[string]struct {
		path   string
		status int
		has    string
	}{
		"waterfall":     {"/debug/trace/" + traceID, 200, `<rect x="0.0" width="1000.0"`},
		"attributes":    {"/debug/trace/" + traceID, 200, `<dt>batch</dt><dd>7</dd></div><div><dt>meme.id</dt><dd>m1</dd>`},
		"status":        {"/debug/trace/" + traceID, 200, `<dt>status</dt><dd>no such image</dd>`},
		"list":          {"/debug/trace/", 200, `<a href="/debug/trace/` + traceID + `">Like &lt;script&gt;</a>`},
		"unknown_trace": {"/debug/trace/ff", 404, "has not arrived yet"},
		"style_sheet":   {"/debug/trace/style.css", 200, ".depth24"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := get(h, c.path)
			if got.Code != c.status || !strings.Contains(got.Body.String(), c.has) {
				t.Errorf("status %d, body %s", got.Code, got.Body)
			}
			for _, inline := range []string{"<script", "style=", "<style"} {
				if strings.Contains(got.Body.String(), inline) {
					t.Errorf("%s would be refused by the page's own policy", inline)
				}
			}
		})
	}
}

func span(id, parent string, start int64) Span {
	return Span{TraceID: "t", SpanID: id, ParentSpanID: parent, Name: id, StartUnixNano: start, EndUnixNano: start + 10}
}

func TestRows(t *testing.T) {
	cases := map[string]struct {
		spans []Span
		want  string // id and depth, ! for an orphan
	}{
		"children_below_parents_by_start": {[]Span{span("c", "a", 3), span("b", "a", 2), span("d", "b", 9),
			span("a", "", 1)}, "a0 b1 d2 c1"},
		"a_missing_parent_stands_out":   {[]Span{span("a", "", 1), span("x", "gone", 2)}, "a0 x0!"},
		"several_roots":                 {[]Span{span("b", "", 2), span("a", "", 1)}, "a0 b0"},
		"a_circle_is_cut":               {[]Span{span("a", "b", 1), span("b", "a", 2)}, "a0! b1"},
		"a_span_that_is_its_own_parent": {[]Span{span("a", "a", 1)}, "a0!"},
		"a_circle_beside_a_tree_is_listed": {[]Span{span("r", "", 1), span("a", "b", 2), span("b", "a", 3)},
			"r0 a0! b1"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, r := range rows(c.spans) {
				mark := ""
				if r.Orphan {
					mark = "!"
				}
				got = append(got, fmt.Sprintf("%s%d%s", r.Name, r.Depth, mark))
			}
			if joined := strings.Join(got, " "); joined != c.want {
				t.Errorf("got %q, want %q", joined, c.want)
			}
		})
	}
}

func TestStore(t *testing.T) {
	t.Run("the_trace_quiet_longest_makes_room", func(t *testing.T) {
		s := NewStore()
		for i := range maxTraces {
			s.Add([]Span{{TraceID: fmt.Sprint(i), SpanID: "1"}})
		}
		s.Add([]Span{{TraceID: "0", SpanID: "2"}}) // no longer the quietest
		s.Add([]Span{{TraceID: "new", SpanID: "1"}})
		if _, ok := s.Trace("1"); ok {
			t.Error("trace 1 is still there")
		}
		if kept, ok := s.Trace("0"); !ok || len(kept.Spans) != 2 {
			t.Errorf("trace 0 = %+v, %v", kept, ok)
		}
	})

	t.Run("a_repeated_span_counts_once", func(t *testing.T) {
		s := NewStore()
		s.Add([]Span{span("a", "", 1)})
		s.Add([]Span{span("a", "", 1)})
		if kept, _ := s.Trace("t"); len(kept.Spans) != 1 {
			t.Errorf("%d spans", len(kept.Spans))
		}
	})

	t.Run("one_trace_cannot_fill_the_memory", func(t *testing.T) {
		s := NewStore()
		for i := range maxSpans + 5 {
			s.Add([]Span{span(fmt.Sprint(i), "", 1)})
		}
		if kept, _ := s.Trace("t"); len(kept.Spans) != maxSpans || kept.Dropped != 5 {
			t.Errorf("%d spans, %d dropped", len(kept.Spans), kept.Dropped)
		}
	})
}

func TestBar(t *testing.T) {
	cases := map[string]struct {
		offset, length, total int64
		x, width              float64
	}{
		"whole":                        {0, 100, 100, 0, 1000},
		"second_half":                  {50, 50, 100, 500, 500},
		"the_shortest_can_be_seen":     {10, 0, 1000, 10, leastWidth},
		"at_the_very_end_it_stays_in":  {1000, 0, 1000, 1000 - leastWidth, leastWidth},
		"a_trace_without_any_duration": {0, 0, 0, 0, 1000},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if x, width := bar(c.offset, c.length, c.total); x != c.x || width != c.width {
				t.Errorf("got %v, %v, want %v, %v", x, width, c.x, c.width)
			}
		})
	}
}
