package main

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

const builtShell = `<!doctype html>
<html lang="en">
  <head>
    <meta name="description" content="of the house" />
    <title>McWick</title>
    <script type="module" src="/assets/app-a1b2c3d4.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`

// tags reads the head of a page: what each meta, link and title says.
func tags(t testing.TB, page string) (found map[string]string, structure string) {
	t.Helper()
	found = make(map[string]string)
	z := html.NewTokenizer(strings.NewReader(page))
	for open := ""; ; {
		kind := z.Next()
		token := z.Token()
		switch kind {
		case html.ErrorToken:
			return found, structure
		case html.TextToken:
			if open == "title" {
				found["title"] += token.Data
			}
			continue
		case html.StartTagToken, html.SelfClosingTagToken:
			open = token.Data
			attributes := make(map[string]string)
			for _, a := range token.Attr {
				attributes[a.Key] = a.Val
				structure += " " + a.Key
			}
			if name := attributes["property"] + attributes["name"] + attributes["rel"]; name != "" {
				if _, twice := found[name]; twice {
					t.Errorf("%s stands twice", name)
				}
				found[name] = attributes["content"] + attributes["href"]
			}
		case html.EndTagToken:
			open = ""
		}
		structure += " " + kind.String() + ":" + token.Data
	}
}

// Verifies AI-7.
func TestPicturePageHasCard(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	images := memes(3)
	images[0].Signature = "@ann"
	images[1].Caption, images[1].Source = "", "composer"
	images[2].Caption, images[2].Action, images[2].Scene, images[2].Style = "", "", "", ""
	w.services.set(nil, images...)
	url := func(i int) string { return "http://localhost:8080/gallery/" + images[i].GetId() }
	picture := func(i int) string { return "http://localhost:8080/cards/gallery/" + images[i].GetId() + ".jpg" }
	for i, want := range []map[string]string{
		{"title": "gm & <3 · McWick", "description": "surfing, the sea · by @ann · Made with AI", "canonical": url(0),
			"og:url": url(0), "og:title": "gm & <3",
			"og:description": "surfing, the sea · by @ann · Made with AI", "og:image": picture(0),
			"og:image:width": "1200", "og:image:height": "630",
			"og:image:alt": "surfing, the sea", "og:site_name": "McWick", "twitter:card": "summary_large_image"},
		{"title": "surfing, the sea · McWick", "og:description": "Anime · Drawn by the candle, not by AI",
			"og:title": "surfing, the sea"},
		{"title": "A candle · McWick", "og:description": "Made with AI"},
	} {
		resp, page := w.do(t, "GET", "/gallery/"+images[i].GetId(), "", "Accept", "text/html", "Accept-Encoding", "br")
		got, _ := tags(t, page)
		for name, value := range want {
			if got[name] != value {
				t.Errorf("%s: %q, want %q", name, got[name], value)
			}
		}
		h := resp.Header
		if resp.StatusCode != 200 || h.Get("Content-Type") != "text/html; charset=utf-8" ||
			h.Get("Cache-Control") != "no-cache" || len(resp.Cookies()) != 0 {
			t.Errorf("%s %v", resp.Status, h)
		}
		if strings.Count(page, "<script") != 2 || !strings.Contains(page, "application/ld+json") || !strings.Contains(page, `<div id="root">`) {
			t.Errorf("not the shell: %s", page)
		}
		if resp, _ := w.do(t, "GET", "/gallery/"+images[i].GetId(), "", "Accept-Encoding", "br", "If-None-Match",
			h.Get("ETag")); resp.StatusCode != 304 {
			t.Errorf("again: %s", resp.Status)
		}
	}
}

