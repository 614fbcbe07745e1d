package main

import (
	"bufio"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

const anID = "0192aaaa-0000-7000-8000-000000000000"

// Verifies REQ-1.
func TestPathsThatAreNotUTF8AreRefused(t *testing.T) {
	w := newEnvironment(t)
	spans := keepSpans(t)
	w.do(t, "GET", "/api/v1/sessions/current", "")
	for method, paths := range described(t) {
		for _, path := range paths {
			if strings.Contains(path, "{") {
				address := placeholder.ReplaceAllString(path, "%ff")
				resp, body := w.do(t, method, address, "", "Content-Type", "application/json", "Idempotency-Key", anID)
				if resp.StatusCode >= 500 {
					t.Errorf("%s %s: %s %s", method, address, resp.Status, body)
				}
			}
		}
	}
	for _, path := range []string{"/gallery/%ff", "/bictok/%ff", "/media/%ff", "/%ff", "/mfe/%ff/x.js"} {
		if resp, body := w.do(t, "GET", path, ""); resp.StatusCode >= 500 {
			t.Errorf("%s: %s %s", path, resp.Status, body)
		}
	}
	for _, path := range []string{
		"/api/v1/images?cursor=%ff", "/api/v1/images?type=%c3%28", "/api/v1/likes?ids=%ff",
		"/api/v1/likes?ids=a&ids=%ff",
		"/api/v1/publications?cursor=%ff", "/api/v1/wall/entries?wall=WALL_FLAME&cursor=%ff", "/api/v1/images?%ff=x",
		"/api/v1/images?cursor=%zz",
	} {
		if resp, body := w.do(t, "GET", path, ""); resp.StatusCode != 400 {
			t.Errorf("%s: %s %s", path, resp.Status, body)
		}
	}
	for _, span := range spans.GetSpans() {
		for _, a := range span.Attributes {
			if !utf8.ValidString(a.Value.String()) {
				t.Errorf("%s has %s %q", span.Name, a.Key, a.Value.String())
			}
		}
	}
}

// Verifies REQ-5.
func TestHeadIsServedWhereGetIs(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	for _, path := range described(t)["GET"] {
		address := strings.NewReplacer("{jobId}", "j1", "{videoId}", "v1", "{imageId}", anID).Replace(path)
		address = placeholder.ReplaceAllString(address, anID)
		if strings.HasSuffix(address, "/wall/entries") {
			address += "?wall=WALL_FLAME"
		}
		if strings.HasSuffix(address, "/events") {
			continue // never ends; see below
		}
		get, body := w.do(t, "GET", address, "")
		head, none := w.do(t, "HEAD", address, "")
		if head.StatusCode != get.StatusCode || none != "" ||
			head.Header.Get("Content-Type") != get.Header.Get("Content-Type") {
			t.Errorf("%s: HEAD %s %v %q, GET %s %.60s", address, head.Status, head.Header, none, get.Status, body)
		}
	}
	resp, _ := w.do(t, "POST", "/api/v1/images", "{}")
	if resp.StatusCode != 405 || resp.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
}

// Verifies REQ-5.
func TestHeadOfAStreamEndsAtOnce(t *testing.T) {
	w := newEnvironment(t)
	w.do(t, "GET", "/api/v1/sessions/current", "")
	for range streamsPerDevice + 1 { // none of which takes a place
		resp, body := w.do(t, "HEAD", "/api/v1/jobs/j1/events", "")
		if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" || body != "" {
			t.Fatalf("%s %v %q", resp.Status, resp.Header, body)
		}
	}
	for key := range w.gateway.streams.open {
		t.Errorf("%s is held", key)
	}
	if resp, _ := w.do(t, "HEAD", "/api/v1/jobs/x/events", ""); resp.StatusCode != 404 {
		t.Error(resp.Status)
	}
}

