package main

import (
	"errors"
	"image/color"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/imagefile"
	"mcwick.example/platform/service/servicetest"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

// Verifies MOD-8.
func TestOperatorAuthentication(t *testing.T) {
	t.Parallel()
	servicetest.CheckOperatorPort(t, newEnvironment(t).Instance)
}

func TestStoreArtwork(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	t.Run("a repeat keeps what is stored", func(t *testing.T) {
		r := w.store(t)
		r.Image = newDrawing(t, 64, color.Black)
		a, err := w.client.StoreArtwork(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if m, _ := w.get(t, a.GetObjectName()); color.RGBAModel.Convert(m.At(5, 5)) != (color.RGBA{255, 128, 0, 255}) {
			t.Error("the second picture replaced the first")
		}
	})
	for name, change := range map[string]func(*mediav1.StoreArtworkRequest){
		"no id":            func(r *mediav1.StoreArtworkRequest) { r.ArtworkId = "x" },
		"nobody's":         func(r *mediav1.StoreArtworkRequest) { r.VisitorId = "" },
		"another type":     func(r *mediav1.StoreArtworkRequest) { r.Type = "art" },
		"another source":   func(r *mediav1.StoreArtworkRequest) { r.Source = "camera" },
		"a long generator": func(r *mediav1.StoreArtworkRequest) { r.Generator = strings.Repeat("g", 101) },
		"no ASCII":         func(r *mediav1.StoreArtworkRequest) { r.Generator = "gpt\n" },
	} {
		r := &mediav1.StoreArtworkRequest{ArtworkId: uuid.NewString(), VisitorId: "ann", Type: "meme",
			Image: newDrawing(t, 64, color.Black)}
		change(r)
		if _, err := w.client.StoreArtwork(t.Context(), r); fault.From(err) == nil ||
			fault.From(err).Reason != "ARTWORK_INVALID" {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, c := range map[string]struct {
		bytes []byte
		want  error
	}{
		"not a picture": {[]byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), imagefile.ErrInvalidType},
		"too large":     {make([]byte, imagefile.MaxBytes+1), imagefile.ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := w.client.StoreArtwork(t.Context(),
				&mediav1.StoreArtworkRequest{ArtworkId: uuid.NewString(), VisitorId: "ann", Type: "meme",
					Image: c.bytes})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestOnlyObjectsAreServedOverHTTP(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	for _, name := range []string{"memes/" + uuid.NewString() + ".png", "memes/../../etc/passwd", "secrets/x.png", ""} {
		if resp, _ := w.read(t, name, ""); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%q: %s", name, resp.Status)
		}
	}
}
