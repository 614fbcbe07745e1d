package main

import (
	"net/http"
	"strings"
	"unicode/utf8"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// videoPage serves the page of one shared video.
func (g *gateway) videoPage(api http.Handler) http.Handler {
	return cardPage(g, api, "/api/v1/shared-videos/", func() *mediav1.SharedVideo { return new(mediav1.SharedVideo) },
		g.videoCard)
}

// The size of a video and its poster, in pixels, as media makes them by default; the shape is
// always this.
const (
	videoWidth  = 720
	videoHeight = 1280
)

// maxDescription is how much of a story a card tells, in letters.
const maxDescription = 200

// videoCard puts a video into words: what it is called, who speaks in it, and how its story begins.
func (g *gateway) videoCard(v *mediav1.SharedVideo) card {
	base := g.config.MediaBase
	text := truncate(v.GetDescription(), maxDescription)
	return card{
		Site: g.site.document.Load().brand, Title: v.GetTitle(),
		Description: joinTexts(" · ", sourceLabel(v.GetSource(), "Spoken by the candle, not by AI"), text), Alt: text,
		URL:   g.config.PublicOrigin + "/bictok/" + v.GetId(),
		Image: g.absolute(base + v.GetPosterObjectName()), ImageType: "image/webp",
		Video: g.absolute(base + v.GetObjectName()), Width: videoWidth, Height: videoHeight,
	}
}

// truncate is a text of at most so many letters, cut between words where there are any.
func truncate(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	cut := string([]rune(text)[:most-1])
	if space := strings.LastIndexByte(cut, ' '); space > 0 {
		cut = cut[:space]
	}
	return cut + "…"
}