// Verifies REQ-2.
func TestEquivalentQueriesShareACacheEntry(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	for _, path := range []string{
		list, list + "?", list + "?type=", list + "?cursor=&type=", list + "?type=&cursor=", list + "?pageSize=0",
		list + "?&",
		list + "?type=pfp&pageSize=3", list + "?pageSize=3&type=pfp", list + "?pageSize=3&type=%70fp&cursor=",
	} {
		if resp, body := w.do(t, "GET", path, ""); resp.StatusCode != 200 {
			t.Errorf("%s: %s %s", path, resp.Status, body)
		}
	}
	for _, path := range []string{
		list + "?pageSize=03", list + "?pageSize=%2B3", list + "?pageSize=", list + "?x=", list + "?x=0", list +
			"?type=pfp&type=pfp", list + "?page_size=3",
		single + "?imageId=" + anID, single + "?x=1",
	} {
		if resp, body := w.do(t, "GET", path, ""); resp.StatusCode != 400 {
			t.Errorf("%s: %s %s", path, resp.Status, body)
		}
	}
	w.gateway.cache.responses.CleanUp()
	var kept []string
	for key := range w.gateway.cache.responses.Keys() {
		kept = append(kept, key)
	}
	if len(kept) != 2 {
		t.Errorf("kept: %q", kept)
	}
}

// Verifies REQ-3.
func TestIdempotencyKeyMustBeAUUID(t *testing.T) {
	w := newEnvironment(t)
	for _, key := range []string{anID, strings.ToUpper(anID)} {
		if resp, body := w.do(t, "GET", "/api/v1/likes?ids=x", "", "Idempotency-Key", key); resp.StatusCode != 200 ||
			w.services.lastValue("mcwick-idempotency-key") != anID {
			t.Errorf("%s %s, as %q", resp.Status, body, w.services.lastValue("mcwick-idempotency-key"))
		}
	}
	for _, key := range []string{"urn:uuid:" + anID, "{" + anID + "}", strings.ReplaceAll(anID, "-", "")} {
		if resp, body := w.do(t, "GET", "/api/v1/likes?ids=x", "", "Idempotency-Key", key); resp.StatusCode != 400 {
			t.Errorf("%s: %s %s", key, resp.Status, body)
		}
	}
}

