package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// slowBody is a body that comes a byte at a time; whole is when its end was read.
type slowBody struct {
	io.Reader
	whole time.Time
}

func (b *slowBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p[:1])
	b.whole = time.Now()
	return n, err
}

func TestCallTimeoutStartsAfterTheBody(t *testing.T) {
	body := &slowBody{Reader: strings.NewReader(meme)}
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/", body)
	r.Header.Set("Content-Type", "application/json")
	called := false
	limitBody(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		called = true
		if until, ok := r.Context().Deadline(); !ok || until.Before(body.whole.Add(callTimeout)) {
			t.Errorf("the call has %s left of %s", until.Sub(body.whole), callTimeout)
		}
	})).ServeHTTP(httptest.NewRecorder(), r)
	if !called {
		t.Error("no call")
	}
}

// Verifies REQ-2.
func TestReportsHaveNoParameters(t *testing.T) {
	w := newEnvironment(t)
	for _, report := range []string{"spans", "violations", "vitals"} {
		resp, body := w.do(t, "POST", "/api/v1/telemetry/"+report+"?x=1", "[]")
		if resp.StatusCode != 400 || !strings.Contains(body, `"x"`) {
			t.Errorf("%s: %s %s", report, resp.Status, body)
		}
	}
}
