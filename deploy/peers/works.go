package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"mcwick.example/deploy/internal/visitor"
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

// pocketBaseImage is the record that PocketBase's likes are of; the program of pocketbase/ makes it.
const pocketBaseImage = "image0000000001"

// picture is what is read and liked, and the page that it is on.
type picture struct {
	page  []byte
	id    string
	next  string // the cursor after it; its last characters are of its id, which breaks ties alone
	bytes []byte
	path  string // of the smaller copy
	etag  string
}

// findPicture reads the first page of the gallery, and the first picture on it.
func findPicture(ctx context.Context, platform string) (p picture, err error) {
	first, err := visitor.Get(ctx, platform+page)
	if err != nil {
		return p, err
	}
	p.page = first.Body
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
	file, err := visitor.Get(ctx, platform+p.path)
	if err != nil {
		return p, err
	}
	p.bytes, p.etag = file.Body, file.Header.Get("ETag")
	short, err := visitor.Get(ctx, platform+page+"?pageSize=1")
	if err != nil {
		return p, err
	}
	var after struct{ NextCursor string }
	err = json.Unmarshal(short.Body, &after)
	p.next = after.NextCursor
	return p, err
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
				programs: []string{"gateway", "gallery", "media", "postgres", "redis-server", "java"}})
		}
	}
	other := func(name, server, url, program string) {
		if url != "" && !o.alone {
			all = append(all, work{name: name, server: server, url: url, method: http.MethodGet,
				programs: []string{program}})
		}
	}
	each("page", http.MethodGet, page)
	each("page in gzip", http.MethodGet, page, "Accept-Encoding=gzip")
	each("page, 300 visitors", http.MethodGet, page, "address=300")
	each("page, not in the cache", http.MethodGet, page, "path="+page+"?cursor="+p.next[:len(p.next)-8]+"%08d")
	other("page", "net/http", s.bare, "peers")
	other("page", "nginx", s.nginx+"/page.json", "nginx")
	if url := s.pocketBase["PocketBase"]; url != "" {
		other("page", "PocketBase", url+fmt.Sprintf(pocketBaseRecords, "images")+"?perPage=24&sort=-created", "pocketbase")
	}
	each("like", http.MethodPut, page+"/"+p.id+"/like", "address=7000000")
	for _, server := range slices.Sorted(maps.Keys(s.pocketBase)) {
		all = append(all, work{name: "like", server: server, url: s.pocketBase[server] + fmt.Sprintf(pocketBaseRecords, "likes"),
			method: http.MethodPost, body: `{"image":"` + pocketBaseImage + `","visitor":"%d-%d"}`,
			headers: []string{"Content-Type=application/json"}, programs: []string{"pocketbase"}})
	}
	each("picture", http.MethodGet, p.path)
	other("picture", "nginx", s.nginx+"/picture.webp", "nginx")
	each("picture, unchanged", http.MethodGet, p.path, "If-None-Match="+p.etag)
	return all
}

// journey is what one visitor of tools/load does.
func journey(o options) work {
	return work{name: "picture drawn, published, liked and withdrawn", server: "all", url: o.platform,
		programs: []string{"gateway", "gallery", "generation", "media", "moderation", "postgres", "redis-server", "java"}}
}
