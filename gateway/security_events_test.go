package main

import (
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/security"
	"mcwick.example/platform/security/securitytest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// testEvents is where the events of a test go.
func testEvents(t *testing.T, log *slog.Logger) *security.Log {
	t.Helper()
	return security.New(log, security.ClientBlocked, security.CookieRefused, security.FileRefused,
		security.PolicyViolated)
}

// Verifies SEC-5.
func TestGatewayRecordsSecurityEvents(t *testing.T) {
	w := newEnvironment(t)
	var logged securitytest.Recorder
	w.gateway.events = testEvents(t, logged.Logger("gateway"))
	w.gateway.violations = newViolations(w.gateway.events)
	w.serve(t)
	const forged = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
	for _, cookie := range []string{forged, "2.gone." + strings.Repeat("A", 43) + "." + forged[:22], strings.Repeat("x", maxCookie+1)} {
		w.do(t, http.MethodGet, "/config.json", "", "Cookie", "vid="+cookie)
	}
	w.do(t, http.MethodPost, violationsPath, oneReport, "Content-Type", cspReport)
	w.gateway.policies.current.Store(parsePolicy(&moderationv1.Policy{Blocks: []*moderationv1.PolicyBlock{{
		Kind: moderationv1.BlockKind_BLOCK_KIND_RANGE, Subject: "127.0.0.0/8",
		ExpireTime: timestamppb.New(time.Now().Add(time.Hour)),
	}}}, time.Now()))
	w.do(t, http.MethodPost, "/api/v1/text-layouts", "{}")
	w.do(t, http.MethodGet, "/", "") // everybody's

	var got []string
	for _, event := range logged.Events(t) {
		got = append(got, event["event.name"].(string)+" "+event["event.reason"].(string))
	}
	want := "cookie.refused altered, cookie.refused unknown_key, cookie.refused altered, " +
		"page.violation script-src-elem, client.blocked range"
	if joined := strings.Join(got, ", "); joined != want {
		t.Errorf("%s, want %s", joined, want)
	}
	for _, secret := range []string{forged, "127.0.0.1", "secret", "http://x"} {
		if strings.Contains(logged.Text(), secret) {
			t.Errorf("%s is in %s", secret, logged.Text())
		}
	}
}
