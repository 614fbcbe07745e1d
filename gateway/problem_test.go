package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"mcwick.example/platform/fault"
)

func TestProblems(t *testing.T) {
	keepSpans(t)
	w := newEnvironment(t)
	id := uuid.NewString()
	cases := map[string]struct {
		method, path, body string
		header             []string
		status             int
		code               string
	}{
		"unknown address": {"GET", "/api/v1/nothing", "", nil, 404, "NOT_FOUND"},
		"nothing to post to": {"POST", "/api/v1/nothing", "a=b", []string{"Content-Type", "text/plain"}, 404,
			"NOT_FOUND"},
		"slash in an id": {"GET", "/api/v1/jobs/j1%2Fcancel", "", nil, 404, "JOB_NOT_FOUND"},
		"page posted to": {"POST", "/gallery", "a=b", []string{"Content-Type", "text/plain"}, 405,
			"METHOD_NOT_ALLOWED"},
		"wrong method":      {"DELETE", "/api/v1/images", "", nil, 405, "METHOD_NOT_ALLOWED"},
		"unknown parameter": {"GET", "/api/v1/images?page=2", "", nil, 400, "REQUEST_UNREADABLE"},
		"not JSON": {"POST", "/api/v1/jobs", "a=b",
			[]string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "MEDIA_TYPE_UNSUPPORTED"},
		"too large": {"POST", "/api/v1/jobs", `{"meme":{"action":"` + strings.Repeat("x", maxBody) + `"}}`,
			[]string{"Idempotency-Key", id}, 413, "BODY_TOO_LARGE"},
		"cut off": {"POST", "/api/v1/jobs", `{"meme":`, []string{"Idempotency-Key", id}, 400,
			"REQUEST_UNREADABLE"},
		"key is no UUID": {"POST", "/api/v1/jobs", meme, []string{"Idempotency-Key", "1"}, 400,
			"IDEMPOTENCY_KEY_INVALID"},
		"from another site": {"POST", "/api/v1/jobs", meme,
			[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403, "CROSS_SITE"},
		"no such job stream": {"GET", "/api/v1/jobs/j2/events", "", nil, 404, "JOB_NOT_FOUND"},
		"no such speech":     {"GET", "/api/v1/speeches/s2", "", nil, 404, "SPEECH_NOT_FOUND"},
		"no such video":      {"GET", "/api/v1/videos/v2/events", "", nil, 404, "VIDEO_NOT_FOUND"},
		"no such file":       {"GET", "/assets/gone.js", "", nil, 404, "NOT_FOUND"},
		"unknown vitals": {"POST", "/api/v1/telemetry/vitals", `[{"name":"FID","value":1,"page":"/"}]`, nil, 400,
			"VITALS_INVALID"},
		"vitals of no page": {"POST", "/api/v1/telemetry/vitals", `[{"name":"LCP","value":1,"page":"/admin"}]`, nil,
			400, "VITALS_INVALID"},
		"spans of nonsense": {"POST", "/api/v1/telemetry/spans", `[{"traceId":"x"}]`, nil, 400, "SPANS_INVALID"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			resp, body := w.do(t, c.method, c.path, c.body, c.header...)
			var p fault.Problem
			if err := json.Unmarshal([]byte(body), &p); err != nil {
				t.Fatalf("%s: %s", resp.Status, body)
			}
			if resp.StatusCode != c.status || p.Status != c.status || p.Code != c.code || p.Detail == "" ||
				resp.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %+v", resp.Status, p)
			}
			if named := resp.Header.Values("McWick-Trace"); p.TraceID == "" || !slices.Equal(named, []string{p.TraceID}) {
				t.Errorf("the document is of trace %q, its answer of %q", p.TraceID, named)
			}
			if (resp.Header.Get("Allow") == "") != (c.status != 405) {
				t.Errorf("%s allows %q", resp.Status, resp.Header.Get("Allow"))
			}
		})
	}
}

func TestUnavailableServiceAffectsOnlyItsRoutes(t *testing.T) {
	w := newEnvironment(t)
	for name, err := range map[string]error{
		"a breaker is open":       fault.ErrUnavailable,
		"connections are refused": status.Error(codes.Unavailable, "connection refused"),
		"a service says no time":  fault.New(fault.KindUnavailable, "STORAGE_UNAVAILABLE", "The storage does not answer."),
		"a server has a bound":    status.Error(codes.ResourceExhausted, "too many streams"),
	} {
		want := fault.From(fault.FromStatus(err)) // as the client of a service does
		w.services.err = want
		resp, body := w.do(t, "GET", "/api/v1/images", "")
		if resp.StatusCode != want.Kind.HTTPStatus() ||
			resp.Header.Get("Retry-After") != "1" || !strings.Contains(body, want.Reason) {
			t.Errorf("%s: %s, Retry-After %q, %s", name, resp.Status, resp.Header.Get("Retry-After"), body)
		}
	}
	if resp, _ := w.do(t, "GET", "/config.json", ""); resp.StatusCode != 200 {
		t.Errorf("config: %s", resp.Status)
	}
}
