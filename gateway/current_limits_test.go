package main

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/testkit"
	"mcwick.example/platform/testkit/metrictest"
)

// A file that operators change takes effect on routes that are served already; one that cannot be
// used leaves what there was, is logged once and measured.
// Verifies LIMIT-26.
func TestLimitsReloadWhileServing(t *testing.T) {
	reads := func(burst int) string {
		return fmt.Sprintf(`{"reads":{"address":{"every":"1h","burst":%d}}}`, burst)
	}
	file := testkit.NewConfigMap(t, "LIMITS_FILE", reads(1))
	w := newEnvironment(t)
	metrics := metrictest.New(t)
	var log bytes.Buffer
	var err error
	if w.gateway.limits, err = newCurrentLimits(file.Path, slog.New(slog.NewTextHandler(&log, nil))); err != nil {
		t.Fatal(err)
	}
	measureRefusedLimits(w.gateway.limits)
	edge := w.gateway.routes()
	network, addresses := rand.Text()[:2], 0
	allowed := func() (n int) { // at once, of an address that is new
		addresses++
		address := fmt.Sprintf("[2001:db8:%x:26%02d::1]:1", network, addresses)
		for ; n < 10; n++ {
			r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/likes?ids=x", nil)
			r.RemoteAddr = address
			answer := httptest.NewRecorder()
			if edge.ServeHTTP(answer, r); answer.Code == 429 {
				return n
			}
		}
		return n
	}
	expect := func(burst int, refused bool) {
		t.Helper()
		inEffect, since, refusal := w.gateway.limits.status()
		if gauge := metrics.Read(t, "mcwick.limits.file_refused").Value; (refusal != nil) != refused ||
			(gauge == 1) != refused || since.IsZero() || inEffect[limits.Reads].Address.Burst != burst {
			t.Errorf("refusal %v, gauge %g, %v since %v", refusal, gauge, inEffect[limits.Reads], since)
		}
		if n := allowed(); n != burst {
			t.Errorf("%d requests at once, want %d", n, burst)
		}
	}
	expect(1, false)
	file.Replace(t, reads(3))
	expect(3, false)
	file.Replace(t, `{"raeds":{}}`)
	expect(3, true)
	expect(3, true)
	file.Replace(t, reads(2))
	expect(2, false)
	if said := log.String(); strings.Count(said, "limits changed") != 2 || !strings.Contains(said, "[reads by address: 1, then 1 in 1h0m0s -> 3, then 1 in 1h0m0s]") {
		t.Errorf("logged: %s", said)
	}
}

func TestKindsOfRequestsHaveLimits(t *testing.T) {
	w := newEnvironment(t)
	for _, kind := range []limits.Kind{limits.Jobs, limits.Scripts, limits.Speeches, limits.Videos, limits.Layouts,
		limits.Previews, limits.Publications, limits.Writes, limits.Challenges, limits.Registrations, limits.Logins,
		limits.Nominations, limits.Complaints, limits.Telemetry, limits.Reads, limits.Media, limits.Pages,
		limits.Searches, limits.Cards} {
		if w.gateway.limits.get()[kind] == (limits.Scopes{}) {
			t.Errorf("%s has no figures", kind)
		}
	}
}
