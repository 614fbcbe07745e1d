package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// The addresses of what search engines read first: the sitemap is an index of pages, whose names begin
// with sitemapPages.
const (
	sitemapPath  = "/sitemap.xml"
	sitemapPages = "/sitemaps/"
)

// The bounds of the sitemap: the newest pictures of each type, so many in a page, read again after a
// while.
const (
	sitemapPageSize = 1000
	sitemapPictures = 5000 // of each type
	sitemapAge      = 10 * time.Minute
	sitemapTimeout  = 10 * time.Second // of a request; the reading goes on
	sitemapRetry    = 10 * time.Second // while there is none
	listPageSize    = 100              // the most that the gallery lists at once
)

// robots says what search engines may read: pages, and the calls with which public pages load what they show, so that
// search engines, which render them, do not index an error. The walls are not among these.
const robots = `User-agent: *
Allow: /api/v1/images
Allow: /api/v1/authors/
Allow: /api/v1/profiles/
Allow: /api/v1/shared-videos/
Allow: /api/v1/safety/
Disallow: /api/
Disallow: /debug/
Allow: /

Sitemap: %s
`

func (g *gateway) serveRobots(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=3600")
	fmt.Fprintf(w, robots, g.absolute(sitemapPath))
}

// sitemap is all pages that search engines should know, as XML by name.
type sitemap struct {
	gallery galleryv1.GalleryServiceClient
	now     func() time.Time

	reading singleflight.Group

	mu      sync.Mutex
	files   map[string][]byte
	expires time.Time
}

// The elements of sitemaps.org's protocol.
type (
	sitemapIndex struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 sitemapindex"`
		Parts   []sitemapURL `xml:"sitemap"`
	}
	sitemapSet struct {
		XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []sitemapURL `xml:"url"`
	}
	sitemapURL struct {
		Location string `xml:"loc"`
		Modified string `xml:"lastmod,omitempty"`
	}
)

// serveSitemap serves the index and its pages. While the gallery is away the last ones are served.
func (g *gateway) serveSitemap(w http.ResponseWriter, r *http.Request) {
	files, err := g.sitemap.get(r.Context(), g)
	if err != nil {
		writeProblem(r.Context(), w, err)
		return
	}
	b, ok := files[r.URL.Path]
	if !ok {
		writeProblem(r.Context(), w, errNoRoute)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/xml; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=600")
	serveTagged(w, r, b, entityTag(b), nil)
}

// get returns the files. Those that are old are read again meanwhile; only without any do requests wait,
// for one reading.
func (s *sitemap) get(ctx context.Context, g *gateway) (map[string][]byte, error) {
	s.mu.Lock()
	files, isFresh := s.files, s.now().Before(s.expires)
	s.mu.Unlock()
	if isFresh && files == nil {
		return nil, fault.ErrUnavailable // a reading has just failed
	}
	if isFresh {
		return files, nil
	}
	read := s.reading.DoChan("", func() (any, error) {
		// The first one who asks may leave; the others still wait. Each call has its own time.
		files, err := s.read(context.WithoutCancel(ctx), g)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.expires = s.now().Add(sitemapAge)
		if err == nil {
			s.files = files
		} else if s.files == nil {
			s.expires = s.now().Add(sitemapRetry)
		}
		return files, err
	})
	if files != nil {
		return files, nil
	}
	waiting, cancel := context.WithTimeout(ctx, sitemapTimeout)
	defer cancel()
	select {
	case first := <-read:
		files, _ = first.Val.(map[string][]byte)
		return files, first.Err
	case <-waiting.Done():
		return nil, waiting.Err()
	}
}

// read makes the files: one with the pages of the shell, and those of pictures and videos.
func (s *sitemap) read(ctx context.Context, g *gateway) (map[string][]byte, error) {
	var pages []sitemapURL
	for _, route := range pageRoutes {
		if route.path != wallPath {
			pages = append(pages, sitemapURL{Location: g.absolute(route.path)})
		}
	}
	sets := [][]sitemapURL{pages}
	for _, kind := range []string{"meme", "pfp", "art", "video"} {
		found, err := s.list(ctx, g, kind)
		if err != nil {
			return nil, err
		}
		for len(found) > 0 {
			n := min(len(found), sitemapPageSize)
			sets, found = append(sets, found[:n]), found[n:]
		}
	}
	files := make(map[string][]byte, len(sets)+1)
	var index sitemapIndex
	for i, set := range sets {
		path := sitemapPages + strconv.Itoa(i+1) + ".xml"
		index.Parts = append(index.Parts, sitemapURL{Location: g.absolute(path)})
		if err := addXML(files, path, sitemapSet{URLs: set}); err != nil {
			return nil, err
		}
	}
	return files, addXML(files, sitemapPath, index)
}

// list returns the newest pictures of a type.
func (s *sitemap) list(ctx context.Context, g *gateway, kind string) (found []sitemapURL, err error) {
	base := picturePath
	if kind == "video" {
		base = videoPath
	}
	for cursor := ""; len(found) < sitemapPictures; {
		page, err := s.gallery.ListImages(ctx,
			&galleryv1.ListImagesRequest{Type: kind, Cursor: cursor, PageSize: listPageSize})
		if err != nil {
			return nil, err
		}
		for _, i := range page.GetImages() {
			found = append(found, sitemapURL{g.absolute(base + i.GetId()), dateOf(i.GetCreateTime().AsTime())})
		}
		if cursor = page.GetNextCursor(); cursor == "" {
			break
		}
	}
	return found, nil
}

func addXML(files map[string][]byte, path string, document any) error {
	b, err := xml.Marshal(document)
	if err != nil {
		return err
	}
	files[path] = append([]byte(strings.TrimSpace(xml.Header)+"\n"), b...)
	return nil
}
