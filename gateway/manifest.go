package main

import (
	"encoding/json"
	"net/http"
)

// manifestPath is the address of the web app manifest, which lets a phone keep the site beside its
// apps. There is no service worker: nothing works offline.
const manifestPath = "/manifest.webmanifest"

// webManifest is a manifest as the W3C's Web Application Manifest has it.
type webManifest struct {
	ID              string         `json:"id"`
	Name            string         `json:"name"`
	ShortName       string         `json:"short_name"`
	Description     string         `json:"description"`
	StartURL        string         `json:"start_url"`
	Scope           string         `json:"scope"`
	Display         string         `json:"display"`
	BackgroundColor string         `json:"background_color"`
	ThemeColor      string         `json:"theme_color"`
	Icons           []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// serveManifest answers the manifest with the brand of the settings. The icons are files of the shell.
func (g *gateway) serveManifest(w http.ResponseWriter, r *http.Request) {
	const pageColor = "#17100c" // of the page, --color-page
	site := g.site.document.Load()
	b, err := json.Marshal(webManifest{
		ID: "/", Name: site.brand, ShortName: site.brand, Description: site.tagline, StartURL: "/", Scope: "/",
		Display: "standalone", BackgroundColor: pageColor, ThemeColor: pageColor,
		Icons: []manifestIcon{
			{"/icon-192.png", "192x192", "image/png", "any"},
			{"/icon-512.png", "512x512", "image/png", "any"},
			{"/icon-512.png", "512x512", "image/png", "maskable"},
		},
	})
	if err != nil {
		writeProblem(r.Context(), w, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/manifest+json")
	h.Set("Cache-Control", "no-cache")
	allowSharedCaches(h)
	serveTagged(w, r, b, entityTag(b), nil)
}
