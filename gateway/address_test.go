package main

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcwick.example/gateway/limits"
	"mcwick.example/platform/config"
	"mcwick.example/platform/limit"
	"mcwick.example/platform/testkit"
)

var trustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}

func TestClientAddress(t *testing.T) {
	for name, c := range map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"no proxy":                  {"192.0.2.1:99", nil, "192.0.2.1:99"},
		"a stranger's word":         {"192.0.2.1:99", []string{"198.51.100.1"}, "192.0.2.1:99"},
		"behind one proxy":          {"10.0.0.1:99", []string{"192.0.2.1"}, "192.0.2.1:0"},
		"behind two":                {"10.0.0.1:99", []string{"192.0.2.1, 10.9.9.9"}, "192.0.2.1:0"},
		"in two headers":            {"10.0.0.1:99", []string{"198.51.100.1", "192.0.2.1"}, "192.0.2.1:0"},
		"with a port":               {"10.0.0.1:99", []string{"192.0.2.1:1234"}, "192.0.2.1:0"},
		"of the sixth version":      {"[fd00::1]:99", []string{"[2001:db8::1]:1234"}, "[2001:db8::1]:0"},
		"in brackets alone":         {"10.0.0.1:99", []string{"[2001:db8::1]"}, "[2001:db8::1]:0"},
		"a mapped proxy":            {"[::ffff:10.0.0.1]:99", []string{"::ffff:192.0.2.1"}, "192.0.2.1:0"},
		"a lie before the truth":    {"10.0.0.1:99", []string{"127.0.0.1, 10.0.0.7, 192.0.2.1"}, "192.0.2.1:0"},
		"nonsense from a proxy":     {"10.0.0.1:99", []string{"192.0.2.1, unknown"}, "10.0.0.1:99"},
		"a proxy of ours asks":      {"10.0.0.1:99", nil, "10.0.0.1:99"},
		"a proxy asks by a proxy":   {"10.0.0.1:99", []string{"10.0.0.2"}, "10.0.0.2:0"},
		"a peer without an address": {"pipe", []string{"192.0.2.1"}, "pipe"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := clientAddress(c.peer, c.forwarded, trustedProxies); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// Whatever a client writes, and however many trusted proxies it comes through, its address is the
// same.
func TestClientsCannotForgeTheirAddress(t *testing.T) {
	hop := rapid.Custom(func(t *rapid.T) string {
		return netip.AddrFrom4([4]byte{10, rapid.Byte().Draw(t, "b"), rapid.Byte().Draw(t, "c"),
			rapid.Byte().Draw(t, "d")}).String()
	})
	rapid.Check(t, func(t *rapid.T) {
		client := netip.AddrFrom4([4]byte{192, 0, 2, rapid.Byte().Draw(t, "client")}).String()
		lies := rapid.SliceOf(rapid.OneOf(rapid.String(), hop, rapid.Just("198.51.100.1"),
			rapid.Just("127.0.0.1"))).Draw(t, "lies")
		proxies := rapid.SliceOf(hop).Draw(t, "proxies")

		chain := append([]string{client}, proxies...) // each appends whom it heard from; the last is the peer
		peer, header := chain[len(chain)-1], slices.Concat(lies, chain[:len(chain)-1])
		cut := rapid.IntRange(0, len(header)).Draw(t, "cut") // lines of a header are one list
		forwarded := []string{strings.Join(header[:cut], ", "), strings.Join(header[cut:], ",")}
		got, _, err := net.SplitHostPort(clientAddress(net.JoinHostPort(peer, "99"), forwarded, trustedProxies))
		if err != nil || got != client {
			t.Errorf("%s by %v saying %q is taken for %s, %v", client, proxies, forwarded, got, err)
		}
	})
}

func TestRateLimitsUseAddressBehindTrustedProxies(t *testing.T) {
	w := newEnvironment(t)
	w.gateway.config.TrustedProxies = trustedProxies
	path := "/" + testkit.UniqueName("route")
	mux := http.NewServeMux()
	var forwarded string
	w.setLimits(t, limits.Config{limits.Reads: {Address: limit.Rate{Every: 1e12, Burst: 1}}})
	mux.Handle("GET "+path, w.gateway.rateLimit(limits.Reads,
		http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			forwarded += fmt.Sprint(r.Header)
		})))
	edge := w.gateway.withEdge(mux, alwaysTraced)
	get := func(peer, header string) int {
		r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		r.RemoteAddr = peer
		for _, name := range forwardingHeaders {
			r.Header.Set(name, header)
		}
		answer := httptest.NewRecorder()
		edge.ServeHTTP(answer, r)
		return answer.Code
	}
	for i, c := range []struct {
		peer, header string
		status       int
	}{
		{"10.0.0.1:1", "192.0.2.1", 200},
		{"10.0.0.2:1", "198.51.100.7, 192.0.2.1", 429}, // the same client by another proxy, with a lie
		{"10.0.0.1:1", "192.0.2.2", 200},
		{"192.0.2.3:1", "192.0.2.9", 200},
		{"192.0.2.3:1", "192.0.2.10", 429}, // not a trusted proxy
	} {
		if got := get(c.peer, c.header); got != c.status {
			t.Errorf("request %d: %d, want %d", i, got, c.status)
		}
	}
	if strings.Contains(forwarded, "192.0.2") {
		t.Errorf("passed on: %s", forwarded)
	}
}

func TestTrustedProxiesAreConfigurable(t *testing.T) {
	site := filepath.Join(t.TempDir(), "site.json")
	write(t, site, siteText("McWick"))
	for field := range reflect.TypeFor[configuration]().Fields() {
		if name, required := strings.CutSuffix(field.Tag.Get("env"), ",required"); required {
			t.Setenv(name, "x")
		}
	}
	t.Setenv("KAFKA_BROKERS", "x:1")
	t.Setenv("PUBLIC_ORIGIN", "http://x")
	t.Setenv("STATIC_DIR", "dist")
	t.Setenv("SITE_FILE", site)
	t.Setenv("DEVICE_KEY", strings.Repeat("x", 32))
	for value, n := range map[string]int{"": 0, "10.0.0.0/8": 1, "10.0.0.0/8,fd00::/8": 2, "10.0.0.1": -1,
		"10.0.0.0/8;fd00::/8": -1} {
		t.Setenv("TRUSTED_PROXIES", value)
		c, err := config.Load[configuration]()
		if (err != nil) != (n < 0) || (err == nil && len(c.TrustedProxies) != n) {
			t.Errorf("%q: %v, %v", value, c.TrustedProxies, err)
		}
	}
}
