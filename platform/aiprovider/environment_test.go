package aiprovider

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// serve starts a scripted provider and returns a client of it.
func serve(t testing.TB, answer http.HandlerFunc) *Client {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return NewClient(Provider{Name: "openai", BaseURL: server.URL + "/v1", Key: "sk-very-secret"})
}

// respond answers with these bytes.
func respond(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// respondJSON answers 200 with this JSON.
func respondJSON(body string) http.HandlerFunc {
	return respond(http.StatusOK, "application/json", body)
}

// draw asks for any picture.
func draw(t testing.TB, c *Client) ([]byte, error) {
	t.Helper()
	picture, err := c.Image(t.Context(), ImageRequest{Model: "gpt-image-2.5-flare", Dialect: DialectCurrent,
		Prompt: "a candle", Size: "1024x1024", Timeout: time.Minute})
	return picture.Bytes, err
}

// wantError is an error's reason and payment, "" for no error.
func wantError(t testing.TB, err error, reason Reason, payment Payment) *Error {
	t.Helper()
	var e *Error
	if reason == "" && err == nil {
		return nil
	}
	if !errors.As(err, &e) || e.Reason != reason || e.Payment != payment {
		t.Fatalf("got %v (%#v), want %s, %s", err, e, reason, payment)
	}
	return e
}
