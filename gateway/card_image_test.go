package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html"
	"google.golang.org/grpc"

	"mcwick.example/platform/fault"
	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

// cardPages has the gallery show one picture and returns the pages that have a card.
func (w *environment) cardPages(t *testing.T, image *galleryv1.Image) []string {
	t.Helper()
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	w.services.set(nil, image)
	pages := []string{"/gallery/" + image.GetId(), "/bictok/" + sharedVideo, "/@ann"}
	for _, route := range pageRoutes {
		pages = append(pages, route.path)
	}
	return pages
}

// Verifies CARD-2.
func TestEveryCardHasItsPicture(t *testing.T) {
	w := newEnvironment(t)
	image := memes(1)[0]
	image.Handle = "@ann"
	pages := w.cardPages(t, image)
	for _, page := range pages {
		_, text := w.do(t, "GET", page, "", "Accept", "text/html")
		found, _ := tags(t, text)
		address, err := url.Parse(found["og:image"])
		if err != nil || !address.IsAbs() {
			t.Errorf("%s: the picture is at %q", page, found["og:image"])
			continue
		}
		resp, body := w.do(t, "GET", address.Path, "")
		if h := resp.Header; resp.StatusCode != 200 || h.Get("Content-Type") != "image/jpeg" ||
			h.Get("Cache-Control") != cardCacheHeader || len(resp.Cookies()) != 0 || !strings.Contains(body, `brand:"McWick"`) {
			t.Errorf("%s: %s %v %s", page, resp.Status, h, body)
		}
		if again, _ := w.do(t, "GET", address.Path, "", "If-None-Match",
			resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: again %s", page, again.Status)
		}
	}
	_, body := w.do(t, "GET", cardImagePath(pages[0]), "")
	for _, want := range []string{`title:"gm & <3"`, `byline:"@ann"`, "sealed:true", image.GetVariants()[1].GetObjectName()} {
		if !strings.Contains(body, want) {
			t.Errorf("the picture shows %s, without %s", body, want)
		}
	}
}

// Verifies CARD-8.
func TestCardsOfRemixesCreditTheirParent(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	now := w.stopClock()
	path := cardImagePath("/gallery/" + memes(1)[0].GetId())
	for _, c := range []struct {
		parent *galleryv1.Image
		want   string
	}{
		{nil, `brand:"McWick"`},
		{&galleryv1.Image{Handle: "@bob", Signature: "bob"}, `credit:"Lit from one by @bob"`},
		{&galleryv1.Image{Signature: "Bob the wick"}, `credit:"Lit from one by Bob the wick"`},
		{&galleryv1.Image{}, `credit:"Lit from another one"`},
	} {
		w.services.parent = c.parent
		now.add(cacheTTL)
		if _, body := w.do(t, "GET", path, ""); !strings.HasSuffix(strings.TrimSpace(body), c.want) {
			t.Errorf("%v: %s, want %s", c.parent, body, c.want)
		}
	}
}

// Verifies CARD-2.
func TestCardPicturesAreDrawnOnce(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	path := cardImagePath("/gallery/" + memes(1)[0].GetId())
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if resp, _ := w.do(t, "GET", path, ""); resp.StatusCode != 200 {
				t.Errorf("%s", resp.Status)
			}
		})
	}
	all.Wait()
	if w.services.drawn != 1 {
		t.Errorf("drawn %d times", w.services.drawn)
	}
}

// Verifies CARD-3.
func TestCardPicturesShowNothingThatIsGone(t *testing.T) {
	w := newEnvironment(t)
	now := w.stopClock()
	w.services.set(nil, memes(1)...)
	path := cardImagePath("/gallery/" + memes(1)[0].GetId())
	if resp, _ := w.do(t, "GET", path, ""); resp.StatusCode != 200 {
		t.Fatalf("%s", resp.Status)
	}
	w.services.set(nil)
	now.add(cacheTTL)
	for _, gone := range []string{path, cardImagePath("/bictok/" + hiddenVideo),
		cardImagePath("/bictok/" + unsharedVideo), cardImagePath("/@nobody"), cardImagePath("/@a/b"),
		cardImagePath("/no-such-page"), "/cards/gallery.png", "/cards/", "/cards/home", "/cards/.jpg"} {
		if resp, body := w.do(t, "GET", gone, ""); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s %s", gone, resp.Status, body)
		}
	}
	w.services.set(fault.New(fault.KindInternal, "INTERNAL", "oops"), memes(1)...)
	if resp, _ := w.do(t, "GET", cardImagePath("/ai"), ""); resp.StatusCode < 500 {
		t.Errorf("without the media service: %s", resp.Status)
	}
}

