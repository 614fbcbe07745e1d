package main

import (
	"bytes"
	"cmp"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// pictureID is how the address of a picture's page ends.
var pictureID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// picturePage serves the page of one picture with its card in it, for those who read the first HTML and run
// no code: whoever is sent the address sees the picture in the message already. Without the gallery, or
// beyond the limit on reading, it is the page like any other.
func (g *gateway) picturePage(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		if !pictureID.MatchString(id) {
			g.pages.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		image, status := g.picture(r, id, api)
		var page []byte
		if status == http.StatusOK {
			page = g.withCard(image)
		}
		switch {
		case status == http.StatusNotFound:
			serveNotFoundPage(w, r, g.static)
		case page == nil:
			serveFile(w, r, g.static, "index.html")
		default:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("ETag", entityTag(page))
			http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(page))
		}
	})
}

// picture asks for a picture as any client would, by the cache.
func (g *gateway) picture(r *http.Request, id string, api http.Handler) (*galleryv1.Image, int) {
	if d := g.guard.Take(r.Context(), false, buckets(g.limits.Reads, r)...); !d.Allowed {
		return nil, http.StatusTooManyRequests
	}
	ask := r.Clone(r.Context())
	ask.URL = &url.URL{Path: "/api/v1/images/" + id}
	a := g.cache.get(ask, ask.URL.Path, api, pagePatience)
	var image galleryv1.Image
	if a.status == http.StatusOK && protojson.Unmarshal(a.body, &image) != nil {
		return nil, http.StatusBadGateway
	}
	return &image, a.status
}

// pagePatience is how long a page waits for what only its card needs.
const pagePatience = time.Second

// card is a picture for those who show addresses: Open Graph, and Twitter where that has names of its own.
var card = template.Must(template.New("card").Parse(`<title>{{.Title}} · {{.Site}}</title>
    <meta name="description" content="{{.Description}}" />
    <link rel="canonical" href="{{.URL}}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="{{.Site}}" />
    <meta property="og:url" content="{{.URL}}" />
    <meta property="og:title" content="{{.Title}}" />
    <meta property="og:description" content="{{.Description}}" />
    <meta property="og:image" content="{{.Image}}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="{{.Side}}" />
    <meta property="og:image:height" content="{{.Side}}" />
    <meta property="og:image:alt" content="{{.Alt}}" />
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="{{.Title}}" />
    <meta name="twitter:description" content="{{.Description}}" />
    <meta name="twitter:image" content="{{.Image}}" />
    <meta name="twitter:image:alt" content="{{.Alt}}" />`))

// pictureSide is that of every published picture, in pixels.
const pictureSide = 1024

// shellTitle is what a card takes the place of, and shellDescription what it makes wrong.
var (
	shellTitle       = regexp.MustCompile(`(?s)<title>.*?</title>`)
	shellDescription = regexp.MustCompile(`<meta name="description"[^>]*>\s*`)
)

// withCard is the shell's page with a picture's card instead of its title; nil when it cannot be made.
func (g *gateway) withCard(i *galleryv1.Image) []byte {
	shell, err := fs.ReadFile(g.static, "index.html")
	if err != nil {
		return nil
	}
	shell = shellDescription.ReplaceAllLiteral(shell, nil)
	place := shellTitle.FindIndex(shell)
	if place == nil {
		return nil
	}
	var page bytes.Buffer
	page.Write(shell[:place[0]])
	if err := card.Execute(&page, g.cardOf(i)); err != nil {
		return nil
	}
	page.Write(shell[place[1]:])
	return page.Bytes()
}

type pictureCard struct {
	Site, Title, Description, Alt string
	URL, Image                    string // absolute
	Side                          int
}

// cardOf puts a picture into words: its caption, or else what is on it.
func (g *gateway) cardOf(i *galleryv1.Image) pictureCard {
	seen := joined(", ", i.GetAction(), i.GetScene())
	about := seen
	if i.GetCaption() == "" {
		about = i.GetStyle()
	}
	var author string
	if i.GetSignature() != "" {
		author = "by " + i.GetSignature()
	}
	return pictureCard{
		Site: g.site.document.Load().brand, Side: pictureSide, Alt: seen,
		Title:       cmp.Or(i.GetCaption(), seen, "A candle"),
		Description: joined(" · ", about, author),
		URL:         g.config.PublicOrigin + "/gallery/" + i.GetId(),
		Image:       g.absolute(g.config.MediaBase + i.GetObjectName()),
	}
}

// absolute is an address as others see it; a media base may be on another host already.
func (g *gateway) absolute(address string) string {
	origin, err := url.Parse(g.config.PublicOrigin)
	if err != nil {
		return address // never: the configuration was checked at start
	}
	whole, err := origin.Parse(address)
	if err != nil {
		return address
	}
	return whole.String()
}

// joined puts those of the texts together that say something.
func joined(with string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), with)
}
