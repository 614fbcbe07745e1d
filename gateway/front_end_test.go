package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"mcwick.example/platform/staticfiles"
)

// pageServer is a part's own server, as the cluster has it.
func pageServer(t *testing.T, files map[string]string) *httptest.Server {
	t.Helper()
	dir := t.TempDir()
	for path, content := range files {
		write(t, filepath.Join(dir, path), content)
	}
	s := httptest.NewServer(staticfiles.NewHandler(os.DirFS(dir), http.NotFoundHandler()))
	t.Cleanup(s.Close)
	return s
}

// servePage has the gateway of the environment serve the page from where c says; it has one remote, gallery.
func (w *environment) servePage(t *testing.T, c configuration) {
	t.Helper()
	files, err := frontEnd(c, func(name string) bool { return name == "gallery" }, w.gateway.events)
	if err != nil {
		t.Fatal(err)
	}
	w.gateway.files = files
	edge := httptest.NewServer(w.gateway.routes())
	t.Cleanup(edge.Close)
	w.url = edge.URL
}

// A server of a part that was broken into is no way to the page's origin: what it says beside signed files never
// arrives, nor do headers that would take the place of the gateway's.
// Verifies SEC-3.
func TestHostileServerReachesNoBrowser(t *testing.T) {
	private, key := testKey(t)
	manifest := signed(t, private, edDSA, "gallery", map[string]string{"x.js": "chunk"})
	const theirs = "<script>theirs</script>"
	var status int
	hostile := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, manifestName) {
			_, _ = w.Write([]byte(manifest))
			return
		}
		for _, name := range []string{"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Access-Control-Allow-Origin",
			"Refresh", "Link"} {
			w.Header().Set(name, "theirs")
		}
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		_, _ = w.Write([]byte(map[bool]string{true: "chunk", false: theirs}[status == 200]))
	}))
	t.Cleanup(hostile.Close)
	w := newEnvironment(t)
	c := w.gateway.config
	c.StaticDir, c.ShellURL, c.RemotesURL, c.PageKeys = "", hostile.URL, hostile.URL+"/?{name}", []pageKey{key}
	w.servePage(t, c)
	for _, status = range []int{200, 302, 400, 404, 412, 416, 418, 500, 503} {
		resp, body := w.do(t, "GET", "/mfe/gallery/x.js", "", "Accept", "text/html")
		if (resp.StatusCode == 200) != (status == 200) || strings.Contains(body, "theirs") {
			t.Errorf("%d became %s: %s", status, resp.Status, body)
		}
		for name, values := range resp.Header {
			if strings.Contains(strings.Join(values, ""), "theirs") {
				t.Errorf("%d: %s: %s", status, name, values)
			}
		}
		if policy := resp.Header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("%d: policy %q", status, policy)
		}
	}
}