// Verifies CARD-4.
func TestCardsKeepTheRulesOfTheirReaders(t *testing.T) {
	w := newEnvironment(t)
	images := memes(2)
	images[0].Caption, images[1].Caption = strings.Repeat("to the moon ", 23), ""
	for _, image := range images { // as long as they may be
		image.Action, image.Scene = strings.Repeat("surf ", 40), strings.Repeat("wax ", 50)
	}
	pages := append(w.cardPages(t, images[0]), "/gallery/"+images[1].GetId())
	w.services.set(nil, images...)
	for _, page := range pages {
		_, text := w.do(t, "GET", page, "", "Accept", "text/html")
		found, _ := tags(t, text)
		for _, rule := range []struct {
			says string
			ok   bool
		}{
			{"the tags are in the first 32 kB, as far as Telegram and Discord read", strings.Index(text, "twitter:image:alt") < 32<<10},
			{"Open Graph needs title, type, image and url", found["og:title"] != "" && found["og:type"] != "" &&
				found["og:image"] != "" && found["og:url"] != ""},
			{"a profile is one, and its name is given", found["og:type"] != "profile" == !strings.HasPrefix(page, profilePath) &&
				(found["profile:username"] == "@ann") == strings.HasPrefix(page, profilePath)},
			{"addresses are absolute", strings.HasPrefix(found["og:url"], "http") && strings.HasPrefix(found["og:image"], "http") &&
				found["canonical"] == found["og:url"]},
			{"X shows a large picture", found["twitter:card"] == "summary_large_image"},
			{"X takes 420 letters that describe a picture", utf8.RuneCountInString(found["twitter:image:alt"]) <= 420},
			{"a description of at most 300 letters", n(found["og:description"]) > 0 && n(found["og:description"]) <= 300},
			{"a title of at most 300 letters", n(found["og:title"]) > 0 && n(found["og:title"]) <= 300},
			{"a picture twice as wide as high", found["og:image:width"] == "1200" && found["og:image:height"] == "630"},
			{"no placeholder of ours", !strings.Contains(found["og:title"]+found["og:description"], "{")},
		} {
			if !rule.ok {
				t.Errorf("%s: %s: %v", page, rule.says, found)
			}
		}
	}
}

func n(s string) int { return utf8.RuneCountInString(s) }

