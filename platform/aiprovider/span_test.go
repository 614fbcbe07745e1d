package aiprovider

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/baggage"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	semantics "go.opentelemetry.io/otel/trace"
)

// recordSpans returns what is recorded from now on.
func recordSpans(t *testing.T) *tracetest.InMemoryExporter {
	t.Helper()
	spans := tracetest.NewInMemoryExporter()
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSyncer(spans)))
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	return spans
}

// A call is on its trace with what it is, and with nothing of what was asked or answered.
// Verifies LIMIT-15.
func TestSpansHaveNoContent(t *testing.T) {
	const requests, response, user, key = "a haunted exchange", "all is quiet", "visitor-7", "sk-very-secret"
	chat := func(ctx context.Context, c *Client) error {
		r := ChatRequest{Model: "gpt-4o-mini", Dialect: DialectCurrent, System: "You tell " + requests,
			Turns: []string{requests}, User: user, MaxTokens: 250}
		_, err := c.Chat(ctx, r, func(string) error { return nil })
		return err
	}
	speak := func(ctx context.Context, c *Client) error {
		_, err := c.Speech(ctx, SpeechRequest{Model: "tts-1", Text: response, Voice: "onyx", Speed: 1})
		return err
	}
	for name, c := range map[string]struct {
		call   func(context.Context, *Client) error
		serve  http.HandlerFunc
		want   map[string]any
		status codes.Code
	}{
		"chat gpt-4o-mini": {chat, stream(delta(response), finish("stop"), usage, "[DONE]"), map[string]any{
			"gen_ai.provider.name": "openai", "gen_ai.request.model": "gpt-4o-mini", "gen_ai.operation.name": "chat",
			"gen_ai.output.type":        "text",
			"gen_ai.request.max_tokens": int64(250), "gen_ai.usage.input_tokens": int64(21),
			"gen_ai.usage.output_tokens":        int64(34),
			"http.response.header.x-request-id": []string{"req_7"},
		}, codes.Unset},
		"generate_content tts-1": {speak,
			respond(500, "application/json", `{"error":{"message":"`+requests+`","code":"x"}}`), map[string]any{
				"gen_ai.provider.name": "openai", "gen_ai.request.model": "tts-1",
				"gen_ai.operation.name": "generate_content", "gen_ai.output.type": "speech",
				"error.type": "server", "http.response.status_code": int64(500), "gen_ai.provider.error.code": "x",
				"http.response.header.x-request-id": []string{"req_7"},
			}, codes.Error},
	} {
		t.Run(name, func(t *testing.T) {
			spans := recordSpans(t)
			client := serve(t, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("X-Request-Id", "req_7")
				c.serve(w, r)
			})
			if err := c.call(t.Context(), client); (err != nil) != (c.status == codes.Error) {
				t.Fatal(err)
			} else if err != nil && strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), requests) {
				t.Errorf("the provider's words are in the error: %#v", err)
			}
			all := spans.GetSpans()
			ours := all[len(all)-1] // it ends last
			got := map[string]any{}
			for _, a := range ours.Attributes {
				got[string(a.Key)] = a.Value.AsInterface()
			}
			if diff := cmp.Diff(c.want, got); ours.Name != name || ours.SpanKind != semantics.SpanKindClient ||
				ours.Status.Code != c.status || diff != "" {
				t.Errorf("%s, %v, %v (-want +got):\n%s", ours.Name, ours.SpanKind, ours.Status, diff)
			}
			for _, word := range []string{requests, response, user, key} {
				if recorded := fmt.Sprintf("%+v", all); strings.Contains(recorded, word) {
					t.Errorf("%q is on a span: %s", word, recorded)
				}
			}
		})
	}
}

// Providers cannot learn which calls belong together, or anything else of a trace.
// Verifies LIMIT-15.
func TestTraceContextIsNotSent(t *testing.T) {
	recordSpans(t)
	before := otel.GetTextMapPropagator()
	otel.SetTextMapPropagator(propagation.NewCompositeTextMapPropagator(propagation.TraceContext{},
		propagation.Baggage{}))
	t.Cleanup(func() { otel.SetTextMapPropagator(before) })
	member, err := baggage.NewMember("visitor", "ann")
	if err != nil {
		t.Fatal(err)
	}
	bag, err := baggage.New(member)
	if err != nil {
		t.Fatal(err)
	}
	var header http.Header
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		header = r.Header
		respondJSON(`{"results":[{"flagged":false}]}`)(w, r)
	})
	ctx, span := otel.Tracer("test").Start(baggage.ContextWithBaggage(t.Context(), bag), "a job")
	defer span.End()
	if _, err := client.Moderate(ctx, ModerationRequest{Model: "m", Texts: []string{"hello"}}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Traceparent", "Tracestate", "Baggage"} {
		if header.Get(name) != "" {
			t.Errorf("%s: %s", name, header.Get(name))
		}
	}
	if header.Get("Authorization") != "Bearer sk-very-secret" {
		t.Errorf("sent %v", header)
	}
}
