package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"mcwick.example/platform/security/securitytest"
	"mcwick.example/platform/staticfiles"
	"mcwick.example/platform/testkit"
)

// testKey is a key that a build may sign with, and what is configured of it.
func testKey(t *testing.T) (ed25519.PrivateKey, pageKey) {
	t.Helper()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	var key pageKey
	if err := key.UnmarshalText([]byte(base64.StdEncoding.EncodeToString(der))); err != nil {
		t.Fatal(err)
	}
	return private, key
}

// signed is a manifest as the build writes it (frontend/scripts/sign-parts.mjs).
func signed(t *testing.T, key ed25519.PrivateKey, header, part string, files map[string]string) string {
	t.Helper()
	m := partManifest{Part: part, Files: map[string]string{}}
	for name, content := range files {
		sum := sha256.Sum256([]byte(content))
		m.Files[name] = base64.StdEncoding.EncodeToString(sum[:])
	}
	payload, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	text := cookieText.EncodeToString([]byte(header)) + "." + cookieText.EncodeToString(payload)
	return text + "." + cookieText.EncodeToString(ed25519.Sign(key, []byte(text)))
}

const edDSA = `{"alg":"EdDSA"}`

// lastWrite is a writer that keeps what it was last given, as one that is read slowly does.
type lastWrite struct {
	*httptest.ResponseRecorder
	body []byte
}

func (w *lastWrite) Write(p []byte) (int, error) {
	w.body = p
	return len(p), nil
}

// Verifies SEC-3.
func TestSlowReadersShareTheBytesOfAFile(t *testing.T) {
	private, key := testKey(t)
	dir := t.TempDir()
	built := map[string]string{"assets/x-a1b2c3d4.js": strings.Repeat("chunk", 1000)}
	for file, content := range built {
		write(t, filepath.Join(dir, "mfe/gallery", file), content)
	}
	write(t, filepath.Join(dir, "mfe/gallery", manifestName), signed(t, private, edDSA, "gallery", built))
	files, err := frontEnd(configuration{StaticDir: dir, PageKeys: []pageKey{key}}, nil,
		testEvents(t, testkit.DiscardLog()))
	if err != nil {
		t.Fatal(err)
	}
	var copies []*byte
	for range 3 {
		w := &lastWrite{ResponseRecorder: httptest.NewRecorder()}
		files.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/mfe/gallery/assets/x-a1b2c3d4.js", nil))
		if string(w.body) != built["assets/x-a1b2c3d4.js"] {
			t.Fatalf("%d %.200s", w.Code, w.body)
		}
		copies = append(copies, unsafe.SliceData(w.body))
	}
	if copies[0] != copies[1] || copies[1] != copies[2] {
		t.Error("each has a copy of its own")
	}
}

// Verifies SEC-3.
func TestAlteredFilesAreNotServed(t *testing.T) {
	keepSpans(t)
	private, key := testKey(t)
	stranger, _ := testKey(t)
	built := map[string]string{"remoteEntry.js": "entry", "assets/x-a1b2c3d4.js": "chunk",
		"assets/x-a1b2c3d4.js.br": "chunk in br"}
	const entry, chunk = "/mfe/gallery/remoteEntry.js", "/mfe/gallery/assets/x-a1b2c3d4.js"
	manifest := signed(t, private, edDSA, "gallery", built)
	for name, c := range map[string]struct {
		manifest string
		altered  map[string]string // files beside or in the place of those that were built
		path     string
		served   bool
	}{
		"as built":                      {manifest, nil, entry, true},
		"a chunk in br":                 {manifest, nil, chunk, true},
		"the manifest itself":           {manifest, nil, "/mfe/gallery/" + manifestName, true},
		"an altered entry":              {manifest, map[string]string{"remoteEntry.js": "theirs"}, entry, false},
		"an altered form":               {manifest, map[string]string{"assets/x-a1b2c3d4.js.br": "theirs"}, chunk, false},
		"a file that was added":         {manifest, map[string]string{"more.js": "theirs"}, "/mfe/gallery/more.js", false},
		"a listed file by another name": {manifest, map[string]string{"remoteEntry.js": "chunk"}, entry, false},
		"no manifest":                   {"", nil, entry, false},
		"a stranger's manifest":         {signed(t, stranger, edDSA, "gallery", built), nil, entry, false},
		"another part's manifest":       {signed(t, private, edDSA, "verse", built), nil, entry, false},
		"an algorithm of its choice":    {signed(t, private, `{"alg":"none"}`, "gallery", built), nil, entry, false},
		"a manifest without signature":  {manifest[:strings.LastIndex(manifest, ".")+1], nil, entry, false},
		"an altered manifest": {strings.Replace(manifest, ".", "."+cookieText.EncodeToString([]byte(`{"part":"gallery"}`))+".", 1),
			nil, entry, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir, logged := t.TempDir(), &securitytest.Recorder{}
			for _, files := range []map[string]string{built, c.altered, {manifestName: c.manifest}} {
				for file, content := range files {
					write(t, filepath.Join(dir, "mfe/gallery", file), content)
				}
			}
			files, err := frontEnd(configuration{StaticDir: dir, PageKeys: []pageKey{key}}, nil,
				testEvents(t, logged.Logger("gateway")))
			if err != nil {
				t.Fatal(err)
			}
			r := httptest.NewRequestWithContext(t.Context(), "GET", c.path, nil)
			r.Header.Set("Accept-Encoding", "br")
			w := httptest.NewRecorder()
			files.ServeHTTP(w, r)
			if (w.Code == http.StatusOK) != c.served || !c.served && (w.Code != http.StatusServiceUnavailable ||
				!strings.Contains(w.Body.String(), `"code":"FILE_UNSIGNED"`) || w.Header().Get("Content-Encoding") != "") {
				t.Errorf("%d %v %.200s", w.Code, w.Header(), w.Body)
			}
			events := logged.Events(t)
			if recorded := len(events) == 1; recorded == c.served {
				t.Error(logged.Text())
			}
			for _, e := range events {
				if id, _ := e["trace_id"].(string); id == "" || !strings.Contains(w.Body.String(), id) {
					t.Errorf("%v and its answer have different traces: %s", e, w.Body)
				}
			}
		})
	}
}

