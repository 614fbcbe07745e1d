package main

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"google.golang.org/grpc"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/telemetry"
	"mcwick.example/platform/testkit"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	generationv1 "mcwick.example/services/generation/api/generation/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
)

type environment struct {
	url      string
	client   *http.Client
	services *fakeServices
	gateway  *gateway
	frozen   *testkit.Freezer // between the gateway and the identity service
	static   string           // folder of the built page
	site     string           // path of the settings
}

const shellPage = "<!doctype html><title>shell</title>"

func newEnvironment(t testing.TB) *environment {
	t.Helper()
	w := &environment{services: &fakeServices{likes: 7}}
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	backend := grpc.NewServer(grpc.UnaryInterceptor(w.services.recordUnserved))
	galleryv1.RegisterGalleryServiceServer(backend, w.services)
	generationv1.RegisterGenerationServiceServer(backend, w.services)
	identityv1.RegisterIdentityServiceServer(backend, w.services)
	mediav1.RegisterMediaServiceServer(backend, w.services)
	mediav1.RegisterVideoServiceServer(backend, w.services)
	wallv1.RegisterWallServiceServer(backend, w.services)
	moderationv1.RegisterPolicyServiceServer(backend, w.services)
	moderationv1.RegisterCaseServiceServer(backend, fakeCases{services: w.services})
	go func() { _ = backend.Serve(l) }()
	t.Cleanup(backend.Stop)
	bytes := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "bytes of "+r.URL.Path)
		if r.URL.Path == "/media/cut.png" {
			_ = http.NewResponseController(w).Flush() // supported here
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(bytes.Close)

	w.static = t.TempDir()
	write(t, filepath.Join(w.static, "index.html"), shellPage)
	write(t, filepath.Join(w.static, "assets", "app-a1b2c3d4.js"), "code")
	w.site = filepath.Join(t.TempDir(), "site.json")
	write(t, w.site, siteText("McWick"))

	// a long time, so that Redis counts, however busy the machine is
	limiter, err := limit.Open(testkit.Redis(t), limit.TLS{}, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { limiter.Client.Close() })
	addr := l.Addr().String()
	var identityAddr string
	identityAddr, w.frozen = testkit.NewFreezer(t, addr)
	g, err := newGateway(configuration{MaxConnections: 100,
		PublicOrigin: "http://localhost:8080", GalleryAddr: addr, GenerationAddr: addr, IdentityAddr: identityAddr,
		MediaAddr: addr, WallAddr: addr, ModerationAddr: addr,
		MediaHTTPURL: bytes.URL, MediaBase: "/media/", StaticDir: w.static, SiteFile: w.site,
		DeviceKey: "0123456789abcdef0123456789abcdef", DeviceSettlesAfter: 30 * time.Minute,
		MediaAddressLifetime: 10 * time.Minute,
		Telemetry:            telemetry.Config{},
	}, testkit.DiscardLog(), limit.NewGuard(testkit.DiscardLog(), limiter, limit.NewReplicas("", 1)))
	if err != nil {
		t.Fatal(err)
	}
	w.gateway, w.client = g, browser()
	// Other tests come from the same address: this one gets rates of its own.
	w.setLimits(t, limits.Config{limits.Writes: {
		Device:  limit.Rate{Every: time.Hour, Burst: 3},
		Address: limit.Rate{Every: time.Hour + time.Duration(time.Now().UnixNano()%1e9), Burst: 60},
	}})
	w.serve(t)
	return w
}

// serve answers at a new address.
func (w *environment) serve(t testing.TB) {
	server := httptest.NewServer(w.gateway.routes())
	t.Cleanup(server.Close)
	w.url = server.URL
}

// setLimits puts the figures of some kinds into effect; the others keep theirs.
func (w *environment) setLimits(t testing.TB, c limits.Config) {
	t.Helper()
	all := maps.Clone(w.gateway.limits.get())
	maps.Copy(all, c)
	current, err := openCurrentLimits(func() (limits.Config, error) { return all, nil }, testkit.DiscardLog())
	if err != nil {
		t.Fatal(err)
	}
	w.gateway.limits = current
}

// browser is a client that keeps its cookies.
func browser() *http.Client {
	jar, _ := cookiejar.New(nil) // never fails
	return &http.Client{Jar: jar}
}

// setSite makes a text the settings of the site.
func (w *environment) setSite(t testing.TB, text string) {
	t.Helper()
	write(t, w.site, text)
	if err := w.gateway.site.load(); err != nil {
		t.Fatal(err)
	}
}

func siteText(name string) string {
	return fmt.Sprintf(`{"brand":{"name":%q,"slug":"s","tagline":"t","contract":"c","tokenSymbol":"W","socialUrl":"https://x.com/"},"flags":{},"remotes":[]}`, name)
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	testkit.WriteFile(t, path, content)
}

// do sends a request; header is name, value, name, value.
func (w *environment) do(t *testing.T, method, path, body string, header ...string) (*http.Response, string) {
	t.Helper()
	if body != "" {
		header = append([]string{"Content-Type", "application/json"}, header...)
	}
	resp, b := testkit.Send(t, w.client, method, w.url+path, body, header...)
	return resp, string(b)
}

const meme = `{"meme":{"action":"a","scene":"s","style":"Anime"}}`

// alwaysTraced traces, for handlers without a table.
func alwaysTraced(*http.Request) bool { return true }
