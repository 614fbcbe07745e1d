package main

import (
	"net/http"
	"strings"
	"testing"

	"mcwick.example/platform/fault"
	mediav1 "mcwick.example/services/media/api/media/v1"
)

func TestLayOutText(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	l, err := w.client.LayOutText(t.Context(),
		&mediav1.LayOutTextRequest{Content: "to the moon 🚀\nbroh", FontFamily: "Impact", FontSize: 120})
	if err != nil {
		t.Fatal(err)
	}
	if l.GetBaseline() != 424 || l.GetMinFontSize() != 32 || l.GetMaxFontSize() != 152 || len(l.GetLines()) != 2 ||
		len(l.GetMissingLetters()) > 0 {
		t.Errorf("got %v", l)
	}
	first := l.GetLines()[0]
	if !strings.HasPrefix(first.GetOutline(), "M") || first.GetWidth() < 5000 || len(first.GetEmoji()) != 1 {
		t.Errorf("the first line is %v", first)
	}

	m, header := w.get(t, first.GetEmoji()[0].GetObjectName())
	if m.Bounds().Dx() != 136 || header.Get("Cache-Control") != "public, max-age=31536000, immutable" ||
		header.Get("Content-Type") != "image/png" {
		t.Errorf("%v, %v", m.Bounds(), header)
	}
	for _, name := range []string{"emoji/x.png", "emoji/" +
		strings.TrimSuffix(first.GetEmoji()[0].GetObjectName(), ".png"), "emoji/"} {
		if resp, _ := w.read(t, name, ""); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", name, resp.Status)
		}
	}
	t.Run("with every letter that no font has", func(t *testing.T) {
		l, err := w.client.LayOutText(t.Context(),
			&mediav1.LayOutTextRequest{Content: "月 gm 𒀀", FontFamily: "VT323", FontSize: 32})
		if got := strings.Join(l.GetMissingLetters(), ""); err != nil || got != "月𒀀" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("unless it may not be published", func(t *testing.T) {
		_, err := w.client.LayOutText(t.Context(),
			&mediav1.LayOutTextRequest{Content: " ", FontFamily: "VT323", FontSize: 32})
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || e.Fields[0].Name != "content" {
			t.Errorf("got %v", err)
		}
	})
}