// structured returns the JSON-LD of a page.
func structured(t *testing.T, page string) (data map[string]any) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(page))
	for isData := false; ; {
		switch z.Next() {
		case html.ErrorToken:
			return data
		case html.StartTagToken:
			token := z.Token()
			isData = token.Data == "script" && len(token.Attr) == 1 && token.Attr[0].Val == "application/ld+json"
		case html.TextToken:
			if isData {
				isData = false
				if err := json.Unmarshal([]byte(z.Token().Data), &data); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// Verifies CARD-5.
func TestPagesSayToSearchEnginesWhoMadeWhatTheyShow(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	images := memes(4)
	images[3].HasTexts = true
	images[0].Caption, images[0].Handle = "</script><script>alert(1)</script>", "@ann"
	images[1].Source = "composer"
	images[2].Type = "art"
	w.services.set(nil, images...)
	const terms = "https://schema.org/"
	for i, want := range []any{terms + "TrainedAlgorithmicMediaDigitalSource", terms + "AlgorithmicMediaDigitalSource", nil,
		terms + "CompositeWithTrainedAlgorithmicMediaDigitalSource"} {
		_, page := w.do(t, "GET", "/gallery/"+images[i].GetId(), "", "Accept", "text/html")
		data := structured(t, page)
		if data["@type"] != "ImageObject" || data["digitalSourceType"] != want ||
			data["contentUrl"] != "http://localhost:8080/media/"+images[i].GetObjectName() {
			t.Errorf("%v", data)
		}
		if i == 0 && (data["name"] != images[0].GetCaption() || data["creator"].(map[string]any)["name"] != "@ann" ||
			data["creditText"] != "@ann") {
			t.Errorf("%v", data)
		}
		if i == 1 && data["creditText"] != "McWick" {
			t.Errorf("unsigned: %v", data)
		}
	}
	_, page := w.do(t, "GET", "/bictok/"+sharedVideo, "", "Accept", "text/html")
	if data := structured(t, page); data["@type"] != "VideoObject" || data["digitalSourceType"] != terms+"CompositeWithTrainedAlgorithmicMediaDigitalSource" {
		t.Errorf("%v", data)
	}
	_, page = w.do(t, "GET", "/", "")
	if data := structured(t, page); data["@type"] != "WebSite" || data["name"] != "McWick" {
		t.Errorf("%v", data)
	}
}

// Verifies CARD-6.
func TestSearchEnginesFindEveryPage(t *testing.T) {
	w := newEnvironment(t)
	images := memes(3)
	w.services.set(nil, images...)
	resp, robots := w.do(t, "GET", "/robots.txt", "")
	if resp.StatusCode != 200 || !strings.Contains(robots, "Sitemap: http://localhost:8080/sitemap.xml\n") ||
		strings.Contains(robots, "Disallow: /\n") {
		t.Errorf("%s %s", resp.Status, robots)
	}
	resp, text := w.do(t, "GET", "/sitemap.xml", "")
	var index sitemapIndex
	if err := xml.Unmarshal([]byte(text), &index); err != nil || !strings.HasPrefix(resp.Header.Get("Content-Type"), "application/xml") {
		t.Fatalf("%v: %s", err, text)
	}
	found := map[string]bool{}
	for _, part := range index.Parts {
		_, text := w.do(t, "GET", strings.TrimPrefix(part.Location, "http://localhost:8080"), "")
		var set sitemapSet
		err := xml.Unmarshal([]byte(text), &set)
		if n := len(set.URLs); err != nil || n == 0 || n > sitemapPageSize {
			t.Errorf("%s: %v, %d", part.Location, err, n)
		}
		for _, u := range set.URLs {
			found[u.Location] = true
		}
	}
	for _, path := range []string{"/", "/gallery", "/safety", "/gallery/" + images[2].GetId(), "/bictok/" + images[0].GetId()} {
		if !found["http://localhost:8080"+path] {
			t.Errorf("%s is missing", path)
		}
	}
	if found["http://localhost:8080/wall"] {
		t.Error("the walls, which search engines leave out, are in it")
	}
	w.services.set(fault.New(fault.KindInternal, "INTERNAL", "oops"))
	w.gateway.sitemap.expires = w.gateway.sitemap.now()
	if resp, again := w.do(t, "GET", "/sitemap.xml", ""); resp.StatusCode != 200 || again != text {
		t.Errorf("while the gallery is away: %s", resp.Status)
	}
	if resp, _ := w.do(t, "GET", "/sitemaps/99.xml", ""); resp.StatusCode != 404 {
		t.Errorf("a page that is not there: %s", resp.Status)
	}
}

// slowGallery has twenty pages of pictures, and takes a second for each.
type slowGallery struct{ galleryv1.GalleryServiceClient }

func (slowGallery) ListImages(
	ctx context.Context, r *galleryv1.ListImagesRequest, _ ...grpc.CallOption,
) (*galleryv1.ListImagesResponse, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(time.Second):
	}
	page := len(r.GetCursor()) + 1
	if page == 20 {
		return &galleryv1.ListImagesResponse{Images: memes(1)}, nil
	}
	return &galleryv1.ListImagesResponse{Images: memes(1), NextCursor: strings.Repeat("x", page)}, nil
}

// A sitemap that takes longer to read than a request waits is there a little later.
// Verifies CARD-6.
func TestSitemapOfSlowGallery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &gateway{sitemap: &sitemap{gallery: slowGallery{}, now: time.Now}}
		if _, err := g.sitemap.get(t.Context(), g); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("in the first seconds: %v", err)
		}
		time.Sleep(2 * time.Minute)
		began := time.Now()
		files, err := g.sitemap.get(t.Context(), g)
		if err != nil || len(files) != 6 || time.Now() != began { // an index, the pages of the shell, and four types
			t.Errorf("later: %v, %d files", err, len(files))
		}
	})
}

