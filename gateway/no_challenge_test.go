package main

import (
	"net/http"
	"testing"
)

func TestChallengeIsNotNeededWithoutPressure(t *testing.T) {
	resp, body := newEnvironment(t).do(t, "GET", "/api/v1/challenge?for=picture", "")
	if resp.StatusCode != http.StatusNoContent || body != "" ||
		resp.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s, %q, %q", resp.Status, resp.Header.Get("Cache-Control"), body)
	}
}
