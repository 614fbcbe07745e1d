package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// Verifies NAV-1.
func TestPages(t *testing.T) {
	w := newEnvironment(t)
	html := []string{"Accept", "text/html"}
	for path, c := range map[string]struct {
		status       int
		body, cached string
	}{
		"/":                            {200, "", "no-cache"},
		"/ai":                          {200, "", "no-cache"},
		"/gallery/" + uuid.NewString(): {404, shellPage, "no-cache"},
		"/gallery/nonsense":            {404, shellPage, "no-cache"},
		"/nowhere":                     {404, shellPage, "no-cache"},
		"/styleguide":                  {404, shellPage, "no-cache"},
		"/assets/app-a1b2c3d4.js":      {200, "code", "public, max-age=31536000, immutable"},
		"/media/memes/x.png":           {200, "bytes of /media/memes/x.png", ""},
		"/assets/../../../etc/passwd":  {404, "", ""},
		"/assets/":                     {404, shellPage, "no-cache"},
	} {
		resp, body := w.do(t, "GET", path, "", html...)
		if resp.StatusCode != c.status || (c.body != "" && body != c.body) ||
			(c.cached != "" && resp.Header.Get("Cache-Control") != c.cached) {
			t.Errorf("%s: %s %v %.60s", path, resp.Status, resp.Header, body)
		}
		if !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") ||
			len(resp.Cookies()) != 0 {
			t.Errorf("%s: %v", path, resp.Header)
		}
	}
}

func TestWallPagesAreNoindex(t *testing.T) {
	w := newEnvironment(t)
	for path, want := range map[string]string{"/wall": "noindex", "/wall?wall=shame": "noindex", "/wall/": "noindex",
		"/gallery": "", "/": ""} {
		if resp, _ := w.do(t, "GET", path, ""); resp.StatusCode != 200 || resp.Header.Get("X-Robots-Tag") != want {
			t.Errorf("%s: %s %v", path, resp.Status, resp.Header)
		}
	}
}

func TestStyleguideFollowsItsFlag(t *testing.T) {
	w := newEnvironment(t)
	w.setSite(t, strings.Replace(siteText("McWick"), `"flags":{}`, `"flags":{"styleguide":true}`, 1))
	if resp, body := w.do(t, "GET", "/styleguide", ""); resp.StatusCode != 200 || body != shellPage {
		t.Errorf("%s %.60s", resp.Status, body)
	}
}

func TestShellIsServedCompressed(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html.br"), "shell in br")
	for path, status := range map[string]int{"/nowhere": 404, "/gallery/nonsense": 404} {
		resp, body := w.do(t, "GET", path, "", "Accept", "text/html", "Accept-Encoding", "br")
		h := resp.Header
		if resp.StatusCode != status || body != "shell in br" || h.Get("Content-Encoding") != "br" ||
			h.Get("Content-Type") != "text/html; charset=utf-8" {
			t.Errorf("%s: %s %v %s", path, resp.Status, h, body)
		}
	}
}

// Verifies NAV-1.
func TestPageRoutesMatchTheShell(t *testing.T) {
	source, err := os.ReadFile("../frontend/shell/src/routes.ts")
	if err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for _, m := range regexp.MustCompile(`path: '([^']+)'`).FindAllStringSubmatch(string(source), -1) {
		drawn = append(drawn, m[1])
	}
	var served []string
	for _, route := range pageRoutes {
		served = append(served, route.path)
	}
	if served = append(served, styleguide); !slices.Equal(drawn, served) {
		t.Errorf("the shell draws %v, the gateway serves %v", drawn, served)
	}
	texts, err := os.ReadFile("../frontend/shell/src/texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, route := range pageRoutes {
		if !strings.Contains(string(texts), `: '`+route.title+`',`) {
			t.Errorf("the shell does not call %s %q", route.path, route.title)
		}
	}
}
