package aiprovider

import (
	"net"
	"net/http"
	"time"

	"code.dny.dev/ssrf"
	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/propagation"
)

// maxHeader bounds the headers of an answer, in bytes.
const maxHeader = 64 << 10

// newTransport is Go's own with a bound of the headers.
func newTransport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxResponseHeaderBytes = maxHeader
	return t
}

// newPublicTransport connects over TLS to public addresses only, whatever a name resolves to.
func newPublicTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: ssrf.New(ssrf.WithPorts(443)).Safe}
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
