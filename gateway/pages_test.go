package main

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

func TestPages(t *testing.T) {
	w := setup(t)
	html := []string{"Accept", "text/html"}
	for path, c := range map[string]struct {
		status       int
		body, cached string
	}{
		"/":                            {200, shellPage, "no-cache"},
		"/ai":                          {200, shellPage, "no-cache"},
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
		if resp.StatusCode != c.status || (c.body != "" && body != c.body) || (c.cached != "" && resp.Header.Get("Cache-Control") != c.cached) {
			t.Errorf("%s: %s %v %.60s", path, resp.Status, resp.Header, body)
		}
		if !strings.HasPrefix(resp.Header.Get("Content-Security-Policy"), "default-src 'none'") || len(resp.Cookies()) != 0 {
			t.Errorf("%s: %v", path, resp.Header)
		}
	}
}

func TestTheWallsAreNotForSearchEngines(t *testing.T) {
	w := setup(t)
	for path, want := range map[string]string{"/wall": "noindex", "/wall?wall=shame": "noindex", "/wall/": "noindex", "/gallery": "", "/": ""} {
		if resp, _ := w.do(t, "GET", path, ""); resp.StatusCode != 200 || resp.Header.Get("X-Robots-Tag") != want {
			t.Errorf("%s: %s %v", path, resp.Status, resp.Header)
		}
	}
}

func TestTheStyleguideIsShownWhereTheSettingsSaySo(t *testing.T) {
	w := setup(t)
	write(t, w.gateway.site.path, strings.Replace(siteText("McWick"), `"flags":{}`, `"flags":{"styleguide":true}`, 1))
	if err := w.gateway.site.load(); err != nil {
		t.Fatal(err)
	}
	if resp, body := w.do(t, "GET", "/styleguide", ""); resp.StatusCode != 200 || body != shellPage {
		t.Errorf("%s %.60s", resp.Status, body)
	}
}

func TestPagesInTheirSmallestForm(t *testing.T) {
	w := setup(t)
	asset := filepath.Join(w.static, "assets", "app-a1b2c3d4.js")
	for path, content := range map[string]string{
		asset + ".br": "code in br", asset + ".gz": "code in gzip",
		filepath.Join(w.static, "index.html.br"): "shell in br",
	} {
		write(t, path, content)
	}
	const code, page = "text/javascript; charset=utf-8", "text/html; charset=utf-8"
	for name, c := range map[string]struct {
		path, accept                string
		status                      int
		body, encoding, contentType string
	}{
		"brotli first":         {"/assets/app-a1b2c3d4.js", "gzip, deflate, br, zstd", 200, "code in br", "br", code},
		"gzip":                 {"/assets/app-a1b2c3d4.js", "gzip;q=0.5", 200, "code in gzip", "gzip", code},
		"refused":              {"/assets/app-a1b2c3d4.js", "br;q=0, gzip; q=0.0", 200, "code", "", code},
		"none asked for":       {"/assets/app-a1b2c3d4.js", "identity", 200, "code", "", code},
		"the shell":            {"/gallery", "br", 200, "shell in br", "br", page},
		"a form never built":   {"/", "gzip", 200, shellPage, "", page},
		"the page for a 404":   {"/nowhere", "br", 404, "shell in br", "br", page},
		"no address of itself": {"/assets/app-a1b2c3d4.js.br", "br", 404, "", "", "application/problem+json"},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := w.do(t, "GET", c.path, "", "Accept", "text/html", "Accept-Encoding", c.accept)
			h := resp.Header
			if resp.StatusCode != c.status || h.Get("Content-Encoding") != c.encoding || h.Get("Content-Type") != c.contentType ||
				(c.body != "" && (body != c.body || h.Get("Vary") != "Accept-Encoding")) {
				t.Errorf("%s %v %s", resp.Status, h, body)
			}
		})
	}
	t.Run("a range is one of the plain file", func(t *testing.T) {
		resp, body := w.do(t, "GET", "/assets/app-a1b2c3d4.js", "", "Accept-Encoding", "br", "Range", "bytes=1-2")
		if resp.StatusCode != http.StatusPartialContent || body != "od" || resp.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s %v %s", resp.Status, resp.Header, body)
		}
	})
}

func TestPageRoutesAreThoseOfTheShell(t *testing.T) {
	source, err := os.ReadFile("../frontend/shell/src/routes.ts")
	if err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for _, m := range regexp.MustCompile(`path: '([^']+)'`).FindAllStringSubmatch(string(source), -1) {
		drawn = append(drawn, m[1])
	}
	if served := append(slices.Clone(pageRoutes), styleguide); !slices.Equal(drawn, served) {
		t.Errorf("the shell draws %v, the gateway serves %v", drawn, served)
	}
}