func TestRepeatedIdempotencyKeyHeaderIsRefused(t *testing.T) {
	w := newEnvironment(t)
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/likes?ids=x", nil)
	r.Header["Idempotency-Key"] = []string{anID, "0192aaaa-0000-7000-8000-000000000001"}
	answer := httptest.NewRecorder()
	if w.gateway.routes().ServeHTTP(answer, r); answer.Code != 400 {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// sendRaw sends a request as it is and returns the response, whose body was read, and what follows it.
func (w *environment) sendRaw(t *testing.T, request string) (*http.Response, *bufio.Reader) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	fmt.Fprint(conn, request)
	in := bufio.NewReader(conn)
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp, in
}

func TestTooLargeContentLengthIsRefusedAtOnce(t *testing.T) {
	w := newEnvironment(t)
	resp, _ := w.sendRaw(t,
		"POST /api/v1/telemetry/vitals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n[")
	if resp.StatusCode != 413 || !resp.Close {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
}

// Verifies REQ-6.
func TestManyRangesGetTheWholeFile(t *testing.T) {
	w := newEnvironment(t)
	file := strings.Repeat("0123456789", 270)
	write(t, w.static+"/assets/file-a1b2c3d4.js", file)
	many := make([]string, 1300)
	for i := range many {
		many[i] = fmt.Sprintf("%d-%d", 2*i, 2*i)
	}
	if resp, body := w.do(t, "GET", "/assets/file-a1b2c3d4.js", "", "Range", "items=0-1"); resp.StatusCode != 200 ||
		body != file {
		t.Errorf("an unknown range unit: %s", resp.Status)
	}
	for ranges, want := range map[string]int{
		"0-0": 206, "0-0,2-2": 206, "0-0,2-2,4-4,6-6": 206, "0-0,2-2,4-4,6-6,8-8": 200, strings.Join(many, ","): 200,
		"0-,0-": 200,
	} {
		resp, body := w.do(t, "GET", "/assets/file-a1b2c3d4.js", "", "Range", "bytes="+ranges)
		if resp.StatusCode != want || (want == 200) != (body == file) || len(body) > len(file) {
			t.Errorf("%.40s: %s with %d bytes", ranges, resp.Status, len(body))
		}
	}
}

// Verifies REQ-6.
func TestPlainErrorsBecomeProblems(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	for _, c := range []struct{ path, header, value, code string }{
		{"/assets/app-a1b2c3d4.js", "Range", "bytes=99-", "RANGE_NOT_SATISFIABLE"},
		{"/config.json", "Range", "bytes=9999-", "RANGE_NOT_SATISFIABLE"},
		{"/config.json", "If-Match", `"x"`, "PRECONDITION_FAILED"},
		{list, "If-Match", `"x"`, "PRECONDITION_FAILED"},
		{"/nothing", "X", "x", "NOT_FOUND"},
	} {
		resp, body := w.do(t, "GET", c.path, "", c.header, c.value)
		if resp.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(body, `"`+c.code+`"`) ||
			resp.Header.Get("ETag") != "" {
			t.Errorf("%s with %s: %s %v %s", c.path, c.header, resp.Status, resp.Header, body)
		}
	}
	resp, body := w.do(t, "GET", "/nothing", "", "Accept", "text/html")
	if resp.StatusCode != 404 || body != shellPage {
		t.Errorf("for people: %s %s", resp.Status, body)
	}
}

func TestCallsWithoutABodyNeedNoMediaType(t *testing.T) {
	w := newEnvironment(t)
	if resp, body := w.do(t, "POST", "/api/v1/jobs/j1/cancel", ""); resp.StatusCode != 200 {
		t.Errorf("%s %s", resp.Status, body)
	}
	if resp, body := w.do(t, "POST", "/api/v1/text-layouts", ""); resp.StatusCode != 400 {
		t.Errorf("a call that needs one: %s %s", resp.Status, body)
	}
	const free = "/api/v1/telemetry/vitals" // bounded by nothing that a test would meet
	for _, media := range []string{"text/plain", "", "application/x-www-form-urlencoded",
		"application/json; charset=utf-16"} {
		if resp, _ := w.do(t, "POST", free, "[]", "Content-Type", media); resp.StatusCode != 415 {
			t.Errorf("%q: %s", media, resp.Status)
		}
	}
	if resp, _ := w.do(t, "PUT", "/api/v1/profile/candle", "{}", "Content-Type", "text/plain"); resp.StatusCode != 415 {
		t.Errorf("the portrait of a profile as plain text: %s", resp.Status)
	}
	for _, media := range []string{"application/json", "application/json; charset=UTF-8"} {
		if resp, _ := w.do(t, "POST", free, "[]", "Content-Type", media); resp.StatusCode != 204 {
			t.Errorf("%q: %s", media, resp.Status)
		}
		if resp, _ := w.do(t, "POST", free, "[]", "Content-Type", media, "Content-Encoding",
			"gzip"); resp.StatusCode != 415 {
			t.Errorf("%q, packed: %s", media, resp.Status)
		}
	}
}

// Verifies REQ-7.
func TestChunkedRequestsCloseTheirConnection(t *testing.T) {
	w := newEnvironment(t)
	resp, in := w.sendRaw(t,
		"POST /api/v1/telemetry/vitals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n"+
			"2\r\n[]\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
	if rest, err := io.ReadAll(in); !resp.Close || len(rest) > 0 || err != nil {
		t.Errorf("%s %v, then %q %v", resp.Status, resp.Header, rest, err)
	}
}

// Verifies REQ-7.
func TestInvalidHeadersAreNotLogged(t *testing.T) {
	w := newEnvironment(t)
	var lines strings.Builder
	before, writer := slog.Default(), log.Writer()
	slog.SetDefault(slog.New(slog.NewTextHandler(&lines, nil)))
	t.Cleanup(func() { slog.SetDefault(before); log.SetOutput(writer) })
	w.do(t, "GET", "/api/v1/sessions/current", "")
	for _, name := range []string{"If-None-Match", "Content-Type", "Authorization", "If-Match", "Accept", "Range",
		"Te"} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/likes?ids="+anID, nil)
		r.Header[name] = []string{"\xff\"garbage;;"}
		answer := httptest.NewRecorder()
		w.gateway.routes().ServeHTTP(answer, r)
		if answer.Code != 200 {
			t.Errorf("%s: %d %s", name, answer.Code, answer.Body)
		}
	}
	if diff := cmp.Diff("", lines.String()); diff != "" {
		t.Error(diff)
	}
}
