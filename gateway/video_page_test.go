package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	galleryv1 "mcwick.example/services/gallery/api/gallery/v1"
)

const (
	sharedVideo   = "0192aaaa-0000-7000-8000-000000000001"
	unsharedVideo = "0192aaaa-0000-7000-8000-000000000002"
	hiddenVideo   = "0192aaaa-0000-7000-8000-000000000003"
	typedVideo    = "0192aaaa-0000-7000-8000-000000000004" // made without AI
)

// Verifies BICTOK-20, AI-7.
func TestVideoPageHasCard(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	resp, page := w.do(t, "GET", "/bictok/"+sharedVideo, "", "Accept", "text/html")
	got, _ := tags(t, page)
	const site = "http://localhost:8080"
	for name, want := range map[string]string{
		"title": "BicTok Video · McWick", "canonical": site + "/bictok/" + sharedVideo, "og:type": "video.other",
		"og:title": "BicTok Video",
		"og:image": site + "/cards/bictok/" + sharedVideo + ".jpg", "og:image:type": "image/jpeg",
		"og:image:width": "1200", "og:image:height": "630", "og:video:width": "720", "og:video:height": "1280",
		"og:video": site + "/media/videos/v.mp4", "og:video:type": "video/mp4",
		"twitter:card": "summary_large_image",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	text, marked := strings.CutPrefix(got["description"], "Made with AI · ")
	if !marked || !strings.HasPrefix(text, "Gm & <3. A wick") || !strings.HasSuffix(text, "…") ||
		utf8.RuneCountInString(text) > maxDescription {
		t.Errorf("the description is %q", text)
	}
	if h := resp.Header; resp.StatusCode != 200 || h.Get("Cache-Control") != "no-cache" || len(resp.Cookies()) != 0 {
		t.Errorf("%s %v", resp.Status, h)
	}
}

// TestVideoPageSaysWhoMadeIt has the gallery list a video with a handle, of which AI made nothing.
// Verifies VIDEO-12, CARD-5.
func TestVideoPageSaysWhoMadeIt(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	w.services.mu.Lock()
	w.services.images = append(w.services.images, &galleryv1.Image{Id: typedVideo, Type: "video", Handle: "@ann"})
	w.services.mu.Unlock()
	_, page := w.do(t, "GET", "/bictok/"+typedVideo, "", "Accept", "text/html")
	got, _ := tags(t, page)
	if !strings.HasPrefix(got["description"], "by @ann · Spoken by the candle, not by AI · ") {
		t.Errorf("the description is %q", got["description"])
	}
	const term = "https://schema.org/CompositeDigitalSource"
	if data := structured(t, page); data["digitalSourceType"] != term || fmt.Sprint(data["creator"]) !=
		"map[@type:Person name:@ann]" {
		t.Errorf("%v", data)
	}
}

// Verifies VIDEO-12.
func TestShareVideoTakesOnlyItsParameter(t *testing.T) {
	w := newEnvironment(t)
	for query, want := range map[string]int{"": 200, "?signed=true": 200, "?signed=perhaps": 400, "?handle=@eve": 400} {
		if resp, body := w.do(t, "POST", "/api/v1/videos/"+sharedVideo+"/share"+query, ""); resp.StatusCode != want {
			t.Errorf("%q: %s %s", query, resp.Status, body)
		}
	}
}

// Verifies BICTOK-20.
func TestVideoPageOfUnsharedVideo(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	for _, path := range []string{"/bictok/" + unsharedVideo, "/bictok/no-such-video"} {
		resp, page := w.do(t, "GET", path, "", "Accept", "text/html")
		if resp.StatusCode != 404 || strings.Contains(page, "og:") || !strings.Contains(page, `id="root"`) {
			t.Errorf("%s: %s %s", path, resp.Status, page)
		}
	}
}

// Verifies MOD-61.
func TestPageOfHiddenVideoShowsNothingOfIt(t *testing.T) {
	w := newEnvironment(t)
	write(t, filepath.Join(w.static, "index.html"), builtShell)
	resp, body := w.do(t, "GET", "/api/v1/shared-videos/"+hiddenVideo, "")
	if resp.StatusCode != 410 || !strings.Contains(body, "VIDEO_GONE") {
		t.Errorf("%s %s", resp.Status, body)
	}
	resp, page := w.do(t, "GET", "/bictok/"+hiddenVideo, "", "Accept", "text/html")
	if resp.StatusCode != 404 || strings.Contains(page, "og:") || !strings.Contains(page, `id="root"`) {
		t.Errorf("%s %s", resp.Status, page)
	}
}

func TestTruncate(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "two words": "two words", "ten letters": "ten…", "unbrokenword": "unbrokenw…",
		"héé héé héé": "héé héé…",
	} {
		if got := truncate(text, 10); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
