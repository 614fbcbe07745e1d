package aiprovider

import (
	"net/http"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"

	"mcwick.example/platform/dial"
)

// maxHeader bounds the headers of an answer, in bytes.
const maxHeader = 64 << 10

// aliveness notices a connection of HTTP/2 whose other end is gone, also behind a proxy that goes on
// acknowledging bytes. All calls to a provider share one connection, and one that is waited on
// until a call's deadline counts as paid.
var aliveness = http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 10 * time.Second}

// newTransport is Go's own with a bound of the headers, whose connections notice when the other end
// is gone.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext, t.HTTP2, t.MaxResponseHeaderBytes = dial.Connect, &aliveness, maxHeader
	return t
}

// newPublicTransport connects over TLS to public addresses only, whatever a name resolves to.
func newPublicTransport() *http.Transport {
	isSafe, dialer := ssrf.New(ssrf.WithPorts(443)).Safe, dial.NewDialer(10*time.Second)
	bound := dialer.Control
	dialer.Control = func(network, address string, c syscall.RawConn) error {
		if err := isSafe(network, address, c); err != nil {
			return err
		}
		return bound(network, address, c)
	}
	t := newTransport()
	t.Proxy, t.DialContext = nil, dialer.DialContext // a proxy would connect to any address for us
	return t
}

// newClient follows no redirect: it would take the request, and what it costs, to a server that is
// not configured.
func newClient(t http.RoundTripper) *http.Client {
	return &http.Client{Transport: t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// withTracing puts the request on the trace, and nothing of the trace on the request: a provider
// cannot see which calls belong together.
func withTracing(t http.RoundTripper) http.RoundTripper {
	return otelhttp.NewTransport(t, otelhttp.WithPropagators(propagation.NewCompositeTextMapPropagator()))
}
