package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A link to any page of the site says what it is, with a picture, before any code of the page runs.
func TestPagesHaveCards(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	w.setSite(t, strings.Replace(siteText("Wick & Co"), `"tagline":"t"`, `"tagline":"Light <up>"`, 1))
	for path, want := range map[string]map[string]string{
		"/": {
			"title": "Wick & Co · Light <up>", "og:title": "Wick & Co · Light <up>", "og:site_name": "Wick & Co",
			"og:type":   "website",
			"canonical": "http://localhost:8080/", "og:url": "http://localhost:8080/",
			"description":    "Light <up>. Make candle memes and profile pictures, and share them in the gallery.",
			"og:description": "Light <up>. Make candle memes and profile pictures, and share them in the gallery.",
			"og:image":       "http://localhost:8080/cards/home.jpg", "og:image:type": "image/jpeg", "og:image:width": "1200",
			"og:image:height": "630",
			"twitter:card":    "summary_large_image",
		},
		"/gallery?type=pfp": {"title": "Gallery · Wick & Co", "og:title": "Gallery",
			"canonical": "http://localhost:8080/gallery"},
		"/verse": {"title": "Wick & Coverse · Wick & Co"},
	} {
		resp, page := w.do(t, "GET", path, "", "Accept-Encoding", "br")
		got, _ := tags(t, page)
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s: %s: %q, want %q", path, name, got[name], value)
			}
		}
		if h := resp.Header; resp.StatusCode != 200 || h.Get("Content-Type") != "text/html; charset=utf-8" ||
			h.Get("Cache-Control") != "no-cache" || h.Get("ETag") == "" {
			t.Errorf("%s: %s %v", path, resp.Status, h)
		}
	}
	for _, route := range pageRoutes {
		_, page := w.do(t, "GET", route.path, "")
		got, _ := tags(t, page)
		for _, name := range []string{"title", "description", "og:title", "og:description", "og:image", "og:url",
			"canonical"} {
			if got[name] == "" || strings.Contains(got[name], "{") {
				t.Errorf("%s: %s: %q", route.path, name, got[name])
			}
		}
	}
}

// The landing page's top is in its first HTML; other pages, and a brand of another name, have a template, which is not
// shown.
// Verifies HOME-18.
func TestHomePageShowsItsTopBeforeScripts(t *testing.T) {
	w := newEnvironment(t)
	w.setSite(t, strings.Replace(siteText("Wick & Co"), `"tagline":"t"`, `"tagline":"Light <up>"`, 1))
	const hidden = `<link rel="preload-at-home" /><template data-home="Wick &amp; Co"><p>{tagline}</p></template>`
	const shown = `<link rel="preload" /><div data-home><p>Light &lt;up&gt;</p></div>`
	write(t, filepath.Join(w.static, "index.html"), strings.Replace(builtShell, "</body>", hidden+"</body>", 1))
	check := func(path, want string) {
		t.Helper()
		if _, page := w.do(t, "GET", path, ""); !strings.Contains(page, want) {
			t.Errorf("%s: no %s in %s", path, want, page)
		}
	}
	check("/", shown)
	check("/lore", hidden)
	w.setSite(t, strings.Replace(siteText("Wick & Co"), `"tagline":"t"`, `"tagline":"Light {name}"`, 1))
	check("/", strings.Replace(hidden, "-at-home", "", 1))
	w.setSite(t, siteText("Other"))
	check("/", strings.Replace(hidden, "-at-home", "", 1))
}

// The document names the script of its remote, so that browsers fetch it together with the shell.
// Verifies NAV-11.
func TestPagesPreloadTheirRemote(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	w.setSite(t, strings.Replace(siteText("Wick"), `"remotes":[]`,
		`"remotes":[{"name":"gallery","entry":"/mfe/gallery/remoteEntry.js","path":"/gallery"},
		{"name":"studio","entry":"https://cdn.test/a&b.js","path":"/ai"}]`, 1))
	for path, want := range map[string]string{
		"/gallery": `<link rel="modulepreload" href="/mfe/gallery/remoteEntry.js" />`,
		"/ai":      `<link rel="modulepreload" href="https://cdn.test/a&amp;b.js" />`,
	} {
		if _, page := w.do(t, "GET", path, ""); !strings.Contains(page, want) {
			t.Errorf("%s: no %s in %s", path, want, page)
		}
	}
	if _, page := w.do(t, "GET", "/lore", ""); strings.Contains(page, "modulepreload") {
		t.Errorf("a page of the shell preloads a remote: %s", page)
	}
	for path, want := range map[string]string{
		"/gallery/x": "/mfe/gallery/remoteEntry.js", "/@wick": "/mfe/gallery/remoteEntry.js", "/gallerys": "", "/": "",
	} {
		if got := w.gateway.site.entry(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// A page that did not change is not sent again; a page of another brand is another page.
func TestPagesAreRevalidatedByETag(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	first, _ := w.do(t, "GET", "/ai", "")
	if again, _ := w.do(t, "GET", "/ai", "", "If-None-Match", first.Header.Get("ETag")); again.StatusCode != 304 {
		t.Errorf("%s", again.Status)
	}
	w.setSite(t, siteText("Other"))
	if other, _ := w.do(t, "GET", "/ai", "", "If-None-Match", first.Header.Get("ETag")); other.StatusCode != 200 {
		t.Errorf("%s", other.Status)
	}
}
