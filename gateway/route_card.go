package main

import (
	"slices"
	"strings"
)

// pageRoute is an address that the shell draws, and what a link to it says. {name} and {tagline}
// are the brand's.
type pageRoute struct{ path, title, description string }

// pageRoutes are all of them; their titles are the shell's own (frontend/shell/src/texts.ts).
var pageRoutes = []pageRoute{
	{"/", "{name}", "{tagline}. Make candle memes and profile pictures, and share them in the gallery."},
	{"/ai", "McMemer AI", "Say what {name} is doing and where, add your words, and publish the meme."},
	{"/gallery", "Gallery", "Memes and profile pictures of {name}, made by everyone. Like your favorites."},
	{"/picks", "McTrenches", "Swipe tokens in McTinder, or let two of them fight in Battle Mode."},
	{"/lore", "The Legendary {name}", "The birthday, the tenets and the accolades of a legendary candle."},
	{"/wall", "Wall of Flame", "The people that the community honors, and a place to nominate one."},
	{"/pfp", "McPFP Generator", "Pick colors and drip, and get a profile picture of your own candle."},
	{"/bictok", "BicTok Generator", "Turn a prompt into a spoken, captioned short video, told by {name}."},
	{"/verse", "{name}verse", "An identity that is nothing but a key. Make a new one, or enter yours."},
	{"/safety", "Safety", "Who judges what is shown here, how to report and to appeal, and the counts of the last 30 days."},
}

// isPage reports whether the shell draws a page at the path.
func isPage(path string) bool {
	return slices.ContainsFunc(pageRoutes, func(r pageRoute) bool { return r.path == path })
}

// The picture of every page without one of its own: frontend/shell/public/card.jpg.
const (
	routePicture       = "/card.jpg"
	routePictureWidth  = 1200
	routePictureHeight = 630
)

// routeCard is the card of a page of the shell; ok is false for any other address.
func (g *gateway) routeCard(path string) (c card, ok bool) {
	site := g.site.document.Load()
	brand := strings.NewReplacer("{name}", site.brand, "{tagline}", site.tagline)
	for _, route := range pageRoutes {
		if route.path != path {
			continue
		}
		c = card{
			Site: site.brand, Title: brand.Replace(route.title), Description: brand.Replace(route.description),
			URL: g.absolute(route.path), Image: g.absolute(routePicture), ImageType: "image/jpeg",
			Width: routePictureWidth, Height: routePictureHeight,
			Alt: brand.Replace("{name}, a green candle, waves from a rising candle chart."),
		}
		if path == "/" {
			c.Title += " · " + site.tagline
			c.PageTitle = c.Title
		}
		return c, true
	}
	return c, false
}
