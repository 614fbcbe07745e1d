package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync/atomic"
	"time"
)

// siteEvery is how soon a change of the settings file is seen; the promise is 10 s.
const siteEvery = 5 * time.Second

// site is the settings of brand, flags and remotes, as /config.json gives them.
type site struct {
	path      string
	mediaBase string
	document  atomic.Pointer[document]
}

// document is an answer with its entity tag, and what of it the gateway itself says.
type document struct {
	body  []byte
	etag  string
	brand string // the name of the product
	flags map[string]bool
}

// openSite reads the settings; a file that cannot be used is an error at start.
func openSite(path, mediaBase string) (*site, error) {
	s := &site{path: path, mediaBase: mediaBase}
	return s, s.load()
}

// laterBrand are settings that came after the first release, with what a file from before says of them.
var laterBrand = map[string]string{
	"airdropDate": "2025 Q1", "birthday": "January 3, 2009", "humanYears": "15", "candleYears": "78",
}

// load reads the file and takes it over if it is whole; a file that is broken for a while changes nothing.
func (s *site) load() error {
	b, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	var c struct {
		Brand   map[string]string `json:"brand"`
		Flags   map[string]bool   `json:"flags"`
		Remotes []struct {
			Name  string `json:"name"`
			Entry string `json:"entry"`
			Path  string `json:"path"`
		} `json:"remotes"`
		MediaBase string `json:"mediaBase"`
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	for name, value := range laterBrand {
		if c.Brand[name] == "" && c.Brand != nil {
			c.Brand[name] = value
		}
	}
	for _, name := range []string{"name", "slug", "tagline", "contract", "tokenSymbol", "socialUrl"} {
		if c.Brand[name] == "" {
			err = errors.Join(err, fmt.Errorf("%s: brand.%s is missing", s.path, name))
		}
	}
	if err != nil {
		return err
	}
	c.MediaBase = s.mediaBase
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	s.document.Store(&document{body: body, flags: c.Flags, etag: entityTag(body), brand: c.Brand["name"]})
	return nil
}

// entityTag is a strong tag: other bytes have another one.
func entityTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// flag tells whether the settings have this flag set.
func (s *site) flag(name string) bool { return s.document.Load().flags[name] }

// ServeHTTP answers /config.json.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d := s.document.Load()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", d.etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(d.body))
}
