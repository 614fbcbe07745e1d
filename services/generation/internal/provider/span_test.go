package provider

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	semantics "go.opentelemetry.io/otel/trace"

	"mcwick.example/services/generation/internal/generation"
)

// A call is on its trace with what it is, and with nothing of what was asked or answered.
func TestSpansSayWhatWasAskedForAndNothingOfIt(t *testing.T) {
	const asked, told, visitor, key = "a haunted exchange", "nobody sleeps", "visitor-7", "sk-very-secret"
	chunk := func(rest string) string { return `data: {"choices":[` + rest + "}\n\n" }
	answers := map[string]string{
		"/chat/completions": chunk(`{"index":0,"delta":{"content":"`+told+`"}}]`) + chunk(`{"index":0,"delta":{},"finish_reason":"stop"}]`) +
			chunk(`],"usage":{"prompt_tokens":21,"completion_tokens":34}`) + "data: [DONE]\n\n",
		"/audio/speech": "ID3 " + told,
	}
	refuse := false
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if refuse {
			http.Error(w, `{"error":{"message":"`+asked+`","code":"x"}}`, http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", map[bool]string{true: "audio/mpeg", false: "text/event-stream"}[r.URL.Path == "/audio/speech"])
		_, _ = io.WriteString(w, answers[r.URL.Path])
	}))
	t.Cleanup(server.Close)
	client := New(Config{
		BaseURL: server.URL, Key: key, ChatModel: "gpt-4o-mini", ChatDialect: DialectCurrent, SpeechModel: "tts-1", ChatTimeout: time.Minute, SpeechTimeout: time.Minute,
	})
	write := func(ctx context.Context) error {
		_, err := client.Write(ctx, generation.Talk{System: "You tell " + asked, Said: []string{asked}}, visitor, func(string) error { return nil })
		return err
	}
	speak := func(ctx context.Context) error {
		_, err := client.Speak(ctx, told)
		return err
	}
	for name, c := range map[string]struct {
		call   func(context.Context) error
		refuse bool
		want   map[string]any
		status codes.Code
	}{
		"chat gpt-4o-mini": {write, false, map[string]any{
			"gen_ai.provider.name": "openai", "gen_ai.request.model": "gpt-4o-mini", "gen_ai.operation.name": "chat", "gen_ai.output.type": "text",
			"gen_ai.request.max_tokens": int64(250), "gen_ai.usage.input_tokens": int64(21), "gen_ai.usage.output_tokens": int64(34),
		}, codes.Unset},
		"generate_content tts-1": {speak, true, map[string]any{
			"gen_ai.provider.name": "openai", "gen_ai.request.model": "tts-1", "gen_ai.operation.name": "generate_content", "gen_ai.output.type": "speech",
		}, codes.Error},
	} {
		t.Run(name, func(t *testing.T) {
			spans := tracetest.NewInMemoryExporter()
			before := otel.GetTracerProvider()
			otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSyncer(spans)))
			t.Cleanup(func() { otel.SetTracerProvider(before) })
			refuse = c.refuse
			if err := c.call(t.Context()); (err != nil) != c.refuse || c.refuse && !errors.Is(err, generation.ErrImage) {
				t.Fatal(err)
			}
			all := spans.GetSpans()
			ours := all[len(all)-1] // it ends last
			got := map[string]any{}
			for _, a := range ours.Attributes {
				got[string(a.Key)] = a.Value.AsInterface()
			}
			if diff := cmp.Diff(c.want, got); ours.Name != name || ours.SpanKind != semantics.SpanKindClient || ours.Status.Code != c.status || diff != "" {
				t.Errorf("%s, %v, %v (-want +got):\n%s", ours.Name, ours.SpanKind, ours.Status, diff)
			}
			for _, word := range []string{asked, told, visitor, key} {
				if said := fmt.Sprintf("%+v", all); strings.Contains(said, word) {
					t.Errorf("%q is on a span: %s", word, said)
				}
			}
		})
	}
}