// Another spelling of a path, which the files' server cleans, blames no part.
func TestPartOfAnySpelling(t *testing.T) {
	for _, address := range []string{"/mfe/wall/remoteEntry.js", "/./mfe/wall/remoteEntry.js", "/x/../mfe//wall/a.js"} {
		if part, folder := partOf(address); part != "wall" || folder != "/mfe/wall/" {
			t.Errorf("%s is of %s in %s", address, part, folder)
		}
	}
}

// Verifies SEC-3.
func TestPartsAreReleasedApart(t *testing.T) {
	private, key := testKey(t)
	dir := t.TempDir()
	folder := filepath.Join(dir, "mfe/gallery")
	release := func(content string) {
		write(t, filepath.Join(folder, "remoteEntry.js"), content)
		write(t, filepath.Join(folder, manifestName),
			signed(t, private, edDSA, "gallery", map[string]string{"remoteEntry.js": content}))
	}
	release("first")
	handler := signedFiles(staticfiles.NewHandler(os.DirFS(dir), http.NotFoundHandler()), []pageKey{key},
		testEvents(t, testkit.DiscardLog()))
	now := time.Now()
	handler.(*signedParts).now = func() time.Time { return now }
	get := func(more ...string) (int, string) {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/mfe/gallery/remoteEntry.js", nil)
		for i := 0; i < len(more); i += 2 {
			r.Header.Set(more[i], more[i+1])
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if status, body := get(); status != 200 || body != "first" {
		t.Fatal(status, body)
	}
	now = now.Add(manifestInterval)
	release("second")
	if status, body := get(); status != 200 || body != "second" {
		t.Error("the next release is served at once:", status, body)
	}
	write(t, filepath.Join(folder, "remoteEntry.js"), "first") // by a pod of the last release
	if status, body := get(); status != 200 || body != "first" {
		t.Error("during a rollout both are served:", status, body)
	}
	if status, body := get("Range", "bytes=1-2"); status != 200 || body != "first" {
		t.Error("a range is the whole file:", status, body)
	}
	for range keptManifests { // reads the second release's manifest again and again
		write(t, filepath.Join(folder, "remoteEntry.js"), "theirs")
		now = now.Add(manifestInterval)
		if status, _ := get(); status == 200 {
			t.Error("an altered file is served")
		}
	}
	write(t, filepath.Join(folder, "remoteEntry.js"), "first")
	if status, body := get(); status != 200 || body != "first" {
		t.Error("refused files displace no release:", status, body)
	}
	write(t, filepath.Join(folder, "remoteEntry.js"), strings.Repeat("x", maxPageFile+1))
	if status, _ := get(); status == 200 {
		t.Error("a file beyond the bound is served")
	}
}

// While a manifest is awaited, files that an earlier one has are served.
// Verifies SEC-3.
func TestKnownFilesDoNotWaitForAManifest(t *testing.T) {
	private, key := testKey(t)
	manifest := signed(t, private, edDSA, "gallery", map[string]string{"known.js": "known"})
	first, awaited, release := true, make(chan struct{}), make(chan struct{})
	handler := signedFiles(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case !strings.HasSuffix(r.URL.Path, manifestName):
			fmt.Fprint(w, strings.TrimSuffix(path.Base(r.URL.Path), ".js"))
			return
		case !first:
			close(awaited)
			<-release
		}
		first = false
		fmt.Fprint(w, manifest)
	}), []pageKey{key}, testEvents(t, testkit.DiscardLog()))
	now := time.Now()
	handler.(*signedParts).now = func() time.Time { return now }
	get := func(name string) int {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/mfe/gallery/"+name, nil))
		return w.Code
	}
	if status := get("known.js"); status != http.StatusOK {
		t.Fatal(status)
	}
	now = now.Add(manifestInterval)
	unknown := make(chan int)
	go func() { unknown <- get("unknown.js") }()
	<-awaited
	if status := get("known.js"); status != http.StatusOK {
		t.Error(status)
	}
	close(release)
	if status := <-unknown; status != http.StatusServiceUnavailable {
		t.Error(status)
	}
}

