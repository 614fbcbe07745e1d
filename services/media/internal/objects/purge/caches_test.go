package purge

import (
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/platform/config"
	"mcwick.example/platform/testkit"
)

// request is what a cache receives.
type request struct {
	Method, Path, Body string
	Header             map[string]string // those that matter
}

// recorder is a cache that responds as configured.
type recorder struct {
	*httptest.Server
	status int
	answer string

	mu       sync.Mutex
	requests []request
}

func newRecorder(t *testing.T, status int, answer string) *recorder {
	t.Helper()
	c := &recorder{status: status, answer: answer}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		got := request{Method: r.Method, Path: r.URL.Path, Body: string(body), Header: map[string]string{}}
		for _, name := range []string{"Authorization", "Fastly-Key", "Accept", "Content-Type", "Surrogate-Key"} {
			if v := r.Header.Get(name); v != "" {
				got.Header[name] = v
			}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.requests = append(c.requests, got)
		if c.status == http.StatusFound {
			w.Header().Set("Location", "/elsewhere")
		}
		w.WriteHeader(c.status)
		_, _ = io.WriteString(w, c.answer)
	}))
	t.Cleanup(c.Close)
	return c
}

// The forms are those of the providers' public references.
// Verifies CDN-6.
func TestRequestsOfEveryKind(t *testing.T) {
	t.Parallel()
	for kind, c := range map[Kind]struct {
		path, answer string
		want         []request
	}{
		KindVarnish: {"/", "", []request{
			{"BAN", "/", "", map[string]string{"Authorization": "Bearer s3cret", "Surrogate-Key": "key-1"}},
			{"BAN", "/", "", map[string]string{"Authorization": "Bearer s3cret", "Surrogate-Key": "key-2"}},
		}},
		KindFastly: {"/service/SU1Z0isxPaozGVKXdv0eY", `{"status":"ok","id":"108-1391560174-974124"}`, []request{
			{"POST", "/service/SU1Z0isxPaozGVKXdv0eY/purge/key-1", "",
				map[string]string{"Fastly-Key": "s3cret", "Accept": "application/json"}},
			{"POST", "/service/SU1Z0isxPaozGVKXdv0eY/purge/key-2", "",
				map[string]string{"Fastly-Key": "s3cret", "Accept": "application/json"}},
		}},
		KindCloudflare: {"/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353",
			`{"success":true,"errors":[],"messages":[],"result":{"id":"023e105f4ecef8ad9ca31a8372d0c353"}}`, []request{
				{"POST", "/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache", `{"tags":["key-1","key-2"]}`,
					map[string]string{"Authorization": "Bearer s3cret", "Content-Type": "application/json"}},
			}},
		KindWebhook: {"/hook", "", []request{
			{"POST", "/hook", `{"keys":["key-1","key-2"]}`,
				map[string]string{"Authorization": "Bearer s3cret", "Content-Type": "application/json"}},
		}},
	} {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			server := newRecorder(t, http.StatusOK, c.answer)
			file := filepath.Join(t.TempDir(), "token")
			testkit.WriteFile(t, file, "s3cret\n")
			configured := Config{Kind: kind, URLs: []string{server.URL + c.path}, Token: "s3cret", TokenFile: file}
			if err := configured.Validate(); err != nil {
				t.Fatal(err)
			}
			caches, err := newCaches(configured)
			if err != nil {
				t.Fatal(err)
			}
			done, err := caches.purge(t.Context(), []string{"key-1", "key-2"})
			if err != nil || !cmp.Equal(done, []string{"key-1", "key-2"}) {
				t.Errorf("purged %v, %v", done, err)
			}
			got := server.requests
			if len(got) == 2 && got[0].Path+got[0].Header["Surrogate-Key"] > got[1].Path+got[1].Header["Surrogate-Key"] {
				got[0], got[1] = got[1], got[0]
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Verifies CDN-6.
func TestRefusedPurgesFail(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind   Kind
		status int
		answer string
	}{
		"a wrong token":           {KindFastly, http.StatusUnauthorized, ""},
		"too many requests":       {KindCloudflare, http.StatusTooManyRequests, ""},
		"no success":              {KindCloudflare, http.StatusOK, `{"success":false,"errors":[{"code":1012}]}`},
		"no JSON":                 {KindCloudflare, http.StatusOK, "<html>"},
		"a broken hook":           {KindWebhook, http.StatusInternalServerError, ""},
		"a redirect with a token": {KindWebhook, http.StatusFound, ""},
		"a Varnish that refuses":  {KindVarnish, http.StatusForbidden, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newRecorder(t, c.status, c.answer)
			caches, err := newCaches(Config{Kind: c.kind, URLs: []string{server.URL + "/hidden-part"}, Token: "s3cret"})
			if err != nil {
				t.Fatal(err)
			}
			done, err := caches.purge(t.Context(), []string{"key-1"})
			if err == nil || len(done) != 0 || len(server.requests) != 1 {
				t.Errorf("purged %v, %v, after %d requests", done, err, len(server.requests))
			}
		})
	}
}

// A key is purged once every Varnish has dropped it; errors have no address.
// Verifies CDN-6.
func TestEveryVarnishReceivesPurges(t *testing.T) {
	t.Parallel()
	up, gone := newRecorder(t, http.StatusOK, ""), newRecorder(t, http.StatusOK, "")
	gone.Close()
	caches, err := newCaches(Config{Kind: KindVarnish, URLs: []string{gone.URL + "/hidden-part", up.URL}})
	if err != nil {
		t.Fatal(err)
	}
	done, err := caches.purge(t.Context(), []string{"key-1"})
	if err == nil || strings.Contains(err.Error(), "hidden-part") || len(done) != 0 || len(up.requests) != 1 {
		t.Errorf("purged %v, %v; the other received %d", done, err, len(up.requests))
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config Config
		want   string // a part of the message; empty if it is valid
	}{
		"none":                 {Config{Kind: KindNone}, ""},
		"an unknown kind":      {Config{Kind: "akamai"}, "PURGE_KIND must be"},
		"no address":           {Config{Kind: KindVarnish}, "PURGE_URL must be one address"},
		"two Varnishes":        {Config{Kind: KindVarnish, URLs: []string{"http://a", "http://b:6081/"}}, ""},
		"two hooks":            {Config{Kind: KindWebhook, URLs: []string{"http://a", "http://b"}}, "PURGE_URL must be one"},
		"no host":              {Config{Kind: KindWebhook, URLs: []string{"hook"}}, "PURGE_URL must be an address"},
		"Fastly without token": {Config{Kind: KindFastly, URLs: []string{"https://a"}}, "PURGE_TOKEN is missing"},
		"Cloudflare": {Config{Kind: KindCloudflare, URLs: []string{"https://a/zones/z"},
			Token: config.Secret("t")}, ""},
	} {
		err := c.config.Validate()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
