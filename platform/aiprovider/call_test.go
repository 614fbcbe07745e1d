package aiprovider

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"mcwick.example/platform/config"
)

// listen returns the address of a listener that never answers.
func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// awaitHangUp waits until the client is gone, which a server notices once it has read the request.
func awaitHangUp(r *http.Request) {
	_, _ = io.ReadAll(r.Body)
	<-r.Context().Done()
}

// A call may have been paid as soon as there was a connection, and not before.
// Verifies LIMIT-13.
func TestBrokenConnections(t *testing.T) {
	closed := listen(t)
	_ = closed.Close()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { awaitHangUp(r) }))
	t.Cleanup(silent.Close)
	breaks := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter,
		*http.Request) {
		panic(http.ErrAbortHandler)
	}))
	t.Cleanup(breaks.Close)
	half := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, `{"data":[{"b64_json":"`)
		_ = http.NewResponseController(w).Flush()
		awaitHangUp(r)
	}))
	t.Cleanup(half.Close)
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	for name, c := range map[string]struct {
		url     string
		reason  Reason
		payment Payment
		timeout time.Duration
	}{
		"refused":      {"http://" + closed.Addr().String(), ReasonUnreachable, PaymentNone, time.Minute},
		"no such host": {"http://provider.invalid", ReasonUnreachable, PaymentNone, time.Minute},
		"no TLS": {strings.Replace(plain.URL, "http:", "https:", 1), ReasonUnreachable,
			PaymentNone, time.Minute},
		"TLS never begins": {"https://" + listen(t).Addr().String(), ReasonUnreachable, PaymentNone,
			5 * time.Second},
		"no address":                 {"http://%zz", ReasonUnreachable, PaymentNone, time.Minute},
		"silent":                     {silent.URL, ReasonTimeout, PaymentUnknown, 5 * time.Second},
		"breaks":                     {breaks.URL, ReasonNetwork, PaymentUnknown, time.Minute},
		"stops in the middle":        {half.URL, ReasonTimeout, PaymentUnknown, 5 * time.Second},
		"silent, with a certificate": {newTLSServer(t).URL, ReasonUnreachable, PaymentNone, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewClient(Provider{BaseURL: c.url}).Image(t.Context(),
				ImageRequest{Model: "m", Timeout: c.timeout})
			wantError(t, err, c.reason, c.payment)
		})
	}
}

// newTLSServer serves with a self-signed certificate.
func newTLSServer(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

func TestCanceledCallHasReasonCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	client := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		awaitHangUp(r)
	})
	_, err := client.Image(ctx, ImageRequest{Model: "m", Timeout: time.Minute})
	if wantError(t, err, ReasonCanceled, PaymentUnknown); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// A refusal counts as what it is, though the rest of its body never comes, for which the call's time is not spent.
func TestTruncatedErrorBodyKeepsStatus(t *testing.T) {
	client := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		_ = http.NewResponseController(w).Flush()
		awaitHangUp(r)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	_, err := client.Image(ctx, ImageRequest{Model: "m", Timeout: time.Minute})
	if wantError(t, err, ReasonBusy, PaymentNone); ctx.Err() != nil {
		t.Error("the rest was waited for")
	}
}

func TestRequestURLAndAuthorization(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID",
		"OPENAI_PROJECT_ID"} {
		t.Setenv(name, "of-the-environment")
	}
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Custom: of-the-environment")
	for name, c := range map[string]struct {
		path          string
		key           config.Secret
		want          string
		authorization string
	}{
		"with a path":        {"/v1", "sk-1", "/v1/moderations", "Bearer sk-1"},
		"with an end slash":  {"/v1/", "sk-1", "/v1/moderations", "Bearer sk-1"},
		"without a path":     {"", "sk-1", "/moderations", "Bearer sk-1"},
		"with a longer path": {"/openai/v1", "sk-1", "/openai/v1/moderations", "Bearer sk-1"},
		"without a key":      {"/v1", "", "/v1/moderations", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got *http.Request
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got = r
				respondJSON(`{"results":[{"flagged":false}]}`)(w, r)
			}))
			t.Cleanup(server.Close)
			_, err := NewClient(Provider{BaseURL: server.URL + c.path, Key: c.key}).Moderate(t.Context(),
				ModerationRequest{Model: "m", Texts: []string{"a"}})
			if err != nil || got.URL.Path != c.want || got.Header.Get("Authorization") != c.authorization {
				t.Errorf("%v, %s, %q", err, got.URL.Path, got.Header.Get("Authorization"))
			}
			for name, values := range got.Header {
				if strings.Contains(strings.Join(values, " "), "of-the-environment") {
					t.Errorf("sent %s: %s", name, values)
				}
			}
		})
	}
}

// Proxies name the request by headers of their own.
func TestRequestIDHeaders(t *testing.T) {
	for name, header := range map[string]map[string]string{
		"OpenAI":           {"X-Request-Id": "id-1", "X-Litellm-Call-Id": "id-2"},
		"without a prefix": {"Request-Id": "id-1"},
		"LiteLLM":          {"X-Litellm-Call-Id": "id-1"},
		"odd":              {"X-Request-Id": "a candle at sea", "Request-Id": "id-1"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := draw(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
				for name, value := range header {
					w.Header().Set(name, value)
				}
				w.WriteHeader(http.StatusBadRequest)
			}))
			if e := wantError(t, err, ReasonRejected, PaymentNone); e.RequestID != "id-1" {
				t.Errorf("got %q", e.RequestID)
			}
		})
	}
}