// TestRobotsAllowWhatPublicPagesLoad reads robots.txt as RFC 9309 has it: the longest rule that matches holds.
// Verifies CARD-11.
func TestRobotsAllowWhatPublicPagesLoad(t *testing.T) {
	w := newEnvironment(t)
	w.services.set(nil, memes(1)...)
	_, robots := w.do(t, "GET", "/robots.txt", "")
	isAllowed := func(path string) (allowed bool) {
		longest := ""
		for line := range strings.Lines(robots) {
			rule, prefix, _ := strings.Cut(strings.TrimSpace(line), ": ")
			if strings.HasSuffix(rule, "llow") && strings.HasPrefix(path, prefix) && len(prefix) > len(longest) {
				longest, allowed = prefix, rule == "Allow"
			}
		}
		return allowed
	}
	id := memes(1)[0].GetId()
	for path, want := range map[string]bool{
		"/": true, "/gallery/" + id: true, "/cards/home.jpg": true, "/debug/trace/x": false,
		"/api/v1/images": true, "/api/v1/images/" + id: true, "/api/v1/images/" + id + "/related": true,
		"/api/v1/authors/ann": true, "/api/v1/profiles/ann": true, "/api/v1/shared-videos/" + sharedVideo: true,
		"/api/v1/safety/statistics": true,
		"/api/v1/wall/entries":      false, "/api/v1/wall/entries/e1/avatar": false, "/api/v1/likes": false,
		"/api/v1/sessions/current": false, "/api/v1/shared-videos": false, "/api/v1/publications": false, "/api/v2": false,
	} {
		if isAllowed(path) != want {
			t.Errorf("%s is allowed: %v, want %v", path, !want, want)
		}
		index := map[bool]string{true: "noindex"}[strings.HasPrefix(path, "/api/")]
		if resp, _ := w.do(t, "GET", path, ""); resp.Header.Get("X-Robots-Tag") != index {
			t.Errorf("%s: %s %v", path, resp.Status, resp.Header)
		}
	}
}

// Verifies CARD-7.
func TestManifestHasTheBrand(t *testing.T) {
	w := newEnvironment(t)
	w.setSite(t, siteText("Wick & Co"))
	resp, text := w.do(t, "GET", "/manifest.webmanifest", "")
	var m webManifest
	if err := json.Unmarshal([]byte(text), &m); err != nil || m.Name != "Wick & Co" || m.StartURL != "/" ||
		resp.Header.Get("Content-Type") != "application/manifest+json" || len(m.Icons) != 3 {
		t.Errorf("%v %v %s", err, resp.Header, text)
	}
}

// Verifies CARD-2, LIMIT-35.
func TestProfilePagesHaveCards(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	now, images := w.stopClock(), memes(2)
	images[0].Likes, images[1].Likes = 1, 6
	var page string
	for n, want := range map[int]string{1: "1 picture with 1 like", 2: "2 pictures with 7 likes"} {
		w.services.set(nil, images[:n]...)
		now.add(cacheTTL)
		_, page = w.do(t, "GET", "/@ann", "", "Accept", "text/html")
		if found, _ := tags(t, page); found["title"] != "@ann · McWick" || found["og:description"] != want ||
			found["og:url"] != "http://localhost:8080/@ann" {
			t.Errorf("%v, want %q", found, want)
		}
	}
	if _, other := w.do(t, "GET", "/@aNN", "", "Accept", "text/html"); other != page {
		t.Errorf("another spelling of the handle is another page: %s", other)
	}
	for _, path := range []string{"/@nobody", "/@", "/@ann/more", "/@%3Cb%3E"} {
		if resp, page := w.do(t, "GET", path, "", "Accept", "text/html"); resp.StatusCode != 404 || strings.Contains(page, "og:") {
			t.Errorf("%s: %s", path, resp.Status)
		}
	}
}
