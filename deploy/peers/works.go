package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// work is one kind of request to one server.
type work struct {
	name, server string
	url          string
	method       string
	body         string
	headers      []string // NAME=VALUE
	programs     []string // that do it
}

const page = "/api/v1/images"

// picture is what is read and liked, and the page that it is on.
type picture struct {
	page  []byte
	id    string
	bytes []byte
	path  string // of the smaller copy
	etag  string
}

// findPicture reads the first page of the gallery, and the first picture on it.
func findPicture(ctx context.Context, platform string) (p picture, err error) {
	if p.page, _, err = get(ctx, platform+page); err != nil {
		return p, err
	}
	var list struct {
		Images []struct {
			ID       string
			Variants []struct{ ObjectName string }
		}
	}
	if err := json.Unmarshal(p.page, &list); err != nil {
		return p, err
	}
	if len(list.Images) < 24 || len(list.Images[0].Variants) == 0 {
		return p, fmt.Errorf("the gallery has %d pictures, not the 24 of a page", len(list.Images))
	}
	p.id, p.path = list.Images[0].ID, "/media/"+list.Images[0].Variants[0].ObjectName
	var header http.Header
	p.bytes, header, err = get(ctx, platform+p.path)
	p.etag = header.Get("ETag")
	return p, err
}

func get(ctx context.Context, url string) ([]byte, http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, nil, err
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	var b bytes.Buffer
	if _, err := io.Copy(&b, resp.Body); err != nil {
		return nil, nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	return b.Bytes(), resp.Header, nil
}

// works are all that is measured, each server in turn with the others.
func works(o options, p picture, s servers) (all []work) {
	gateways := []struct{ name, url string }{{"gateway", o.platform}}
	for _, program := range o.beside {
		gateways = append(gateways, struct{ name, url string }{program, s.beside[program]})
	}
	each := func(name, method, path string, headers ...string) {
		for _, g := range gateways {
			all = append(all, work{name: name, server: g.name, url: g.url + path, method: method, headers: headers,
				programs: []string{"gateway", "gallery", "media", "postgres", "redis-server"}})
		}
	}
	other := func(name, server, url, program string) {
		if url != "" {
			all = append(all, work{name: name, server: server, url: url, method: http.MethodGet,
				programs: []string{program}})
		}
	}
	each("page", http.MethodGet, page)
	each("page in gzip", http.MethodGet, page, "Accept-Encoding=gzip")
	each("page, 300 visitors", http.MethodGet, page, "address=300")
	other("page", "net/http", s.bare, "peers")
	other("page", "nginx", s.nginx+"/page.json", "nginx")
	other("page", "PocketBase", s.pocketBasePage, "pocketbase")
	each("like", http.MethodPut, page+"/"+p.id+"/like", "address=7000000")
	if s.pocketBaseLikes != "" {
		all = append(all, work{name: "like", server: "PocketBase", url: s.pocketBaseLikes, method: http.MethodPost,
			body: `{"image":"` + pocketBaseImage + `","visitor":"%d-%d"}`, headers: []string{"Content-Type=application/json"},
			programs: []string{"pocketbase"}})
	}
	each("picture", http.MethodGet, p.path)
	other("picture", "nginx", s.nginx+"/picture.webp", "nginx")
	each("picture, unchanged", http.MethodGet, p.path, "If-None-Match="+p.etag)
	return all
}
