package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/speech/speechtest"
	"mcwick.example/services/media/internal/xmp/xmptest"
)

// readMark compares what exiftool finds in a file, except for its date, which must be of this hour.
func readMark(t *testing.T, what string, file []byte, want xmptest.Mark) {
	t.Helper()
	got := xmptest.Read(t, file)
	at, err := time.Parse("2006:01:02 15:04:05Z", got.CreateDate)
	if age := time.Since(at); err != nil || age < -time.Minute || age > time.Hour {
		t.Errorf("%s: made at %q, %v", what, got.CreateDate, err)
	}
	got.CreateDate, got.Recipe = "", ""
	want.DigitalSourceType = "http://cv.iptc.org/newscodes/digitalsourcetype/" + want.DigitalSourceType
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Verifies AI-1, AI-4.
func TestPicturesCarrySourceMark(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	for name, c := range map[string]struct {
		source, generator string
		text              bool
		original, public  xmptest.Mark
	}{
		"AI": {
			"ai", "gpt-image-2.5-flare", false,
			xmptest.Mark{DigitalSourceType: "trainedAlgorithmicMedia", CreatorTool: "McWick",
				AISystemUsed: "gpt-image-2.5-flare"},
			xmptest.Mark{DigitalSourceType: "trainedAlgorithmicMedia", CreatorTool: "McWick",
				AISystemUsed: "gpt-image-2.5-flare"},
		},
		"AI with our text": {
			"ai", "gpt-image-2.5-flare", true,
			xmptest.Mark{DigitalSourceType: "trainedAlgorithmicMedia", CreatorTool: "McWick",
				AISystemUsed: "gpt-image-2.5-flare"},
			xmptest.Mark{DigitalSourceType: "compositeWithTrainedAlgorithmicMedia", CreatorTool: "McWick",
				AISystemUsed: "gpt-image-2.5-flare"},
		},
		"the composer with our text": {
			"composer", "McWick composer", true,
			xmptest.Mark{DigitalSourceType: "algorithmicMedia", CreatorTool: "McWick composer"},
			xmptest.Mark{DigitalSourceType: "algorithmicMedia", CreatorTool: "McWick composer"},
		},
		"a caller of the last release": {
			"", "", false,
			xmptest.Mark{DigitalSourceType: "trainedAlgorithmicMedia", CreatorTool: "McWick"},
			xmptest.Mark{DigitalSourceType: "trainedAlgorithmicMedia", CreatorTool: "McWick"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			stored := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Source, r.Generator = c.source, c.generator })
			a, err := w.client.GetArtwork(t.Context(), &mediav1.GetArtworkRequest{ArtworkId: stored.GetArtworkId()})
			if err != nil {
				t.Fatal(err)
			}
			readMark(t, "the original", w.fetch(t, a.GetObjectName()), c.original)
			var texts []*mediav1.Overlay
			if c.text {
				texts = append(texts, gmOverlay())
			}
			preview, err := w.client.RenderPreview(withVisitor(t.Context(), ""),
				&mediav1.RenderPreviewRequest{ArtworkId: stored.GetArtworkId(), Overlays: texts})
			if err != nil {
				t.Fatal(err)
			}
			readMark(t, "the preview", preview.GetData(), c.public)
			p, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
				&mediav1.PublishRequest{ArtworkId: stored.GetArtworkId(), Overlays: texts})
			if err != nil {
				t.Fatal(err)
			}
			for _, object := range []string{p.GetObjectName(), variant(p, 320), variant(p, 640)} {
				readMark(t, object, w.fetch(t, object), c.public)
			}
			readMark(t, "in two parts", w.fetchParts(t, p.GetObjectName()), c.public)
		})
	}
}

