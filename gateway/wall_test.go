package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestWallIsCachedAndNominationsNeedAVisitor(t *testing.T) {
	w := newEnvironment(t)
	w.stopClock()
	const address = "/api/v1/wall/entries?wall=WALL_SHAME"
	for range 2 { // the second is the cache's
		resp, body := w.do(t, "GET", address, "")
		if resp.StatusCode != 200 || !strings.Contains(body, `"@WALL_SHAME"`) ||
			resp.Header.Get("Cache-Control") != "public, max-age=1" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	}
	if n := w.services.calls(); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
	key := uuid.NewString()
	resp, body := w.do(t, "POST", "/api/v1/wall/nominations",
		`{"wall":"WALL_FLAME","xHandle":"@wick","reason":"Burns"}`, "Idempotency-Key", key)
	if resp.StatusCode != 201 || body != "{}" || w.services.lastValue("mcwick-idempotency-key") != key ||
		w.services.visitor() == "" {
		t.Errorf("%s %s by %q", resp.Status, body, w.services.visitor())
	}
}

func TestAvatarsAreCachedAndReportsNeedAVisitor(t *testing.T) {
	w := newEnvironment(t)
	w.stopClock()
	for range 2 { // the second is the cache's
		resp, body := w.do(t, "GET", "/api/v1/wall/entries/e1/avatar", "")
		if resp.StatusCode != 200 || body != "face of e1" || resp.Header.Get("Content-Type") != "image/jpeg" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	}
	if n := w.services.calls(); n != 1 {
		t.Errorf("the service was asked %d times", n)
	}
	resp, body := w.do(t, "POST", "/api/v1/wall/entries/e1/reports", `{"reason":"ENTRY_REPORT_REASON_SPAM"}`)
	if resp.StatusCode != 202 || body != "{}" || w.services.visitor() == "" {
		t.Errorf("%s %s by %q", resp.Status, body, w.services.visitor())
	}
}

// Verifies WALL-16, WALL-17.
func TestClosedWallRefusesRequests(t *testing.T) {
	w := newEnvironment(t)
	calls := []struct{ method, path, body string }{
		{"GET", "/api/v1/wall/entries", ""},
		{"GET", "/api/v1/wall/entries/e1/avatar", ""},
		{"POST", "/api/v1/wall/entries/e1/reports", `{"reason":"ENTRY_REPORT_REASON_SPAM"}`},
		{"POST", "/api/v1/wall/nominations", `{"wall":"WALL_FLAME","xHandle":"@wick","reason":"Burns"}`},
	}
	request := func(want func(status int, body string) bool) {
		t.Helper()
		for _, c := range calls {
			resp, body := w.do(t, c.method, c.path, c.body, "Idempotency-Key", uuid.NewString())
			if !want(resp.StatusCode, body) {
				t.Errorf("%s: %s %s", c.path, resp.Status, body)
			}
		}
	}
	set := func(flags string) {
		t.Helper()
		w.setSite(t, strings.Replace(siteText("McWick"), `"flags":{}`, `"flags":`+flags, 1))
	}
	// a file from before the flag; the list is in the cache now
	request(func(status int, _ string) bool { return status < 300 })
	before := w.services.calls()
	set(`{"wall":false}`)
	request(func(status int, body string) bool { return status == 403 && strings.Contains(body, "WALL_CLOSED") })
	if n := w.services.calls() - before; n != 0 {
		t.Errorf("the service was asked %d times", n)
	}
	if resp, body := w.do(t, "POST", "/api/v1/takedowns", `{"place":"there","reason":"me"}`); strings.Contains(body,
		"WALL_CLOSED") {
		t.Errorf("a takedown request is refused: %s", resp.Status)
	}
	if resp, _ := w.do(t, "GET", "/wall", ""); resp.StatusCode != 200 || resp.Header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("the page: %s %v", resp.Status, resp.Header)
	}
	set(`{"wall":true}`)
	request(func(status int, _ string) bool { return status < 300 })

	set(`{"shame":false}`)
	request(func(status int, _ string) bool { return status < 300 }) // none of them is of that wall
	for path, body := range map[string]string{"/api/v1/wall/entries?wall=WALL_SHAME": "",
		"/api/v1/wall/nominations": `{"reason":"Burns","xHandle":"@wick","wall":"WALL_SHAME"}`} {
		method := map[bool]string{true: "GET", false: "POST"}[body == ""]
		if resp, body := w.do(t, method, path, body, "Idempotency-Key", uuid.NewString()); resp.StatusCode != 403 ||
			!strings.Contains(body, "WALL_CLOSED") {
			t.Errorf("%s of the wall that is closed: %s %s", path, resp.Status, body)
		}
	}
}

// Verifies CARD-10.
func TestCardOfWallsSaysWhatTheyShow(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	texts, err := os.ReadFile("../frontend/remotes/wall/src/texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flags, path, title, url, image string }{
		{`{}`, "/wall", "Wall of Flame", "/wall", "/cards/wall.jpg"},
		{`{}`, "/wall?wall=flame", "Wall of Flame", "/wall", "/cards/wall.jpg"},
		{`{}`, "/wall?wall=shame", "Wall of Shame", "/wall?wall=shame", "/cards/wall.jpg?wall=shame"},
		{`{"shame":false}`, "/wall?wall=shame", "Wall of Flame", "/wall", "/cards/wall.jpg"},
		{`{"wall":false}`, "/wall", "The walls are closed", "/wall", "/cards/wall.jpg"},
		{`{"wall":false}`, "/wall?wall=shame", "The walls are closed", "/wall", "/cards/wall.jpg"},
	} {
		w.setSite(t, strings.Replace(siteText("McWick"), `"flags":{}`, `"flags":`+c.flags, 1))
		_, page := w.do(t, "GET", c.path, "")
		found, _ := tags(t, page)
		if base := "http://localhost:8080"; found["og:title"] != c.title || found["og:url"] != base+c.url ||
			found["og:image"] != base+c.image || !strings.Contains(string(texts), "title: '"+c.title+"'") {
			t.Errorf("%s with %s: %v", c.path, c.flags, found)
		}
		if nominates := strings.Contains(found["og:description"], "nominate"); nominates == (c.flags == `{"wall":false}`) {
			t.Errorf("%s with %s: %s", c.path, c.flags, found["og:description"])
		}
		if _, drawn := w.do(t, "GET", c.image, ""); !strings.Contains(drawn, `title:"`+c.title+`"`) {
			t.Errorf("%s with %s shows %s", c.image, c.flags, drawn)
		}
	}
	if resp, _ := w.do(t, "GET", "/cards/wall/shame.jpg", ""); resp.StatusCode != 404 {
		t.Errorf("a page that does not exist has a card: %s", resp.Status)
	}
}
