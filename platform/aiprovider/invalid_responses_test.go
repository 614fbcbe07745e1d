package aiprovider

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// Whatever a server answers, no call panics, what it gives is within its bounds, and an error is an
// Error with a reason and a payment, and none of the provider's words.
// Verifies LIMIT-13.
func TestInvalidResponses(t *testing.T) {
	const secret = "nobody-sleeps-here!"
	part := rapid.SampledFrom([]string{
		"{", "}", "[", "]", ",", ":", `"`, "null", "7", "-1e999", "true", `"error"`, `"data"`, `"url"`, `"b64_json"`,
		`"choices"`, `"delta"`, `"message"`, `"content"`,
		`"usage"`, `"results"`, `"flagged"`, `"code"`, `"type"`, `"shutdown_date"`, `"` + secret + `"`, "data: ",
		"event: error\n", "\n", "\r\n", "[DONE]", "<think>", "</think>",
		"ID3", "\xff\xfb\x90\x64", png, inBase64(png), "data:image/png;base64,", "https://[::1]/", "\x00", "<html>",
		`{"choices":[{"delta":{"content":"` + secret + `"}}]}`, `{"error":{"message":"` + secret + `","code":"` +
			secret + ` "}}`, `{"error":"` + secret + `"}`,
	})
	var status int
	var body string
	var header map[string]string
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		respond(status, header["Content-Type"], body)(w, r)
	})
	rapid.Check(t, func(t *rapid.T) {
		status = rapid.SampledFrom([]int{200, 200, 200, 201, 204, 302, 400, 403, 404, 408, 429, 500, 503, 599,
			999}).Draw(t, "status")
		body = strings.Join(rapid.SliceOf(part).Draw(t, "body"), "")
		header = map[string]string{
			"Content-Type": rapid.SampledFrom([]string{"application/json", "text/event-stream", "text/html",
				"audio/mpeg", ""}).Draw(t, "type"),
			"Retry-After":  rapid.SampledFrom([]string{"", "1", "x", "-1"}).Draw(t, "after"),
			"X-Request-Id": rapid.SampledFrom([]string{"", "req_1", secret}).Draw(t, "id"),
		}
		ctx := context.Background()
		picture, err := client.Image(ctx, ImageRequest{Model: "m"})
		checkError(t, err, secret)
		if image := picture.Bytes; err == nil && !isImage(image) || len(image) > maxImage {
			t.Fatalf("a picture: %q", image)
		}
		_, err = client.Chat(ctx, ChatRequest{Model: "m"}, func(piece string) error {
			if piece == "" || !utf8.ValidString(piece) {
				t.Fatalf("read %q", piece)
			}
			return nil
		})
		checkError(t, err, secret)
		audio, err := client.Speech(ctx, SpeechRequest{Model: "m"})
		checkError(t, err, secret)
		if err == nil && !isMP3(audio) {
			t.Fatalf("a speech: %q", audio)
		}
		verdicts, err := client.Moderate(ctx, ModerationRequest{Model: "m", Texts: []string{"a"}})
		checkError(t, err, secret)
		if err == nil && len(verdicts) != 1 {
			t.Fatalf("verdicts: %v", verdicts)
		}
		_, _, err = client.ShutdownDate(ctx, "m")
		checkError(t, err, secret)
	})
}

func checkError(t *rapid.T, err error, secret string) {
	t.Helper()
	var e *Error
	if err == nil {
		return
	}
	if !errors.As(err, &e) || e.Reason == "" || e.Payment == "" || e.RetryAfter < 0 ||
		strings.Contains(err.Error(), secret) {
		t.Fatalf("got %v, %#v", err, e)
	}
	if e.Payment == PaymentNone && (e.Status < 300 || e.Status >= 500 && e.Status != http.StatusServiceUnavailable) {
		t.Fatalf("not paid with status %d: %v", e.Status, e)
	}
}
