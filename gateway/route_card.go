package main

import (
	"net/http"
	"slices"
	"strings"

	mediav1 "mcwick.example/services/media/api/media/v1"
)

// pageRoute is an address that the shell draws, and what a link to it says. {name} and {tagline}
// are the brand's; pose is how the mascot stands on its card.
type pageRoute struct{ path, title, pose, description string }

// pageRoutes are all of them; their titles are the shell's own (frontend/shell/src/texts.ts).
var pageRoutes = []pageRoute{
	{"/", "{name}", "wave", "{tagline}. Make candle memes and profile pictures, and share them in the gallery."},
	{"/ai", "McMemer AI", "point", "Say what {name} is doing and where, add your words, and publish the meme."},
	{"/gallery", "Gallery", "cheer", "Memes and profile pictures of {name}, made by everyone. Like your favorites."},
	{"/picks", "McTrenches", "dance", "Swipe tokens in McTinder, or let two of them fight in Battle Mode."},
	{"/lore", "The Legendary {name}", "raise", "The birthday, the tenets and the accolades of a legendary candle."},
	{wallPath, "Wall of Flame", "thumb", "The people that the community honors, and a place to nominate one."},
	{"/pfp", "McPFP Generator", "wave", "Pick colors and drip, and get a profile picture of your own candle."},
	{"/bictok", "BicTok Generator", "phone", "Turn a prompt into a spoken, captioned short video, told by {name}."},
	{"/verse", "{name}verse", "hips", "An identity that is nothing but a key. Make a new one, or enter yours."},
	{"/safety", "Safety", "think", "Who judges what is shown here, how to report and to appeal, and the counts of the last 30 days."},
}

// isPage reports whether the shell has a route of this path; that of profiles is profilePath.
func isPage(path string) bool {
	return path == profilePath || slices.ContainsFunc(pageRoutes, func(r pageRoute) bool { return r.path == path })
}

// routeCard is the card of a page of the shell; any other address has none.
func (g *gateway) routeCard(r *http.Request, path string) (c card, status int) {
	site := g.site.document.Load()
	brand := strings.NewReplacer("{name}", site.brand, "{tagline}", site.tagline)
	for _, route := range pageRoutes {
		if route.path != path {
			continue
		}
		var query string
		if path == wallPath {
			route, query = g.shownWall(r, route)
		}
		c = card{
			Title: brand.Replace(route.title), Description: brand.Replace(route.description),
			Alt: brand.Replace("{name}, a green candle with a face."), query: query,
		}
		c.drawing = &mediav1.DrawCardRequest{Title: c.Title, Pose: route.pose, Byline: site.tagline}
		if path == "/" {
			c.Tagline = site.tagline
			c.Title += " · " + site.tagline
			c.PageTitle = c.Title
			c.drawing.Title, c.drawing.Byline = site.tagline, ""
			c.Data = structuredData{Context: schemaContext, Type: "WebSite", Name: site.brand, URL: g.absolute(path)}
		}
		return c, http.StatusOK
	}
	return c, http.StatusNotFound
}