// A file that is too large is none of the build; one that breaks off may be.
// Verifies SEC-3, OPS-54.
func TestLargeAndBrokenFilesAreRefused(t *testing.T) {
	_, key := testKey(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path.Base(r.URL.Path) {
		case "large.js":
			fmt.Fprint(w, strings.Repeat("x", maxPageFile+1))
		case "cut.js":
			breakOff(w)
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	logged := &securitytest.Recorder{}
	files, err := frontEnd(configuration{ShellURL: server.URL, RemotesURL: server.URL + "/?{name}",
		PageKeys: []pageKey{key}}, nil, testEvents(t, logged.Logger("gateway")))
	if err != nil {
		t.Fatal(err)
	}
	edge := httptest.NewServer(files)
	t.Cleanup(edge.Close)
	for i, c := range []struct{ path, code string }{{"/cut.js", "UNAVAILABLE"}, {"/large.js", "FILE_UNSIGNED"}} {
		resp, body := testkit.Send(t, &http.Client{}, "GET", edge.URL+c.path, "")
		if resp.StatusCode != 503 || !strings.Contains(string(body), `"code":"`+c.code+`"`) {
			t.Errorf("%s: %s %.80s", c.path, resp.Status, body)
		}
		if n := len(logged.Events(t)); n != i {
			t.Errorf("%s: %d events", c.path, n)
		}
	}
}

// slowPart is a part whose server takes its time, longer than a page waits for what only its card needs.
func slowPart(t *testing.T, key pageKey, logged *securitytest.Recorder,
	manifest func(w http.ResponseWriter)) http.Handler {
	t.Helper()
	handler := signedFiles(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(2 * pageTimeout):
		case <-r.Context().Done():
			w.WriteHeader(http.StatusGatewayTimeout)
			return
		}
		if path.Base(r.URL.Path) == manifestName {
			manifest(w)
			return
		}
		fmt.Fprint(w, "entry")
	}), []pageKey{key}, testEvents(t, logged.Logger("gateway")))
	return handler
}

// Verifies SEC-3.
func TestManifestHasTheTimeOfFiles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		private, key := testKey(t)
		manifest := signed(t, private, edDSA, "gallery", map[string]string{"remoteEntry.js": "entry"})
		h := slowPart(t, key, &securitytest.Recorder{}, func(w http.ResponseWriter) { fmt.Fprint(w, manifest) })
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/mfe/gallery/remoteEntry.js", nil))
		if w.Code != http.StatusOK {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	})
}

// A part whose manifest cannot be read after a restart is away and not broken into. It is read once for all who wait,
// and those who leave do not.
// Verifies SEC-3.
func TestUnreadableManifestIsNoSecurityEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, key := testKey(t)
		logged, reads := &securitytest.Recorder{}, 0
		h := slowPart(t, key, logged, func(w http.ResponseWriter) {
			reads++
			w.WriteHeader(http.StatusServiceUnavailable)
		})
		began := time.Now()
		get := func(ctx context.Context) string {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET", "/mfe/gallery/remoteEntry.js", nil))
			return fmt.Sprint(w.Code, " ", strings.Contains(w.Body.String(), `"code":"UNAVAILABLE"`))
		}
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if got := get(t.Context()); got != "503 true" {
					t.Error(got)
				}
			})
		}
		leaving, leave := context.WithCancel(t.Context())
		time.AfterFunc(3*pageTimeout, leave) // the file has come, the manifest has not
		all.Go(func() {
			if got := get(leaving); got != "499 false" || time.Since(began) != 3*pageTimeout {
				t.Error(got, time.Since(began))
			}
		})
		all.Wait()
		if took := time.Since(began); reads != 1 || took != 4*pageTimeout {
			t.Errorf("%d reads of a manifest within %v", reads, took)
		}
		if events := logged.Events(t); len(events) > 0 {
			t.Error(events)
		}
	})
}

// Verifies SEC-3.
func TestPageServersDoNotRedirect(t *testing.T) {
	_, key := testKey(t)
	handler := signedFiles(http.RedirectHandler("/media/theirs.js", http.StatusFound), []pageKey{key},
		testEvents(t, testkit.DiscardLog()))
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/mfe/gallery/remoteEntry.js", nil))
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Location") != "" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// Verifies SEC-3.
func TestPageKeysAreReadStrictly(t *testing.T) {
	for _, text := range []string{"", "x", "MCowBQYDK2VwAyEA", "-----BEGIN PUBLIC KEY-----"} {
		if err := new(pageKey).UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}
