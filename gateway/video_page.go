package main

import (
	"cmp"
	"net/http"
	"strings"
	"unicode/utf8"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// videoPath begins the paths of shared videos.
const videoPath = "/bictok/"

// The size of a video, in pixels, as media makes it by default; the shape is always this.
const (
	videoWidth  = 720
	videoHeight = 1280
)

// The most that a card says, in letters, and that it draws of a description.
const (
	maxTitle       = 280 // as a caption
	maxDescription = 200
	maxDrawnTitle  = 90
)

// videoCard is the card of the page of one shared video: what it is called, who speaks in it, and how
// its story begins.
func (g *gateway) videoCard(r *http.Request, api http.Handler, path string) (c card, status int) {
	var v mediav1.SharedVideo
	if status = g.readThing(r, api, path, videoPath, "/api/v1/shared-videos/", &v); status != http.StatusOK {
		return c, status
	}
	var shown galleryv1.Image // without it, the video shows no handle
	g.readThroughCache(r, "/api/v1/images/"+v.GetId(), api, &shown)
	var by string
	if shown.GetHandle() != "" {
		by = "by " + shown.GetHandle()
	}
	text := truncate(v.GetDescription(), maxDescription)
	poster, film := g.config.MediaBase+v.GetPosterObjectName(), g.config.MediaBase+v.GetObjectName()
	c = card{
		Title: v.GetTitle(), Alt: text,
		Description: joinTexts(" · ", by, sourceLabel(v.GetSource(), "Spoken by the candle, not by AI"), text),
		Video:       g.absolute(film), VideoWidth: videoWidth, VideoHeight: videoHeight,
		drawing: &mediav1.DrawCardRequest{ObjectName: v.GetPosterObjectName(),
			Byline: cmp.Or(shown.GetHandle(), v.GetTitle()),
			Sealed: shown.GetHandle() != "",
			Title:  cmp.Or(truncate(v.GetDescription(), maxDrawnTitle), v.GetTitle())},
	}
	c.Data = structuredData{
		Context: schemaContext, Type: "VideoObject", Name: c.Title, Description: c.Description,
		ContentURL: c.Video, ThumbnailURL: g.absolute(poster), Uploaded: dateOf(v.GetShareTime().AsTime()),
		Creator: creatorOf(shown.GetHandle()), DigitalSourceType: digitalSourceOfVideo(v.GetSource()),
	}
	return c, status
}

// digitalSourceOfVideo is how a video was made, as its file says it too: only the speech may be AI's, and
// the words, beside what was drawn and filmed.
func digitalSourceOfVideo(source string) string {
	if source == "composer" {
		return schemaContext + "/CompositeDigitalSource"
	}
	return schemaContext + "/CompositeWithTrainedAlgorithmicMediaDigitalSource"
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
