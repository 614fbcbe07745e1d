package main

import (
	"bytes"
	"html"
	"html/template"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"mcwick.example/gateway/limits"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// card is what a page shows to those who show addresses.
type card struct {
	Site, Title, Description, Alt string
	PageTitle                     string // of the browser's window, when it is not "title · site"
	URL                           string // of the page, absolute, as all addresses here
	Image                         string // the drawn picture, a JPEG of 1200 by 630 pixels, as media draws it
	Video                         string // empty for none
	VideoWidth, VideoHeight       int    // pixels
	Profile                       string // the handle whose profile the page is; empty for none
	Data                          any    // what search engines read, as JSON-LD; nil for nothing
	Entry                         string // of the remote that draws the page, fetched beside the shell; "" for none
	Tagline                       string // of the landing page, whose top is in the first HTML; empty on all others

	drawing *mediav1.DrawCardRequest // what the picture shows
	query   string                   // of the page and of its picture, such as "?wall=shame"; empty for none
}

// cardAt returns the card of a page by its path. Of the page of one thing it is what the interface
// answers about that thing, whose status it has; without an answer, or beyond the limit on reading,
// there is no card.
func (g *gateway) cardAt(r *http.Request, api http.Handler, path string) (c card, status int) {
	switch {
	case strings.HasPrefix(path, picturePath):
		c, status = g.pictureCard(r, api, path)
	case strings.HasPrefix(path, videoPath):
		c, status = g.videoCard(r, api, path)
	case strings.HasPrefix(path, profilePath):
		c, status = g.profileCard(r, api, path)
	default:
		c, status = g.routeCard(r, path)
	}
	if status != http.StatusOK {
		return card{}, status
	}
	if c.Profile != "" { // the path may be in another case
		path = "/" + c.Profile
	}
	return g.addressed(c, path), status
}

// addressed is a card of the page at a path of this site.
func (g *gateway) addressed(c card, path string) card {
	c.Site, c.URL = g.site.document.Load().brand, g.absolute(path+c.query)
	c.Image = g.absolute(cardImagePath(path) + c.query)
	c.drawing.Brand, c.Entry = c.Site, g.site.entry(path)
	return c
}

// thingPage serves the page of one thing with its card in it, for crawlers that read the first HTML
// and run no code: link previews show the thing in the message already. Without a card it is the page
// like any other.
func (g *gateway) thingPage(api http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch c, status := g.cardAt(r, api, r.URL.Path); status {
		case http.StatusOK:
			g.serveWithCard(w, r, c)
		case http.StatusNotFound, http.StatusGone, http.StatusBadRequest:
			serveNotFoundPage(w, r, g.files)
		default:
			serveShell(w, r, g.files)
		}
	})
}

// pageID is how the address of one thing's page ends.
var pageID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// readThing reads what the interface answers about the thing of a page, whose id is behind the base
// of its path.
func (g *gateway) readThing(
	r *http.Request, api http.Handler, path, base, address string, into proto.Message,
) (status int) {
	id := strings.TrimPrefix(path, base)
	if !pageID.MatchString(id) {
		return http.StatusNotFound
	}
	return g.readThroughCache(r, address+id, api, into)
}

// readThroughCache reads what the interface answers at an address as any client would, by the
// cache.
func (g *gateway) readThroughCache(r *http.Request, address string, api http.Handler, into proto.Message) (status int) {
	if g.allow(r, limits.Reads) != nil {
		return http.StatusTooManyRequests
	}
	request := r.Clone(r.Context())
	request.URL = &url.URL{Path: address}
	a := g.cache.get(request, address, api, pageTimeout)
	if a == nil {
		return http.StatusGatewayTimeout
	}
	if a.status == http.StatusOK && protojson.Unmarshal(a.body, into) != nil {
		return http.StatusBadGateway
	}
	return a.status
}

// pageTimeout is how long a page waits for what only its card needs.
const pageTimeout = time.Second

