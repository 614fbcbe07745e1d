package purge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"mcwick.example/platform/config"
	"mcwick.example/platform/dial"
	"mcwick.example/services/media/internal/objects"
)

const (
	requestTimeout = 2 * time.Second
	maxAnswer      = 64 << 10
)

// caches tells shared caches to drop objects.
type caches interface {
	// purge drops all objects with these keys and returns the keys for which that succeeded, and the
	// first error of the others.
	purge(ctx context.Context, keys []string) (done []string, err error)
}

// newCaches returns the caches of a valid configuration. A changed token file takes effect.
func newCaches(c Config) (caches, error) {
	if !c.Enabled() {
		return noCaches{}, nil
	}
	token, err := config.NewReloader("PURGE_TOKEN", config.SecretLoader(c.Token, c.TokenFile,
		func(s config.Secret) (config.Secret, error) { return s, nil }))
	if err != nil {
		return nil, err
	}
	s := newSender(token.Load)
	base := strings.TrimSuffix(c.URLs[0], "/")
	switch c.Kind {
	case KindVarnish:
		return eachKey(func(ctx context.Context, key string) error { return s.banEverywhere(ctx, c.URLs, key) }), nil
	case KindFastly:
		return eachKey(func(ctx context.Context, key string) error { return s.purgeFastly(ctx, base, key) }), nil
	case KindCloudflare:
		return allKeys(func(ctx context.Context, all []string) error { return s.purgeCloudflare(ctx, base, all) }), nil
	case KindWebhook:
		return allKeys(func(ctx context.Context, all []string) error { return s.callWebhook(ctx, c.URLs[0], all) }), nil
	default:
		return nil, c.Validate()
	}
}

// noCaches has nothing to drop.
type noCaches struct{}

func (noCaches) purge(_ context.Context, keys []string) ([]string, error) { return keys, nil }

// eachKey are caches that drop one key with each request.
type eachKey func(ctx context.Context, key string) error

func (f eachKey) purge(ctx context.Context, keys []string) ([]string, error) {
	return objects.ForEach(keys, func(key string) error { return f(ctx, key) })
}

// allKeys are caches that drop many keys with one request.
type allKeys func(ctx context.Context, keys []string) error

func (f allKeys) purge(ctx context.Context, keys []string) ([]string, error) {
	if err := f(ctx, keys); err != nil {
		return nil, err
	}
	return keys, nil
}

// sender sends requests to caches. Tokens go to the configured addresses only: it follows no
// redirects.
type sender struct {
	client *http.Client
	token  func() config.Secret
}

func newSender(token func() config.Secret) sender {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = dial.Connect
	transport.IdleConnTimeout = 10 * time.Second
	return sender{token: token, client: &http.Client{
		Transport: transport, Timeout: requestTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// banEverywhere sends each Varnish BAN with the key, as deploy/cdn/mcwick.vcl reads it.
func (s sender) banEverywhere(ctx context.Context, addresses []string, key string) error {
	_, err := objects.ForEach(addresses, func(address string) error {
		header := s.bearer()
		header.Set("Surrogate-Key", key)
		_, err := s.send(ctx, "BAN", address, header, nil)
		return err
	})
	return err
}

// purgeFastly purges a key: https://www.fastly.com/documentation/reference/api/purging.
func (s sender) purgeFastly(ctx context.Context, service, key string) error {
	header := http.Header{"Accept": {"application/json"}, "Fastly-Key": {s.token().Reveal()}}
	_, err := s.send(ctx, "POST", service+"/purge/"+key, header, nil)
	return err
}

// purgeCloudflare purges tags:
// https://developers.cloudflare.com/api/resources/cache/methods/purge.
func (s sender) purgeCloudflare(ctx context.Context, zone string, keys []string) error {
	answer, err := s.send(ctx, "POST", zone+"/purge_cache", s.bearer(), map[string][]string{"tags": keys})
	if err != nil {
		return err
	}
	var result struct {
		Success bool `json:"success"`
	}
	if err := json.Unmarshal(answer, &result); err != nil || !result.Success {
		return errors.New("the cache answers without success")
	}
	return nil
}

// callWebhook sends {"keys": […]}.
func (s sender) callWebhook(ctx context.Context, address string, keys []string) error {
	_, err := s.send(ctx, "POST", address, s.bearer(), map[string][]string{"keys": keys})
	return err
}

// bearer returns a header with the token, if there is one.
func (s sender) bearer() http.Header {
	header := http.Header{}
	if token := s.token(); token != "" {
		header.Set("Authorization", "Bearer "+token.Reveal())
	}
	return header
}

// send sends one request, with a JSON body unless it is nil, and returns the body of a successful
// answer. Errors name no address: it may contain a secret.
func (s sender) send(ctx context.Context, method, address string, header http.Header, body any) ([]byte, error) {
	var content io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(b)
		header.Set("Content-Type", "application/json")
	}
	r, err := http.NewRequestWithContext(ctx, method, address, content)
	if err != nil {
		return nil, errors.New("the cache's address is not valid")
	}
	r.Header = header
	resp, err := s.client.Do(r)
	if err != nil {
		if named, ok := errors.AsType[*url.Error](err); ok {
			err = named.Err
		}
		return nil, fmt.Errorf("reach the cache: %w", err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return nil, fmt.Errorf("read the cache's answer: %w", err)
	}
	if resp.StatusCode/100 != 2 {
		return nil, fmt.Errorf("the cache answers %d", resp.StatusCode)
	}
	return answer, nil
}
