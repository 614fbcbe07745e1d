package main

import (
	"bytes"
	"errors"
	"image/color"
	"image/jpeg"
	"testing"

	"github.com/google/uuid"

	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Verifies CARD-1, CARD-3.
func TestCardsShowPublicPicturesAlone(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	stored := w.store(t)
	p, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
		&mediav1.PublishRequest{ArtworkId: stored.GetArtworkId()})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(name string) ([]byte, error) {
		drawn, err := w.client.DrawCard(t.Context(),
			&mediav1.DrawCardRequest{ObjectName: name, Title: "gm", Brand: "McWick"})
		return drawn.GetData(), err
	}
	small := p.GetVariants()[len(p.GetVariants())-1].GetObjectName()
	b, err := draw(small)
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(b))
	if err != nil || m.Bounds().Dx() != 1200 || m.Bounds().Dy() != 630 {
		t.Fatalf("%v", err)
	}
	if got := color.RGBAModel.Convert(m.At(300, 300)).(color.RGBA); got.R < 230 || got.B > 40 {
		t.Errorf("the middle of the picture is %v, not orange", got)
	}
	a, err := w.client.GetArtwork(t.Context(), &mediav1.GetArtworkRequest{ArtworkId: stored.GetArtworkId()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.client.WithdrawPublication(withVisitor(t.Context(), ""),
		&mediav1.WithdrawPublicationRequest{PublicationId: p.GetId()}); err != nil {
		t.Fatal(err)
	}
	missing := "memes/" + uuid.NewString() + ".png"
	for _, name := range []string{small, missing, p.GetObjectName(), a.GetObjectName(),
		"speech/" + uuid.NewString() + ".mp3", "videos/" + uuid.NewString() + ".mp4", "../" + small} {
		if _, err := draw(name); !errors.Is(err, publications.ErrNotPublic) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
