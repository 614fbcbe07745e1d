package telemetry_test

import (
	"net/http"
	"strings"
	"testing"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/testkit"
)

// Verifies OPS-33.
func TestProfilesHaveTheirOwnPort(t *testing.T) {
	operations, profiles := testkit.FreeAddr(t), testkit.FreeAddr(t)
	program, err := telemetry.Start(t.Context(), "test", telemetry.Config{ProfileAddr: profiles})
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []lifecycle.Part{program.Part(), program.Ops(operations, nil)} {
		if err := part.Start(t.Context(), func(err error) { t.Error(err) }); err != nil {
			t.Fatal(err)
		}
		defer part.Stop(t.Context())
	}
	for address, want := range map[string]int{
		profiles + "/debug/pprof/":       http.StatusOK,
		profiles + "/debug/pprof/heap":   http.StatusOK,
		profiles + "/metrics":            http.StatusNotFound,
		operations + "/metrics":          http.StatusOK,
		operations + "/debug/pprof/":     http.StatusNotFound,
		operations + "/debug/pprof/heap": http.StatusNotFound,
	} {
		response, body := testkit.Send(t, http.DefaultClient, http.MethodGet, "http://"+address, "")
		if response.StatusCode != want {
			t.Errorf("%s: %d, want %d: %.200s", address, response.StatusCode, want, body)
		}
	}
}

// Verifies OPS-33.
func TestProfilesStayOnTheMachine(t *testing.T) {
	for _, addr := range []string{":6060", "0.0.0.0:6060", "10.1.2.3:6060", "example.org:6060", "6060"} {
		if _, err := telemetry.Start(t.Context(), "test", telemetry.Config{ProfileAddr: addr}); err == nil ||
			!strings.Contains(err.Error(), "PPROF_ADDR") {
			t.Errorf("%s: got %v", addr, err)
		}
	}
}
