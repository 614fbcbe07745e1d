package main

import (
	"context"
	"net/http"
	"testing"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// film is what the fake service has of video v1, in pieces of four bytes.
const film = "0123456789"

func (f *fakeService) ShowVideo(
	ctx context.Context, r *mediav1.ShowVideoRequest,
) (*mediav1.ShowVideoResponse, error) {
	if r.GetVideoId() != "v1" {
		return nil, fault.ToStatus(fault.New(fault.KindNotFound, "VIDEO_NOT_FOUND", "No such video.")).Err()
	}
	if r.GetFile() == mediav1.VideoFile_VIDEO_FILE_POSTER {
		return &mediav1.ShowVideoResponse{Content: []byte("poster"), Size: 6, ContentType: "image/webp"}, f.record(ctx)
	}
	end := min(int(r.GetOffset())+4, len(film))
	return &mediav1.ShowVideoResponse{Content: []byte(film[r.GetOffset():end]), Size: int64(len(film)),
		ContentType: "video/mp4"}, f.record(ctx)
}

// Verifies MOD-72, MOD-79.
func TestVideoIsServedWithRangesToOperatorsAlone(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	if a := b.send(t, http.MethodGet, "/videos/v1", ""); a.status != http.StatusUnauthorized || len(e.operators) > 0 {
		t.Errorf("a stranger: %+v, %q", a, e.operators)
	}
	b.signIn(t, "token-a")
	for name, c := range map[string]struct {
		path, byteRange string
		status          int
		body            string
	}{
		"the film":    {"/videos/v1", "", 200, film},
		"its middle":  {"/videos/v1", "bytes=3-8", 206, "345678"},
		"its end":     {"/videos/v1", "bytes=-2", 206, "89"},
		"beyond it":   {"/videos/v1", "bytes=99-", 416, ""},
		"the poster":  {"/videos/v1/poster", "", 200, "poster"},
		"no such one": {"/videos/v2", "", 404, ""},
	} {
		var headers []string
		if c.byteRange != "" {
			headers = []string{"Range", c.byteRange}
		}
		a := b.send(t, http.MethodGet, c.path, "", headers...)
		if a.status != c.status || c.body != "" && a.body != c.body || a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %+v", name, a)
		}
	}
}

func TestPictureIsServedSmall(t *testing.T) {
	e := newEnvironment(t)
	b := e.newBrowser(t)
	b.signIn(t, "token-a")
	if a := b.send(t, http.MethodGet, "/pictures/p1?size=small", ""); a.body != "small pixels" {
		t.Errorf("%+v", a)
	}
}
