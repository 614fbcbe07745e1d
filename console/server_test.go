package main

import (
	"net/http"
	"strings"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// Verifies MOD-72.
func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	b := newEnvironment(t).newBrowser(t)
	b.signIn(t, "token-a")
	for path, cache := range map[string]string{
		"/": "no-cache", "/queue": "no-cache", "/assets/index-0123abcd.js": "public, max-age=31536000, immutable",
		"/pictures/p1": "no-store", "/missing.js": "no-store",
	} {
		h := b.send(t, http.MethodGet, path, "").header
		if h.Get("Cache-Control") != cache || h.Get("X-Content-Type-Options") != "nosniff" ||
			h.Get("Cross-Origin-Resource-Policy") != "same-origin" || h.Get("Content-Security-Policy") == "" {
			t.Errorf("%s: %v", path, h)
		}
	}
}

func TestPageIsServedAtItsOwnAddresses(t *testing.T) {
	b := newEnvironment(t).newBrowser(t)
	for path, want := range map[string]int{
		"/": 200, "/queue": 200, "/cases/picture/p1": 200, "/assets/index-0123abcd.js": 200,
		"/missing.js": 404, "/pictures/p1": 401,
	} {
		if a := b.send(t, http.MethodGet, path, ""); a.status != want {
			t.Errorf("%s: %d, want %d", path, a.status, want)
		}
	}
}

func TestPictureIsServedToOperatorsAlone(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	if a := b.send(t, http.MethodGet, "/pictures/p1", ""); a.status != http.StatusUnauthorized || len(e.operators) > 0 {
		t.Errorf("a stranger: %+v, %q", a, e.operators)
	}
	b.signIn(t, "token-a")
	a := b.send(t, http.MethodGet, "/pictures/p1", "")
	if a.body != "pixels" || a.header.Get("Content-Type") != "image/png" ||
		a.header.Get("Content-Security-Policy") != "sandbox" {
		t.Errorf("ada: %+v", a)
	}
}

func TestCallsAreThoseOfOperatorsContracts(t *testing.T) {
	b := newEnvironment(t).newBrowser(t)
	b.signIn(t, "token-a")
	for path, want := range map[string]int{
		getCase: 200,
		"/calls/wall/moderation.v1.CaseOperatorService/GetCase": 404, // another service's
		"/calls/moderation/moderation.v1.CaseService/Report":    404, // not for operators
		"/calls/kitchen/moderation.v1.CaseOperatorService/Get":  404,
	} {
		if a := b.send(t, http.MethodPost, path, caseBody); a.status != want {
			t.Errorf("%s: %+v, want %d", path, a, want)
		}
	}
	if a := b.send(t, http.MethodPost, getCase, `{"note":"`+strings.Repeat("n", maxRequest)+`"}`); a.status < 400 {
		t.Errorf("too long: %+v", a)
	}
}

func TestRefusalHasSentenceCodeAndTrace(t *testing.T) {
	otel.SetTextMapPropagator(propagation.TraceContext{})
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	traceparent := []string{"Traceparent", "00-" + trace + "-00f067aa0ba902b7-01"}
	b := newEnvironment(t).newBrowser(t)
	refused := b.send(t, http.MethodPost, getCase, caseBody, traceparent...)
	b.signIn(t, "token-a")
	a := b.send(t, http.MethodPost, getCase, `{}`, traceparent...)
	for _, one := range []answer{refused, a} {
		if got := one.header.Values("McWick-Trace"); len(got) != 1 || got[0] != trace {
			t.Errorf("traces %q", got)
		}
	}
	if a.status != http.StatusBadRequest || a.Code != "invalid_argument" ||
		!strings.Contains(a.body, `"message":"Say which."`) || a.header.Get("McWick-Code") != "SUBJECT_INVALID" {
		t.Errorf("refusal: %+v", a)
	}
}

func TestSpansHaveNoAddressAndNoBrowser(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(trace.NewTracerProvider(trace.WithSpanProcessor(spans)))
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	b := newEnvironment(t).newBrowser(t)
	b.send(t, http.MethodPost, getCase, caseBody, "X-Forwarded-For", "203.0.113.77", "User-Agent", "wick/1")
	served := 0
	for _, span := range spans.Ended() {
		if span.Name() == "POST /calls/" {
			served++
		}
		for _, a := range span.Attributes() {
			if value := a.Value.String(); value == "203.0.113.77" || value == "wick/1" ||
				a.Key != "server.address" && strings.Contains(value, "127.0.0.1") {
				t.Errorf("%s: %s=%s", span.Name(), a.Key, value)
			}
		}
	}
	if served != 1 {
		t.Errorf("%d spans of the request", served)
	}
}
