package aiprovider

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"code.dny.dev/ssrf"
)

// newImageURLServer answers requests for a picture with an address, and a GET of that address with
// a file; own is the provider's own host.
func newImageURLServer(t *testing.T, address func(own string) string, file http.HandlerFunc) *Client {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			if r.Header.Get("Authorization") != "" {
				t.Error("the key was sent with the request for a file")
			}
			file(w, r)
			return
		}
		respondJSON(`{"data":[{"url":"`+address("http://"+r.Host)+`"}]}`)(w, r)
	})
}

// Verifies LIMIT-14.
func TestImageIsDownloadedFromProviderHost(t *testing.T) {
	absolute := func(own string) string { return own + "/files/1.png?sig=x" }
	for name, c := range map[string]struct {
		address func(own string) string
		file    http.HandlerFunc
		reason  Reason
	}{
		"absolute address": {absolute, respond(200, "application/octet-stream", png), ""},
		"relative address": {func(string) string { return "/files/1.png" }, respond(200, "image/png", png), ""},
		"not there":        {absolute, respond(404, "image/png", png), ReasonNoImage},
		"moved": {absolute, http.RedirectHandler("/files/1.png", http.StatusFound).ServeHTTP,
			ReasonNoImage},
		"a web page": {absolute, respond(200, "image/png", "<html>expired</html>"), ReasonNotAnImage},
		"over 10 MB": {absolute, respond(200, "image/png", png+strings.Repeat("x", 11<<20)), ReasonTooLarge},
		"connection breaks": {absolute, func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			ReasonNoImage},
		"with a password": {func(own string) string { return strings.Replace(own, "//", "//ann:secret@", 1) }, nil,
			ReasonNoImage},
		"file of the machine": {func(string) string { return "file:///etc/passwd" }, nil, ReasonNoImage},
		"no such host":        {func(string) string { return "https://secret.invalid/1.png" }, nil, ReasonNoImage},
		"no address":          {func(string) string { return "http://%zz" }, nil, ReasonNoImage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			image, err := draw(t, newImageURLServer(t, c.address, c.file))
			if wantError(t, err, c.reason, PaymentDue); c.reason == "" && string(image) != png {
				t.Errorf("got %q", image)
			}
			if err != nil && (strings.Contains(err.Error(), "files") || strings.Contains(err.Error(), "secret")) {
				t.Errorf("the address is in the error: %v", err)
			}
		})
	}
}

// A picture that is paid is not lost for one answer of the host of its file that may pass.
// Verifies LIMIT-14.
func TestImageDownloadIsRetried(t *testing.T) {
	t.Parallel()
	breaks := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	for name, c := range map[string]struct {
		failure  http.HandlerFunc
		failures int64
		attempts int64
		reason   Reason
	}{
		"not there yet":         {respond(404, "", ""), 1, 2, ""},
		"too many":              {respond(429, "", ""), 1, 2, ""},
		"overloaded":            {respond(503, "", ""), 1, 2, ""},
		"the connection breaks": {breaks, 2, 3, ""}, // Go repeats the first on a new connection
		"stops in the middle": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte(png))
		}, 1, 2, ""},
		"twice":      {respond(500, "", ""), 2, 3, ""},
		"never":      {respond(404, "", ""), 9, 3, ReasonNoImage},
		"refused":    {respond(403, "", ""), 1, 1, ReasonNoImage},
		"over 10 MB": {respond(200, "image/png", png+strings.Repeat("x", 11<<20)), 1, 1, ReasonTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var attempts atomic.Int64
			image, err := draw(t, newImageURLServer(t, func(string) string { return "/files/1.png" },
				func(w http.ResponseWriter, r *http.Request) {
					if attempts.Add(1) <= c.failures {
						c.failure(w, r)
						return
					}
					respond(200, "image/png", png)(w, r)
				}))
			if wantError(t, err, c.reason, PaymentDue); c.reason == "" && string(image) != png ||
				attempts.Load() != c.attempts {
				t.Errorf("got %q after %d attempts", image, attempts.Load())
			}
		})
	}
}

// What the answer names is never reached where only we could reach it.
// Verifies LIMIT-15.
func TestImageIsNotDownloadedFromPrivateAddresses(t *testing.T) {
	var requests atomic.Int64
	neighbor := func(http.ResponseWriter, *http.Request) { requests.Add(1) }
	plain, secure := httptest.NewServer(http.HandlerFunc(neighbor)), httptest.NewTLSServer(http.HandlerFunc(neighbor))
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	for name, c := range map[string]struct {
		address    string
		prohibited error
	}{
		"another port of the host":     {plain.URL + "/1.png", nil},
		"another port, over TLS":       {secure.URL + "/1.png", ssrf.ErrProhibitedPort},
		"this machine":                 {"https://127.0.0.1/1.png", ssrf.ErrProhibitedIP},
		"this machine, by name":        {"https://localhost/1.png", ssrf.ErrProhibitedIP},
		"a private network":            {"https://10.0.0.7/1.png", ssrf.ErrProhibitedIP},
		"metadata of a cloud":          {"https://169.254.169.254/latest/meta-data/", ssrf.ErrProhibitedIP},
		"metadata, without encryption": {"http://169.254.169.254/latest/meta-data/", nil},
		"mapped into IPv6":             {"https://[::ffff:127.0.0.1]/1.png", ssrf.ErrProhibitedIP},
		"IPv6, this machine":           {"https://[::1]/1.png", ssrf.ErrProhibitedIP},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := draw(t, newImageURLServer(t, func(string) string { return c.address }, nil))
			wantError(t, err, ReasonNoImage, PaymentDue)
			if c.prohibited != nil && !errors.Is(err, c.prohibited) {
				t.Errorf("got %v", errors.Unwrap(err))
			}
		})
	}
	if requests.Load() != 0 {
		t.Error("a neighbor was asked")
	}
}