// Verifies OPS-17.
func TestFrontEndServersPerRemote(t *testing.T) {
	shell := pageServer(t, map[string]string{
		"index.html": builtShell, "index.html.br": "shell in br", "assets/app-a1b2c3d4.js": "code",
		"mfe/gallery/remoteEntry.js": "not the shell's to say",
	})
	gallery := pageServer(t, map[string]string{"mfe/gallery/remoteEntry.js": "entry",
		"mfe/gallery/assets/x-a1b2c3d4.js": "chunk"})
	w := newEnvironment(t)
	c := w.gateway.config
	c.StaticDir, c.ShellURL = "", shell.URL
	c.RemotesURL = gallery.URL + "/?{name}" // one server for all names: what it does not have is not there
	w.servePage(t, c)
	w.services.set(nil, memes(1)...)

	const year = "public, max-age=31536000, immutable"
	expect := func(t *testing.T, path string, status int, body, cached string) {
		t.Helper()
		resp, got := w.do(t, "GET", path, "", "Accept", "text/html", "Cookie", "a=b")
		h := resp.Header
		if resp.StatusCode != status || !strings.Contains(got, body) || h.Get("Cache-Control") != cached ||
			!strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %s %v %.80s", path, resp.Status, h, got)
		}
	}
	expect(t, "/", 200, "og:title", "no-cache")
	expect(t, "/gallery", 200, "og:title", "no-cache")
	expect(t, "/gallery/"+memes(1)[0].GetId(), 200, "og:title", "no-cache")
	expect(t, "/nowhere", 404, builtShell, "no-cache")
	expect(t, "/index.html", 404, `"code":"NOT_FOUND"`, "no-store")
	expect(t, "/assets/app-a1b2c3d4.js", 200, "code", year)
	expect(t, "/assets/gone-a1b2c3d4.js", 404, `"code":"NOT_FOUND"`, "no-store")
	expect(t, "/mfe/gallery/remoteEntry.js", 200, "entry", "no-cache")
	expect(t, "/mfe/gallery/assets/x-a1b2c3d4.js", 200, "chunk", year)
	// no name of a remote: asks the shell, which has none
	expect(t, "/mfe/gal:80@elsewhere/x.js", 404, `"code":"NOT_FOUND"`, "no-store")
	expect(t, "/mfe/other/remoteEntry.js", 404, `"code":"NOT_FOUND"`, "no-store")
	if resp, body := w.do(t, "GET", "/nowhere", "", "Accept", "text/html", "Accept-Encoding",
		"br"); resp.Header.Get("Content-Encoding") != "br" || body != "shell in br" {
		t.Errorf("%v %s", resp.Header, body)
	}
	if resp, body := w.do(t, "GET", "/mfe/gallery/assets/x-a1b2c3d4.js", "", "If-Match",
		`"other"`); resp.StatusCode != 412 || !strings.Contains(body, `"code":"PRECONDITION_FAILED"`) {
		t.Errorf("%s %s", resp.Status, body)
	}

	gallery.Close()
	expect(t, "/mfe/gallery/remoteEntry.js", 503, `"code":"UNAVAILABLE"`, "no-store")
	expect(t, "/gallery", 200, "app-a1b2c3d4.js", "no-cache") // and says itself what is missing
}

// breakOff ends an answer in the middle, as a server does that dies.
func breakOff(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "100")
	fmt.Fprint(w, "half")
	_ = http.NewResponseController(w).Flush() // supported here
	panic(http.ErrAbortHandler)
}

// Verifies OPS-54.
func TestPageIsTheLastGoodOneWhileItsServerBreaksOff(t *testing.T) {
	private, key := testKey(t)
	manifest := signed(t, private, edDSA, "shell", map[string]string{"index.html": builtShell})
	var breaks atomic.Bool
	shell := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/"+manifestName:
			fmt.Fprint(w, manifest)
		case breaks.Load():
			breakOff(w)
		default:
			fmt.Fprint(w, builtShell)
		}
	}))
	t.Cleanup(shell.Close)
	w := newEnvironment(t)
	c := w.gateway.config
	c.StaticDir, c.ShellURL, c.RemotesURL, c.PageKeys = "", shell.URL, shell.URL+"/?{name}", []pageKey{key}
	w.servePage(t, c)
	now := w.stopClock()
	expect := func(status int, want string) {
		t.Helper()
		now.add(cacheTTL)
		if resp, body := w.do(t, "GET", "/", ""); resp.StatusCode != status || !strings.Contains(body, want) {
			t.Errorf("%s %.80s", resp.Status, body)
		}
	}
	breaks.Store(true)
	expect(503, `"code":"UNAVAILABLE"`)
	breaks.Store(false)
	expect(200, "og:title")
	breaks.Store(true)
	expect(200, "og:title")
}

// Verifies OPS-17.
func TestFrontEndHasExactlyOneSource(t *testing.T) {
	w := newEnvironment(t)
	const servers = "STATIC_DIR, or SHELL_URL"
	for name, c := range map[string]struct {
		dir, shell, remotes string
		refused             bool
	}{
		"a folder":        {"dist", "", "", false},
		"servers":         {"", "http://shell:8080", "http://remote-{name}:8080", false},
		"nowhere":         {"", "", "", true},
		"both":            {"dist", "http://shell:8080", "http://remote-{name}:8080", true},
		"one remote only": {"", "http://shell:8080", "http://gallery:8080", true},
	} {
		t.Run(name, func(t *testing.T) {
			config := w.gateway.config
			config.StaticDir, config.ShellURL, config.RemotesURL = c.dir, c.shell, c.remotes
			if err := config.Validate(); (err != nil && strings.Contains(err.Error(), servers)) != c.refused {
				t.Error(err)
			}
		})
	}
}
