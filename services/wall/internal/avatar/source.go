// Package avatar fetches the pictures of persons on a wall from a server that has them by X handle.
// That server learns who is on a wall, so none is used unless it is configured; and its responses
// are untrusted until they have been checked.
package avatar

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/services/wall/internal/wall"
)

// Config says where pictures come from.
type Config struct {
	// Template is a URL with {handle} in it, such as https://avatars.example/x/{handle}. Without
	// one nothing is fetched.
	Template string `env:"AVATAR_URL"`
	// AllowedNetwork is the network of an internal proxy, such as 10.1.0.0/16, whose addresses are
	// not public. Without it connections go only to public addresses, and only over TLS.
	AllowedNetwork netip.Prefix `env:"AVATAR_HOUSE_NETWORK"`
}

// placeholder stands for the handle, without its '@'.
const placeholder = "{handle}"

// Validate reports what is wrong with the configuration.
func (c *Config) Validate() error {
	if c.Template == "" {
		return nil
	}
	u, err := url.Parse(c.Template)
	if err != nil || u.Host == "" || u.User != nil || strings.Contains(u.Host, placeholder) ||
		!strings.Contains(c.Template, placeholder) {
		return errors.New("AVATAR_URL must be a URL with {handle} after its host")
	}
	if u.Scheme != "https" && (u.Scheme != "http" || !c.AllowedNetwork.IsValid()) {
		return errors.New("AVATAR_URL must begin with https://; http:// needs AVATAR_HOUSE_NETWORK")
	}
	return nil
}

// The limits of a response.
const (
	timeout  = 5 * time.Second
	maxBytes = 1 << 20
)

// Source fetches pictures from one server. It connects to no address of a private or special
// network, whatever a name resolves to, and follows no redirects.
type Source struct {
	template string
	client   *http.Client
}

// NewSource returns a source of a valid configuration with a template.
func NewSource(c Config) *Source {
	u, _ := url.Parse(c.Template) // it is valid
	port := uint16(443)
	if u.Scheme == "http" {
		port = 80
	}
	if n, err := strconv.ParseUint(u.Port(), 10, 16); err == nil {
		port = uint16(n)
	}
	allowed := []ssrf.Option{ssrf.WithPorts(port)}
	if c.AllowedNetwork.IsValid() && c.AllowedNetwork.Addr().Is4() {
		allowed = append(allowed, ssrf.WithAllowedV4Prefixes(c.AllowedNetwork))
	} else if c.AllowedNetwork.IsValid() {
		allowed = append(allowed, ssrf.WithAllowedV6Prefixes(c.AllowedNetwork))
	}
	dialer := &net.Dialer{Timeout: timeout, Control: ssrf.New(allowed...).Safe}
	return &Source{c.Template, &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: timeout,
			MaxResponseHeaderBytes: 16 << 10},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Get returns the picture of an X handle as Portrait converts it, or wall.ErrNoPicture. Its errors,
// and its span, do not name the handle.
func (s *Source) Get(ctx context.Context, handle string) (portrait []byte, err error) {
	ctx, span := otel.Tracer("avatar").Start(ctx, "get avatar", trace.WithSpanKind(trace.SpanKindClient))
	defer func() {
		if err != nil && !errors.Is(err, wall.ErrNoPicture) {
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}()
	address := strings.ReplaceAll(s.template, placeholder, url.PathEscape(strings.TrimPrefix(handle, "@")))
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, errors.New("the address makes no request")
	}
	span.SetAttributes(attribute.String("server.address", r.URL.Hostname()))
	r.Header.Set("Accept", "image/webp, image/png, image/jpeg")
	answer, err := s.client.Do(r)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer answer.Body.Close()
	span.SetAttributes(attribute.Int("http.response.status_code", answer.StatusCode))
	switch answer.StatusCode {
	case http.StatusOK:
	case http.StatusNotFound, http.StatusGone:
		return nil, wall.ErrNoPicture
	default:
		return nil, fmt.Errorf("status %d", answer.StatusCode)
	}
	b, err := io.ReadAll(io.LimitReader(answer.Body, maxBytes+1))
	if err != nil {
		return nil, withoutAddress(err)
	}
	if len(b) > maxBytes {
		return nil, errors.New("the picture is too large")
	}
	return Portrait(b)
}

// withoutAddress removes the URL from an error of the client, because it contains the handle.
func withoutAddress(err error) error {
	if of, ok := errors.AsType[*url.Error](err); ok {
		return of.Err
	}
	return err
}
