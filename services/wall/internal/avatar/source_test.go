package avatar

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"code.dny.dev/ssrf"
	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"mcwick.example/platform/imagefile"
	"mcwick.example/services/wall/internal/wall"
)

var loopbackPrefix = netip.MustParsePrefix("127.0.0.0/8")

// startServer starts a server that handles every request with f, and counts its connections.
func startServer(t *testing.T, f http.HandlerFunc) (server *httptest.Server, connections *atomic.Int32) {
	t.Helper()
	connections = new(atomic.Int32)
	server = httptest.NewUnstartedServer(f)
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	t.Cleanup(server.Close)
	return server, connections
}

func servePicture(w http.ResponseWriter, _ *http.Request) {
	_ = png.Encode(w, image.NewGray(image.Rect(0, 0, 30, 20)))
}

// Verifies SORT-13.
func TestPrivateAddressesAreNotDialed(t *testing.T) {
	server, connections := startServer(t, servePicture)
	port := server.Listener.Addr().(*net.TCPAddr).Port
	for _, host := range []string{
		"127.0.0.1", "localhost", "127.1.2.3", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::]",
		"10.0.0.1", "172.16.0.1", "192.168.0.1", "100.64.0.1", "169.254.169.254", "[fe80::1]", "[fd00::1]",
		"[64:ff9b::7f00:1]",
		"192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "240.0.0.1",
	} {
		s := NewSource(Config{Template: fmt.Sprintf("http://%s:%d/{handle}", host, port)})
		if _, err := s.Get(t.Context(), "@wick"); !errors.Is(err, ssrf.ErrProhibitedIP) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
	// The allowed network, and in that only the template's own port.
	internalConfig := Config{Template: server.URL + "/{handle}", AllowedNetwork: loopbackPrefix}
	if _, err := NewSource(internalConfig).Get(t.Context(), "@wick"); err != nil {
		t.Errorf("the template's own host: %v", err)
	}
	if n := connections.Load(); n != 1 {
		t.Errorf("%d connections to the template's own host", n)
	}
}

// Verifies SORT-13.
func TestRedirectsAreNotFollowed(t *testing.T) {
	inside, connections := startServer(t, servePicture)
	for _, target := range []string{inside.URL, "http://169.254.169.254/latest", "file:///etc/passwd"} {
		place, _ := startServer(t, func(w http.ResponseWriter,
			r *http.Request) {
			http.Redirect(w, r, target, http.StatusFound)
		})
		if _, err := NewSource(Config{Template: place.URL + "/{handle}",
			AllowedNetwork: loopbackPrefix}).Get(t.Context(), "@wick"); err == nil {
			t.Errorf("followed to %s", target)
		}
	}
	if n := connections.Load(); n != 0 {
		t.Errorf("%d connections", n)
	}
}

func TestHostileResponses(t *testing.T) {
	var large bytes.Buffer
	large.Write(make([]byte, maxBytes+1))
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   error
	}{
		"nobody": {http.NotFound, wall.ErrNoPicture},
		"gone":   {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(410) }, wall.ErrNoPicture},
		"a page": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<script>") },
			imagefile.ErrInvalidType},
		"nothing":      {func(http.ResponseWriter, *http.Request) {}, imagefile.ErrInvalidType},
		"an error":     {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, nil},
		"far too much": {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(large.Bytes()) }, nil},
		"cut off":      {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, nil},
	} {
		server, _ := startServer(t, c.answer)
		b, err := NewSource(Config{Template: server.URL + "/{handle}", AllowedNetwork: loopbackPrefix}).Get(t.Context(),
			"@wick")
		if err == nil || b != nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %d bytes, %v", name, len(b), err)
		}
	}
}

func TestHandlesAreNotInErrorsOrSpans(t *testing.T) {
	spans := tracetest.NewInMemoryExporter()
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(sdk.NewTracerProvider(sdk.WithSyncer(spans)))
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	server, _ := startServer(t, servePicture)
	server.Close()
	_, err := NewSource(Config{Template: server.URL + "/{handle}", AllowedNetwork: loopbackPrefix}).Get(t.Context(),
		"@snuffed")
	if err == nil || strings.Contains(err.Error(), "snuffed") {
		t.Errorf("got %v", err)
	}
	if all := fmt.Sprintf("%+v", spans.GetSpans()); !strings.Contains(all, "get avatar") ||
		strings.Contains(all, "snuffed") {
		t.Error(all)
	}
}

func TestConfig(t *testing.T) {
	for template, ok := range map[string]bool{
		"":                                    true,
		"https://a.example/x/{handle}":        true,
		"https://a.example/?of={handle}&s=80": true,
		"http://a.example/x/{handle}":         false,
		"https://a.example/x":                 false,
		"https://{handle}.example/":           false,
		"https://a:b@a.example/{handle}":      false,
		"/x/{handle}":                         false,
		"://":                                 false,
	} {
		if err := (&Config{Template: template}).Validate(); (err == nil) != ok {
			t.Errorf("%q: %v", template, err)
		}
	}
	if err := (&Config{Template: "http://avatars:8080/{handle}",
		AllowedNetwork: loopbackPrefix}).Validate(); err != nil {
		t.Error(err)
	}
}
