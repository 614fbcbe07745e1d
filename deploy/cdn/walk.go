package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// pages are those of the site, and what lies beside them.
var pages = []string{"/", "/ai", "/pfp", "/gallery", "/bictok", "/tools", "/verse", "/wall", "/safety", "/lore",
	"/robots.txt", "/sitemap.xml", "/site.webmanifest", "/manifest.webmanifest", "/.well-known/security.txt",
	"/no-such-page", "/no-such-file.png", "/api/v1/no-such-call"}

// addresses returns every public GET of the OpenAPI document, of what ann has, and the pages.
func (d *drill) addresses() (all []string, err error) {
	text, err := os.ReadFile("gateway/openapi.json")
	if err != nil {
		return nil, err
	}
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	of := map[string]string{"{imageId}": d.first.ID, "{jobId}": d.ann.own[0], "{videoId}": d.video.ID,
		"{speechId}": d.speech, "{handle}": "nobody_here", "{entryId}": d.first.ID}
	queries := map[string][]string{
		"/api/v1/images":       {"", "?type=meme", "?type=video", "?pageSize=5", "?sort=top", "?query=waving"},
		"/api/v1/likes":        {"?ids=" + d.first.ID},
		"/api/v1/challenge":    {"?for=picture"},
		"/api/v1/wall/entries": {"?wall=fame", "?wall=WALL_FAME"},
	}
	for path, methods := range document.Paths {
		if _, ok := methods["get"]; !ok || path == "/api/v1/gallery/events" { // a stream, which does not end
			continue
		}
		filled := path
		for name, value := range of {
			filled = strings.ReplaceAll(filled, name, value)
		}
		if strings.Contains(filled, "{") {
			return nil, fmt.Errorf("%s has a parameter that the drill does not know", path)
		}
		variants, ok := queries[path]
		if !ok {
			variants = []string{""}
		}
		for _, query := range variants {
			all = append(all, filled+query)
		}
	}
	all = append(all, pages...)
	all = append(all, "/gallery/"+d.first.ID, "/bictok/"+d.video.ID, "/ai?remix="+d.first.ID)
	for _, name := range append(d.first.names(), d.video.Object, d.video.Poster, d.video.Captions) {
		all = append(all, "/media/"+name)
	}
	slices.Sort(all)
	return all, nil
}

// lists are what the cache must keep, each for a second.
func (d *drill) lists() []string {
	return []string{"/", "/gallery", "/wall", "/gallery/" + d.first.ID, "/config.json", "/api/v1/images",
		"/api/v1/images/" + d.first.ID, "/api/v1/safety/statistics"}
}

// checkVisitors requests everything as ann, who has an account and a like, as bob and as a visitor without
// cookies, through the cache and past it.
func (d *drill) checkVisitors(ctx context.Context) error {
	addresses, err := d.addresses()
	if err != nil {
		return err
	}
	if _, err := d.bob.get(ctx, d.origin+"/api/v1/sessions/current"); err != nil {
		return err
	}
	if err := d.ann.register(ctx, d.origin); err != nil {
		return err
	}
	like := d.origin + "/api/v1/images/" + d.first.ID + "/like"
	if err := d.ann.Call(ctx, http.MethodPut, like, map[string]any{}, nil); err != nil {
		return err
	}
	kept := 0
	var failures error
	for _, address := range addresses {
		isKept, err := d.checkAddress(ctx, address)
		if err == nil && !isKept && slices.Contains(d.lists(), address) {
			err = errors.New("the cache does not keep it")
		}
		if err != nil {
			fmt.Printf("   WRONG: %s: %v\n", address, err)
			failures = errors.Join(failures, fmt.Errorf("%s: %w", address, err))
		}
		if isKept {
			kept++
		}
	}
	fmt.Printf("   %d addresses, %d of them kept by the cache\n", len(addresses), kept)
	return failures
}

// checkAddress checks one address and reports whether the cache keeps it.
func (d *drill) checkAddress(ctx context.Context, address string) (kept bool, err error) {
	inAddress := func(s string) bool { return strings.Contains(address, s) } // the empty one is in each
	secrets := slices.DeleteFunc(slices.Clone(d.ann.own), inAddress)
	for _, cookie := range d.ann.Jar.Cookies(nil) {
		secrets = append(secrets, cookie.Value)
	}
	secrets = append(secrets, "?signature=")
	for range 2 {
		if _, err := d.ann.get(ctx, d.varnish.url+address); err != nil {
			return false, err
		}
	}
	for _, b := range []*browser{d.bob, newBrowser(), newStranger()} {
		a, err := b.get(ctx, d.varnish.url+address)
		if err != nil {
			return kept, err
		}
		kept = kept || isHit(a)
		if isHit(a) && a.Header.Get("Set-Cookie") != "" {
			return kept, errors.New("a cached response sets a cookie")
		}
		for _, secret := range secrets {
			if bytes.Contains(a.Body, []byte(secret)) || strings.Contains(fmt.Sprint(a.Header), secret) {
				return kept, fmt.Errorf("another visitor receives what is ann's (%d)", a.Status)
			}
		}
	}
	if !kept {
		return false, nil
	}
	return true, d.checkVary(ctx, address)
}

// variations are what a response may depend on.
var variations = [][]string{{"Accept", "text/html"}, {"Accept", "application/json"}, {"Accept-Encoding", "gzip"},
	{"Accept-Encoding", "br"}, {"Accept-Encoding", "zstd"}, {"Accept-Language", "de"},
	{"Origin", "https://elsewhere.example"}, {"User-Agent", "phone"}, {"Cookie", "theme=dark"}, {"Save-Data", "on"}}

// checkVary compares responses of the origin: where one differs by a request header, Vary must name
// it. The cache must give each client an encoding that it accepts.
func (d *drill) checkVary(ctx context.Context, address string) error {
	plain, err := newStranger().get(ctx, d.origin+address)
	if err != nil {
		return err
	}
	for _, variation := range variations {
		name := variation[0]
		a, err := newStranger().get(ctx, d.origin+address, variation...)
		if err != nil {
			return err
		}
		differs := a.Status != plain.Status || !bytes.Equal(a.Body, plain.Body) ||
			a.Header.Get("Content-Type") != plain.Header.Get("Content-Type") ||
			a.Header.Get("Access-Control-Allow-Origin") != plain.Header.Get("Access-Control-Allow-Origin")
		if differs && !strings.Contains(strings.ToLower(strings.Join(a.Header["Vary"], ",")), strings.ToLower(name)) {
			return fmt.Errorf("the response depends on %s, and Vary is %q", name, a.Header["Vary"])
		}
		for range 2 {
			through, err := newStranger().get(ctx, d.varnish.url+address, variation...)
			if err != nil {
				return err
			}
			encoding := through.Header.Get("Content-Encoding")
			if encoding != "" && (name != "Accept-Encoding" || encoding != variation[1]) {
				return fmt.Errorf("the cache gives %s to a client that asks with %q", encoding, variation)
			}
		}
	}
	return nil
}

// checkPage opens the page in a browser.
func (d *drill) checkPage(ctx context.Context) error {
	page := exec.CommandContext(ctx, "node", "deploy/cdn/page.mjs", d.origin, d.varnish.url+"/media/", d.first.ID,
		d.first.ObjectName, d.video.ID)
	page.Stdout, page.Stderr = os.Stdout, os.Stderr
	return page.Run()
}
