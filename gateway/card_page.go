package main

import (
	"bytes"
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
)

// pageID is how the address of one thing's page ends.
var pageID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// card is what a page shows to those who show addresses.
type card struct {
	Site, Title, Description, Alt string
	PageTitle                     string // of the browser's window, when it is not "title · site"
	URL                           string // absolute, as all addresses here
	Image, ImageType              string
	Width, Height                 int // of the image, in pixels
	Video                         string
}

// cardPage serves the page of one thing with its card in it, for crawlers that read the first HTML
// and run no code: link previews show the thing in the message already. The thing is
// what the interface answers at the address before its id; without an answer, or beyond the limit
// on reading, it is the page like any other.
func cardPage[T proto.Message](
	g *gateway, api http.Handler, address string, thing func() T, cardOf func(T) card,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := r.PathValue("id")
		if !pageID.MatchString(id) {
			g.servePage(w, r)
			return
		}
		seen := thing()
		switch g.readThroughCache(r, address+id, api, seen) {
		case http.StatusOK:
			g.serveWithCard(w, r, cardOf(seen))
		case http.StatusNotFound, http.StatusGone:
			serveNotFoundPage(w, r, g.files)
		default:
			serveShell(w, r, g.files)
		}
	})
}

// readThroughCache reads what the interface answers at an address as any client would, by the
// cache.
func (g *gateway) readThroughCache(r *http.Request, address string, api http.Handler, into proto.Message) (status int) {
	counted := g.debitsOf(limits.Reads, r)
	if d := g.guard.Allow(r.Context(), counted.subject, counted.scarce, counted.buckets...); !d.Allowed {
		return http.StatusTooManyRequests
	}
	request := r.Clone(r.Context())
	request.URL = &url.URL{Path: address}
	a := g.cache.get(request, address, api, pageTimeout)
	if a.status == http.StatusOK && protojson.Unmarshal(a.body, into) != nil {
		return http.StatusBadGateway
	}
	return a.status
}

// pageTimeout is how long a page waits for what only its card needs.
const pageTimeout = time.Second

// cardTags are Open Graph's, and Twitter's where that has names of its own.
var cardTags = template.Must(template.New("card").Parse(`<title>{{if .PageTitle}}{{.PageTitle}}{{else}}{{.Title}} · {{.Site}}{{end}}</title>
    <meta name="description" content="{{.Description}}" />
    <link rel="canonical" href="{{.URL}}" />
    <meta property="og:type" content="{{if .Video}}video.other{{else}}website{{end}}" />
    <meta property="og:site_name" content="{{.Site}}" />
    <meta property="og:url" content="{{.URL}}" />
    <meta property="og:title" content="{{.Title}}" />
    <meta property="og:description" content="{{.Description}}" />
    <meta property="og:image" content="{{.Image}}" />
    <meta property="og:image:type" content="{{.ImageType}}" />
    <meta property="og:image:width" content="{{.Width}}" />
    <meta property="og:image:height" content="{{.Height}}" />
    <meta property="og:image:alt" content="{{.Alt}}" />
    {{- if .Video}}
    <meta property="og:video" content="{{.Video}}" />
    <meta property="og:video:type" content="video/mp4" />
    <meta property="og:video:width" content="{{.Width}}" />
    <meta property="og:video:height" content="{{.Height}}" />
    {{- end}}
    <meta name="twitter:card" content="summary_large_image" />
    <meta name="twitter:title" content="{{.Title}}" />
    <meta name="twitter:description" content="{{.Description}}" />
    <meta name="twitter:image" content="{{.Image}}" />
    <meta name="twitter:image:alt" content="{{.Alt}}" />`))

// shellTitle is what a card takes the place of, and shellDescription what it makes wrong.
var (
	shellTitle       = regexp.MustCompile(`(?s)<title>.*?</title>`)
	shellDescription = regexp.MustCompile(`<meta name="description"[^>]*>\s*`)
)

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

// joinTexts puts those of the texts together that say something.
func joinTexts(with string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), with)
}
