package main

import (
	"cmp"
	"net/http"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// picturePage serves the page of one picture.
func (g *gateway) picturePage(api http.Handler) http.Handler {
	return cardPage(g, api, "/api/v1/images/", func() *galleryv1.Image { return new(galleryv1.Image) }, g.cardOf)
}

// pictureSide is that of every published picture, in pixels.
const pictureSide = 1024

// cardOf puts a picture into words: its caption, or else what is on it, and who made it.
func (g *gateway) cardOf(i *galleryv1.Image) card {
	seen := joinTexts(", ", i.GetAction(), i.GetScene())
	about := seen
	if i.GetCaption() == "" {
		about = i.GetStyle()
	}
	var author string
	if i.GetSignature() != "" {
		author = "by " + i.GetSignature()
	}
	var made string
	if i.GetType() != "art" { // operators bring that, and we do not know how it was made
		made = sourceLabel(i.GetSource(), "Drawn by the candle, not by AI")
	}
	return card{
		Site: g.site.document.Load().brand, ImageType: "image/png", Width: pictureSide, Height: pictureSide, Alt: seen,
		Title:       cmp.Or(i.GetCaption(), seen, "A candle"),
		Description: joinTexts(" · ", about, author, made),
		URL:         g.config.PublicOrigin + "/gallery/" + i.GetId(),
		Image:       g.absolute(g.config.MediaBase + i.GetObjectName()),
	}
}