// fetchParts reads an object by two range requests.
func (w *environment) fetchParts(t *testing.T, name string) (all []byte) {
	t.Helper()
	for _, part := range []string{"bytes=0-199", "bytes=200-"} {
		resp, b := w.read(t, name, "", "Range", part)
		if resp.StatusCode != http.StatusPartialContent {
			t.Fatalf("%s: %s", part, resp.Status)
		}
		all = append(all, b...)
	}
	return all
}

// Verifies AI-2, AI-10.
func TestSpeechAndVideosCarrySourceMark(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t, small)
	for name, c := range map[string]struct {
		source, generator, script string
		sound, video              xmptest.Mark
		made                      string // what the page is to say
	}{
		"AI": {
			"ai", "gpt-4o-mini-tts", "visitor",
			xmptest.Mark{DigitalSourceType: "trainedAlgorithmicMedia", CreatorTool: "McWick",
				AISystemUsed: "gpt-4o-mini-tts"},
			xmptest.Mark{DigitalSourceType: "compositeWithTrainedAlgorithmicMedia", CreatorTool: "McWick",
				AISystemUsed: "gpt-4o-mini-tts"}, "ai",
		},
		"a synthesizer with a script of AI": {
			"composer", "demo-voice", "ai",
			xmptest.Mark{DigitalSourceType: "algorithmicMedia", CreatorTool: "McWick, demo-voice"},
			xmptest.Mark{DigitalSourceType: "compositeWithTrainedAlgorithmicMedia", CreatorTool: "McWick, demo-voice"},
			"ai",
		},
		"a synthesizer with a script of unknown source": {
			"composer", "demo-voice", "",
			xmptest.Mark{DigitalSourceType: "algorithmicMedia", CreatorTool: "McWick, demo-voice"},
			xmptest.Mark{DigitalSourceType: "composite", CreatorTool: "McWick, demo-voice"}, "ai",
		},
		"a synthesizer with what a visitor typed": {
			"composer", "demo-voice", "visitor",
			xmptest.Mark{DigitalSourceType: "algorithmicMedia", CreatorTool: "McWick, demo-voice"},
			xmptest.Mark{DigitalSourceType: "composite", CreatorTool: "McWick, demo-voice"}, "composer",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := w.videos.StoreSpeech(t.Context(), &mediav1.StoreSpeechRequest{
				SpeechId: uuid.NewString(), VisitorId: "ann", Text: few, Audio: speechtest.Say(t, few).MP3(t, true),
				Source: c.source, Generator: c.generator, ScriptSource: c.script,
			})
			if err != nil {
				t.Fatal(err)
			}
			sound := w.fetch(t, s.GetObjectName())
			readMark(t, "the sound", sound, c.sound)
			readComment(t, sound, c.sound)
			seen := w.follow(t, w.create(t, newVideoRequest(s)).GetId())
			v := seen[len(seen)-1]
			video := w.fetch(t, v.GetObjectName())
			readMark(t, "the video", video, c.video)
			readComment(t, video, c.video)
			readMark(t, "the video in two parts", w.fetchParts(t, v.GetObjectName()), c.video)
			readMark(t, "the poster", w.fetch(t, v.GetPosterObjectName()), c.video)
			if shared := w.share(t, v.GetId()); v.GetSource() != c.made || shared.GetSource() != c.made {
				t.Errorf("it says %q, and shared %q", v.GetSource(), shared.GetSource())
			}
		})
	}
}

// readComment checks the comment that ffprobe finds for the same.
func readComment(t *testing.T, file []byte, want xmptest.Mark) {
	t.Helper()
	comment := xmptest.Comment(t, file)
	parts := []string{"DigitalSourceType=http://cv.iptc.org/newscodes/digitalsourcetype/" + want.DigitalSourceType +
		";", "CreatorTool=" + want.CreatorTool + ";"}
	if want.AISystemUsed != "" {
		parts = append(parts, "AISystemUsed="+want.AISystemUsed+";")
	}
	for _, part := range parts {
		if !strings.Contains(comment, part) {
			t.Errorf("ffprobe finds %s, not %s", comment, part)
		}
	}
}