// cardTags are Open Graph's, and Twitter's where that falls back to none of these.
var cardTags = template.Must(template.New("card").Parse(`<title>{{if .PageTitle}}{{.PageTitle}}{{else}}{{.Title}} · {{.Site}}{{end}}</title>
    <meta name="description" content="{{.Description}}" />
    <link rel="canonical" href="{{.URL}}" />
    <meta property="og:type" content="{{if .Video}}video.other{{else if .Profile}}profile{{else}}website{{end}}" />
    <meta property="og:site_name" content="{{.Site}}" />
    <meta property="og:url" content="{{.URL}}" />
    <meta property="og:title" content="{{.Title}}" />
    <meta property="og:description" content="{{.Description}}" />
    <meta property="og:image" content="{{.Image}}" />
    <meta property="og:image:type" content="image/jpeg" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="{{.Alt}}" />
    {{- if .Video}}
    <meta property="og:video" content="{{.Video}}" />
    <meta property="og:video:type" content="video/mp4" />
    <meta property="og:video:width" content="{{.VideoWidth}}" />
    <meta property="og:video:height" content="{{.VideoHeight}}" />
    {{- end}}
    {{- if .Profile}}
    <meta property="profile:username" content="{{.Profile}}" />
    {{- end}}
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:image:alt" content="{{.Alt}}" />
    {{- if .Entry}}
    <link rel="modulepreload" href="{{.Entry}}" />
    {{- end}}
    {{- if .Data}}
    <script type="application/ld+json">{{.Data}}</script>
    {{- end}}`))

// shellTitle is what a card takes the place of, and shellDescription what it makes wrong.
var (
	shellTitle       = regexp.MustCompile(`(?s)<title>.*?</title>`)
	shellDescription = regexp.MustCompile(`<meta name="description"[^>]*>\s*`)
)

// preloadAtHome is how the shell's HTML marks what only the landing page preloads.
const preloadAtHome = `rel="preload-at-home"`

// shell returns the shell's HTML, by the cache; what it gives is empty when there is none.
func (g *gateway) shell(r *http.Request) []byte {
	request := r.Clone(r.Context())
	request.URL = &url.URL{Path: "/"}
	a := g.cache.get(request, request.URL.Path, g.files, pageTimeout)
	if a.status != http.StatusOK {
		return nil
	}
	return a.body
}

// withCard is the shell's page with a card instead of its title; nil when there is no place for it.
func withCard(shell []byte, c card) []byte {
	shell = shellDescription.ReplaceAllLiteral(shell, nil)
	if c.Tagline != "" {
		shell = withHomeTop(bytes.Replace(shell, []byte(preloadAtHome), []byte(`rel="preload"`), 1), c)
	}
	place := shellTitle.FindIndex(shell)
	if place == nil {
		return nil
	}
	var page bytes.Buffer
	page.Write(shell[:place[0]])
	if err := cardTags.Execute(&page, c); err != nil {
		return nil
	}
	page.Write(shell[place[1]:])
	return page.Bytes()
}

// withHomeTop shows the top of the landing page, which the shell's HTML has as a template, so that browsers paint it
// before they run scripts. A brand of another name than the one that is drawn there has none, and no tagline in which
// the page fills in names.
func withHomeTop(shell []byte, c card) []byte {
	before, rest, isDrawn := bytes.Cut(shell, []byte(`<template data-home="`+html.EscapeString(c.Site)+`">`))
	top, after, isWhole := bytes.Cut(rest, []byte(`</template>`))
	if !isDrawn || !isWhole || strings.Contains(c.Tagline, "{") {
		return shell
	}
	top = bytes.ReplaceAll(top, []byte("{tagline}"), []byte(html.EscapeString(c.Tagline)))
	return slices.Concat(before, []byte(`<div data-home>`), top, []byte(`</div>`), after)
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

// sourceLabel is the mark of who made something, as the page has it beside it: what is older than
// sources has none, and AI made all of that.
func sourceLabel(source, composer string) string {
	if source == "composer" {
		return composer
	}
	return "Made with AI"
}

// digitalSource is the same as a term of schema.org, of those that equal IPTC's, as the picture's file says it
// too: texts make a composite of what AI drew.
func digitalSource(source string, hasTexts bool) string {
	if source == "composer" {
		return schemaContext + "/AlgorithmicMediaDigitalSource"
	}
	if hasTexts {
		return schemaContext + "/CompositeWithTrainedAlgorithmicMediaDigitalSource"
	}
	return schemaContext + "/TrainedAlgorithmicMediaDigitalSource"
}

// joinTexts puts those of the texts together that say something.
func joinTexts(with string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), with)
}
