// Package aiprovider is a client of servers that speak OpenAI's HTTP API: pictures, chat, speech,
// moderation, and when a model ends. It treats every answer as hostile, repeats no call that may
// have been paid, and says of each failure why it happened and whether it may have been paid.
package aiprovider

import (
	"net/http"
	"net/url"
	"strings"

	"go.opentelemetry.io/otel/metric"

	"mcwick.example/platform/config"
)

// Provider is one server.
type Provider struct {
	Name    string        // on spans and metrics, such as openai
	BaseURL string        // with or without an end slash, such as https://api.openai.com/v1
	Key     config.Secret // empty: no Authorization header is sent
}

// Dialect is which of the two forms of a request a model takes.
type Dialect string

// The dialects.
const (
	// pictures with response_format and quality standard; chats with max_tokens, temperature and
	// penalties
	DialectLegacy Dialect = "legacy"
	// pictures with output_format and another scale of quality; chats with max_completion_tokens
	DialectCurrent Dialect = "current"
)

// Client calls one provider. It is safe for concurrent use.
type Client struct {
	provider Provider
	base     *url.URL
	api      *http.Client // asks the provider
	own      *http.Client // fetches pictures from the provider's own host
	public   *http.Client // fetches pictures from other hosts, at public addresses only
	duration metric.Float64Histogram
}

// NewClient makes a client. Nothing is sent before the first call.
func NewClient(p Provider) *Client {
	base, err := url.Parse(strings.TrimSuffix(p.BaseURL, "/") + "/")
	if err != nil {
		base = &url.URL{} // every call fails; the configuration's check says why
	}
	t := newTransport()
	return &Client{provider: p, base: base, duration: newDurationHistogram(), api: newClient(withTracing(t)),
		own: newClient(t), public: newClient(newPublicTransport())}
}
