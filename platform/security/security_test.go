package security_test

import (
	"log/slog"
	"testing"

	"mcwick.example/platform/security"
	"mcwick.example/platform/security/securitytest"
)

// Verifies SEC-5.
func TestEventsHaveTheSchema(t *testing.T) {
	var r securitytest.Recorder
	log, err := security.New(r.Logger("gateway"), security.ProofFailed)
	if err != nil {
		t.Fatal(err)
	}
	log.Record(t.Context(), security.ProofFailed, "signature", security.Lane("AbCdEf01_-4"),
		slog.String("proof.action", "login"))
	events := r.Events(t)
	if len(events) != 1 || events[0]["event.name"] != "proof.failed" || events[0]["event.reason"] != "signature" ||
		events[0]["client.lane"] != "AbCdEf01_-4" {
		t.Errorf("%v", events)
	}
}

// Verifies SEC-6.
func TestFloodOfEventsIsBounded(t *testing.T) {
	var r securitytest.Recorder
	log, err := security.New(r.Logger("gateway"), security.ClientBlocked, security.CookieRefused)
	if err != nil {
		t.Fatal(err)
	}
	for range 10_000 {
		log.Record(t.Context(), security.ClientBlocked, "device", security.Lane("x"))
	}
	if n := len(r.Events(t)); n < 100 || n > 110 {
		t.Errorf("%d lines for 10,000 events", n)
	}
	log.Record(t.Context(), security.CookieRefused, "altered", security.Lane("x")) // another kind goes on
	events := r.Events(t)
	if last := events[len(events)-1]; last["event.name"] != "cookie.refused" {
		t.Errorf("%v", last)
	}
}
