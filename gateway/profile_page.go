package main

import (
	"fmt"
	"net/http"
	"strings"

	"mcwick.example/platform/text"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// profilePath begins the paths of profiles.
const profilePath = "/@"

// profileCard is the card of a profile: its handle, and what was published under it as far as the
// gallery says.
func (g *gateway) profileCard(r *http.Request, api http.Handler, path string) (c card, status int) {
	handle, ok := text.ParseHandle(strings.TrimPrefix(path, "/"))
	if !ok {
		return c, http.StatusNotFound
	}
	name := strings.ToLower(strings.TrimPrefix(handle, "@")) // one answer for all spellings
	var profile identityv1.Profile
	if status = g.readThroughCache(r, "/api/v1/profiles/"+name, api, &profile); status != http.StatusOK {
		return c, status
	}
	site := g.site.document.Load()
	c = card{Title: profile.GetHandle(), Description: "A candle of " + site.brand, Alt: "The candle of " + profile.GetHandle(),
		Profile: profile.GetHandle(),
		drawing: &mediav1.DrawCardRequest{Title: profile.GetHandle(), Pose: "hips", Byline: site.tagline}}
	var author galleryv1.Author
	if g.readThroughCache(r, "/api/v1/authors/"+name, api, &author) == http.StatusOK {
		c.Description = count(author.GetImages(), "picture") + " with " + count(author.GetLikes(), "like")
		c.drawing.Byline = c.Description
		if author.GetCandle() != nil {
			c.drawing.ObjectName = smallest(author.GetCandle())
		}
	}
	return c, status
}

// count is a number of things in words.
func count(n int32, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// pageOfOneName serves what is one name below the root: a profile, or a page or file of the shell.
func (g *gateway) pageOfOneName(profile http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, profilePath) {
			profile.ServeHTTP(w, r)
			return
		}
		g.servePage(w, r)
	})
}
