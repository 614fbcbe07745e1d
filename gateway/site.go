package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"mcwick.example/gateway/site"
)

// siteReloadInterval is how soon a change of the settings file is seen; the promise is 10 s.
const siteReloadInterval = 5 * time.Second

// settings are those of brand, flags and remotes, as /config.json gives them.
type settings struct {
	path      string
	mediaBase string
	pinned    string // the contract address of the deployment; "" when nothing is pinned
	document  atomic.Pointer[document]
}

// document is an answer with its entity tag, and what of it the gateway itself says.
type document struct {
	body    []byte
	etag    string
	brand   string // the name of the product
	tagline string
	flags   map[string]bool
	remotes []site.Remote
	// contractMismatch is that the contract address of the settings is not the pinned one.
	contractMismatch bool
}

// publicSite is what /config.json says.
type publicSite struct {
	site.Settings
	ContractMismatch bool `json:"contractMismatch,omitempty"`
}

// openSite reads the settings; a file that cannot be used is an error at start. Another contract
// address than the pinned one is not: the rest of the site goes on.
func openSite(path, mediaBase, pinned string) (*settings, error) {
	s := &settings{path: path, mediaBase: mediaBase, pinned: pinned}
	return s, s.load()
}

// load reads the file and takes it over if it is whole; a file that is broken for a while changes
// nothing.
func (s *settings) load() error {
	text, err := os.ReadFile(s.path)
	if err != nil {
		return err
	}
	c, err := site.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	c.MediaBase = s.mediaBase
	mismatch := s.pinned != "" && c.Brand["contract"] != s.pinned
	if mismatch {
		c.Brand["contract"] = "" // no client, whatever its release, may show an address that may be wrong
	}
	body, err := json.Marshal(publicSite{c, mismatch})
	if err != nil {
		return err
	}
	s.document.Store(&document{body: body, flags: c.Flags, remotes: c.Remotes, etag: entityTag(body),
		brand: c.Brand["name"], tagline: c.Brand["tagline"], contractMismatch: mismatch})
	return nil
}

// entityTag is a strong tag: other bytes have another one.
func entityTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// flag reports whether the settings have this flag set.
func (s *settings) flag(name string) bool { return s.document.Load().flags[name] }

// hasRemote reports whether the page has a remote of a name.
func (s *settings) hasRemote(name string) bool {
	return slices.ContainsFunc(s.document.Load().remotes, func(remote site.Remote) bool {
		return strings.HasPrefix(remote.Entry, remotesPath+name+"/")
	})
}

// entry returns the address of the script with which the remote of a page begins; "" for a page that
// the shell draws itself.
func (s *settings) entry(page string) string {
	if strings.HasPrefix(page, profilePath) {
		page = picturePath // which the same remote draws
	}
	for _, remote := range s.document.Load().remotes {
		if page == remote.Path || strings.HasPrefix(page, remote.Path+"/") {
			return remote.Entry
		}
	}
	return ""
}

// ServeHTTP answers /config.json.
func (s *settings) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	d := s.document.Load()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "no-cache")
	allowSharedCaches(h)
	serveTagged(w, r, d.body, d.etag, nil)
}
