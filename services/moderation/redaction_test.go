package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// buffer is a writer that can be read concurrently.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (c *buffer) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.Write(p)
}

func (c *buffer) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

func get(t *testing.T, url string) string {
	t.Helper()
	_, body := testkit.Send(t, http.DefaultClient, http.MethodGet, url, "")
	return string(body)
}

// Texts and the key are in no log, span, metric or error, whatever the provider responds, which may
// quote both.
// Verifies MOD-4.
func TestTextsAndKeyAreNotLogged(t *testing.T) {
	p, environment := startFakeProvider(t)
	spans := &buffer{}
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_,
			_ = io.Copy(spans, r.Body)
	}))
	t.Cleanup(collector.Close)
	environment["OTEL_EXPORTER_OTLP_ENDPOINT"], environment["LOG_LEVEL"] = collector.URL, "debug"
	i := servicetest.New(t, spec, environment)
	client := moderationv1.NewModerationServiceClient(i.Conn)

	logs := &buffer{}
	program := exec.CommandContext(t.Context(), testkit.BuildProgram(t), "serve")
	program.Env, program.Stdout, program.Stderr = i.Variables(), logs, logs
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	i.AwaitReady(t)

	const clean, harmful, meant = "a quiet marmalade", "you marmalade sl.ut", "a dark marmalade"
	var errs strings.Builder
	check := func(texts ...string) {
		_, err := client.CheckTexts(t.Context(), &moderationv1.CheckTextsRequest{Texts: texts})
		fmt.Fprintf(&errs, "%v %+v\n", err, err)
	}
	check(clean, meant)
	check(harmful)
	check(strings.Repeat(clean, 1000))
	quoting := fmt.Sprintf(`{"error":{"message":"the key %s may not ask about another marmalade","code":"no"}}`, key)
	for _, status := range []int{400, 401, 429, 500} {
		p.respondWith(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, quoting, status) })
		check(fmt.Sprint("another marmalade ", status))
	}
	metrics := get(t, i.OpsURL("/metrics"))
	if err := program.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := program.Wait(); err != nil { // its spans have been sent by now
		t.Fatal(err)
	}
	if !strings.Contains(spans.String(), "CheckTexts") || !strings.Contains(logs.String(), "CheckTexts") ||
		!strings.Contains(metrics, "CheckTexts") {
		t.Errorf("the test captures nothing: %d bytes of spans, %s", len(spans.String()), logs)
	}
	for place, text := range map[string]string{"logs": logs.String(), "spans": spans.String(), "metrics": metrics,
		"errors": errs.String()} {
		for _, secret := range []string{"marmalade", "sl.ut", key} {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("%s: %q is in …%q", place, secret, text[max(0, i-100):min(len(text), i+100)])
			}
		}
	}
}
