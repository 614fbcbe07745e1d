package main

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// picturePath begins the paths of pictures.
const picturePath = "/gallery/"

// pictureCard is the card of the page of one picture.
func (g *gateway) pictureCard(r *http.Request, api http.Handler, path string) (c card, status int) {
	var i galleryv1.Image
	if status = g.readThing(r, api, path, picturePath, "/api/v1/images/", &i); status != http.StatusOK {
		return c, status
	}
	return g.cardOf(&i), status
}

// cardOf puts a picture into words: its caption, or else what is on it, and who made it.
func (g *gateway) cardOf(i *galleryv1.Image) card {
	seen := joinTexts(", ", i.GetAction(), i.GetScene())
	about := truncate(seen, maxDescription)
	if i.GetCaption() == "" {
		about = i.GetStyle()
	}
	author := cmp.Or(i.GetHandle(), i.GetSignature())
	var by string
	if author != "" {
		by = "by " + author
	}
	c := card{
		Alt: seen, Title: truncate(cmp.Or(i.GetCaption(), seen, "A candle"), maxTitle),
		drawing: &mediav1.DrawCardRequest{ObjectName: smallest(i), Byline: author, Sealed: i.GetHandle() != ""},
	}
	c.drawing.Title = c.Title
	var made, source string
	if i.GetType() != "art" { // operators bring that, and we do not know how it was made
		made = sourceLabel(i.GetSource(), "Drawn by the candle, not by AI")
		source = digitalSource(i.GetSource(), i.GetHasTexts())
	}
	c.Description = joinTexts(" · ", about, by, made)
	c.Data = structuredData{
		Context: schemaContext, Type: "ImageObject", Name: c.Title, Description: c.Description,
		ContentURL:   g.absolute(g.config.MediaBase + i.GetObjectName()),
		ThumbnailURL: g.absolute(g.config.MediaBase + smallest(i)), Published: dateOf(i.GetCreateTime().AsTime()),
		Creator: creatorOf(author), Credit: cmp.Or(author, g.site.document.Load().brand), DigitalSourceType: source,
	}
	return c
}

// creditOf says whose public picture a picture was made from; empty when there is none, or the gallery
// does not say.
func (g *gateway) creditOf(r *http.Request, api http.Handler, path string) string {
	var related galleryv1.RelatedImages
	address := "/api/v1/images/" + strings.TrimPrefix(path, picturePath) + "/related"
	if g.readThroughCache(r, address, api, &related) != http.StatusOK || related.GetParent() == nil {
		return ""
	}
	author := cmp.Or(related.GetParent().GetHandle(), related.GetParent().GetSignature())
	if author == "" {
		return "Lit from another one"
	}
	return "Lit from one by " + author
}

// smallest is the object of a picture's narrowest form that is sharp on a card.
func smallest(i *galleryv1.Image) string {
	const sharp = 560 // pixels
	for _, v := range i.GetVariants() {
		if v.GetWidth() >= sharp {
			return v.GetObjectName()
		}
	}
	return i.GetObjectName()
}

// schemaContext is the vocabulary of structured data.
const schemaContext = "https://schema.org"

// structuredData is what search engines read of a page: schema.org's ImageObject, VideoObject or WebSite.
type structuredData struct {
	Context           string   `json:"@context"`
	Type              string   `json:"@type"`
	Name              string   `json:"name"`
	URL               string   `json:"url,omitempty"`
	Description       string   `json:"description,omitempty"`
	ContentURL        string   `json:"contentUrl,omitempty"`
	ThumbnailURL      string   `json:"thumbnailUrl,omitempty"`
	Published         string   `json:"datePublished,omitempty"`
	Uploaded          string   `json:"uploadDate,omitempty"`
	Creator           *creator `json:"creator,omitempty"`
	Credit            string   `json:"creditText,omitempty"` // search engines ignore pictures without a credit
	DigitalSourceType string   `json:"digitalSourceType,omitempty"`
}

// creator is who signed something.
type creator struct {
	Type string `json:"@type"`
	Name string `json:"name"`
}

func creatorOf(name string) *creator {
	if name == "" {
		return nil
	}
	return &creator{Type: "Person", Name: name}
}

// dateOf is a time for search engines; none for one that is not known.
func dateOf(at time.Time) string {
	if at.Unix() <= 0 {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}
