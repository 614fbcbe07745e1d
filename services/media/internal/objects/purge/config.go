// Package purge tells shared caches (a CDN, a Varnish) to drop what is not public any more, and
// retries until they have done it. No transaction waits for them.
package purge

import (
	"errors"
	"fmt"
	"net/url"

	"mcwick.example/platform/config"
)

// Kind is the kind of the caches in front of the gateway.
type Kind string

// The kinds of caches. Without one, caches are to keep public objects for a minute only.
const (
	KindNone       Kind = "none"
	KindWebhook    Kind = "webhook"
	KindVarnish    Kind = "varnish"
	KindFastly     Kind = "fastly"
	KindCloudflare Kind = "cloudflare"
)

// Config is the configuration of purging.
type Config struct {
	Kind Kind `env:"PURGE_KIND" envDefault:"none"`
	// of every Varnish, or of one webhook, https://api.fastly.com/service/{id}, or
	// https://api.cloudflare.com/client/v4/zones/{id}
	URLs      []string      `env:"PURGE_URL"`
	Token     config.Secret `env:"PURGE_TOKEN"`
	TokenFile string        `env:"PURGE_TOKEN_FILE"`
}

// Enabled reports whether caches receive purges.
func (c Config) Enabled() bool { return c.Kind != KindNone }

// Validate reports what is wrong with the configuration. No message has an address: it may contain
// a secret.
func (c Config) Validate() error {
	switch c.Kind {
	case KindNone:
		return nil
	case KindVarnish, KindWebhook:
	case KindFastly, KindCloudflare:
		if c.Token == "" {
			return fmt.Errorf("PURGE_TOKEN is missing: PURGE_KIND %s needs one", c.Kind)
		}
	default:
		return errors.New("PURGE_KIND must be none, webhook, varnish, fastly or cloudflare")
	}
	if len(c.URLs) == 0 || len(c.URLs) > 1 && c.Kind != KindVarnish {
		return fmt.Errorf("PURGE_URL must be one address for PURGE_KIND %s (several, with commas, for varnish)", c.Kind)
	}
	for _, address := range c.URLs {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return errors.New("PURGE_URL must be an address such as https://api.example/purge")
		}
	}
	return nil
}