func TestPicturePageWithoutCard(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	write(t, filepath.Join(w.static, "index.html.br"), "shell in br")
	now := w.stopClock()
	path := "/gallery/" + memes(1)[0].GetId()
	get := func() (int, string) {
		resp, body := w.do(t, "GET", path, "", "Accept", "text/html", "Accept-Encoding", "br")
		return resp.StatusCode, body
	}
	if status, body := get(); status != 404 || body != "shell in br" {
		t.Errorf("an unknown picture: %d %s", status, body)
	}
	for _, broken := range []error{errSlow, fault.New(fault.KindInternal, "INTERNAL", "oops")} {
		w.services.set(broken, memes(1)...)
		if status, body := get(); status != 200 || body != "shell in br" {
			t.Errorf("%v: %d %s", broken, status, body)
		}
	}
	w.services.set(nil, memes(1)...)
	if status, body := get(); status != 200 || !strings.Contains(body, "og:title") {
		t.Errorf("when it is back: %d %s", status, body)
	}
	w.services.set(nil)
	now.add(cacheTTL)
	if status, _ := get(); status != http.StatusNotFound {
		t.Errorf("withdrawn: %d", status)
	}
	write(t, filepath.Join(w.static, "index.html"), "<p>a shell without a title")
	w.services.set(nil, memes(1)...)
	if status, body := get(); status != 200 || body != "shell in br" {
		t.Errorf("nowhere to put it: %d %s", status, body)
	}
}

func TestMediaOnAnotherHost(t *testing.T) {
	for base, want := range map[string]string{
		"/media/": "http://localhost:8080/media/x.png", "https://cdn.example/m/": "https://cdn.example/m/x.png",
		"//cdn.example/": "http://cdn.example/x.png",
	} {
		g := &gateway{config: configuration{PublicOrigin: "http://localhost:8080"}}
		if got := g.absolute(base + "x.png"); got != want {
			t.Errorf("%s: %s, want %s", base, got, want)
		}
	}
}

// unprintable is what HTML cannot carry as it is: it comes out as something else, or not at all.
var unprintable = regexp.MustCompile(`[\x00-\x08\x0b-\x1f\x7f]|\r`)

// Whatever the words are, the page has the same elements and attributes, and says these words.
func FuzzCard(f *testing.F) {
	f.Add("gm", "surfing", "the sea", "@ann")
	f.Add(`"><script>alert(1)</script>`, `' onload=x `, "</title><img src=x onerror=y>", "<!--")
	f.Add("{{.Site}}", "$1 &amp; &lt;", "\u2028]]>", "`javascript:x`")
	dir := f.TempDir()
	write(f, filepath.Join(dir, "index.html"), builtShell)
	write(f, filepath.Join(dir, "site.json"), siteText("McWick"))
	s, err := openSite(filepath.Join(dir, "site.json"), "/media/", "")
	if err != nil {
		f.Fatal(err)
	}
	g := &gateway{config: configuration{PublicOrigin: "http://localhost:8080", MediaBase: "/media/"}, site: s}
	_, benign := tags(f, string(withCard([]byte(builtShell),
		g.addressed(g.cardOf(&galleryv1.Image{Id: "x", Caption: "c", Action: "a"}), "/gallery/x"))))
	f.Fuzz(func(t *testing.T, caption, action, scene, signature string) {
		for _, s := range []string{caption, action, scene, signature} {
			if !utf8.ValidString(s) || unprintable.MatchString(s) {
				return // refused long before, and not what protobuf carries
			}
		}
		image := &galleryv1.Image{Id: "x", ObjectName: caption, Caption: caption, Action: action, Scene: scene,
			Signature: signature}
		want := g.addressed(g.cardOf(image), "/gallery/x")
		got, structure := tags(t, string(withCard([]byte(builtShell), want)))
		if structure != benign {
			t.Errorf("%+v changes the page: %s", image, structure)
		}
		if got["og:title"] != want.Title || got["title"] != want.Title+" · McWick" ||
			got["og:description"] != want.Description ||
			got["og:image"] != want.Image || got["twitter:image:alt"] != want.Alt {
			t.Errorf("%+v became %+v", want, got)
		}
	})
}
