package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestGetSpeechNamesTheVisitorAndIsNotCached(t *testing.T) {
	w := newEnvironment(t)
	accepted, _ := w.do(t, "POST", "/api/v1/jobs", `{"speech":{"text":"Gm."}}`, "Idempotency-Key", uuid.NewString())
	device, visitor := accepted.Cookies()[0], w.services.visitor()
	for i := range 2 {
		before := w.services.calls()
		resp, body := w.do(t, "GET", "/api/v1/speeches/s1", "", "Cookie", device.Name+"="+device.Value)
		if resp.StatusCode != http.StatusOK ||
			!strings.Contains(strings.ReplaceAll(body, " ", ""), `"words":[{"text":"Gm.","start":"0s","end":"1s"}]`) {
			t.Errorf("%s %s", resp.Status, body)
		}
		if w.services.calls() != before+1 || w.services.visitor() != visitor || visitor == "" {
			t.Errorf("request %d: %d calls of the service, for %q", i, w.services.calls()-before, w.services.visitor())
		}
		if c := resp.Header.Get("Cache-Control"); c != "private, no-store" {
			t.Errorf("Cache-Control %q", c)
		}
	}
}
