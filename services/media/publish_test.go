package main

import (
	"bytes"
	"errors"
	"image/color"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/idempotency"
	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/wordfilter/wordfiltertest"
)

// Verifies MEME-16, TEXT-14, PUB-5, AI-3.
func TestPublishRendersOverlays(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	stored := w.store(t)
	parent := w.publish(t, "ann", "")
	p, err := w.client.Publish(withHandle(t.Context(), "account", "@ann"), &mediav1.PublishRequest{
		ArtworkId: stored.GetArtworkId(), Overlays: []*mediav1.Overlay{gmOverlay()}, Signature: "@ann",
		Caption: "good morning", ParentId: parent.GetId(),
	})
	if err != nil {
		t.Fatal(err)
	}
	m, header := w.get(t, p.GetObjectName())
	if m.Bounds().Dx() != 1024 || header.Get("Cache-Control") != "public, max-age=3600" {
		t.Errorf("%v, %v", m.Bounds(), header)
	}
	seen := map[color.RGBA]bool{}
	for y := 400; y < 620; y++ {
		for x := 300; x < 720; x++ {
			seen[color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)] = true
		}
	}
	for name, c := range map[string]color.RGBA{"letter": {255, 255, 255, 255}, "outline": {0, 0, 0, 255},
		"background": {255, 128, 0, 255}} {
		if !seen[c] {
			t.Errorf("no %s around the middle of the picture", name)
		}
	}

	var fact mediav1.ArtworkPublished
	w.readEvent(t, p.GetId(), &fact)
	testkit.CheckComplete(t, stored)
	want := &mediav1.ArtworkPublished{
		PublicationId: p.GetId(), ObjectName: p.GetObjectName(), Type: "meme",
		Prompt: "p", Action: "surfing", Scene: "the sea", Style: "Anime", Traits: map[string]string{"base": "diamond"},
		Seed:      7,
		Signature: "@ann", Caption: "good morning", PublishTime: p.GetCreateTime(), VisitorId: "ann",
		Variants: []*mediav1.ArtworkVariant{{ObjectName: variant(p, 320), Width: 320},
			{ObjectName: variant(p, 640), Width: 640}},
		Source: "composer", Account: "account", Handle: "@ann", ParentId: parent.GetId(), HasTexts: true,
		Placeholder: fact.GetPlaceholder(), // tested beside the code that makes it
	}
	testkit.CheckComplete(t, want)
	for _, v := range fact.GetVariants() {
		w.variant(t, v)
	}
	if diff := cmp.Diff(want, &fact, protocmp.Transform()); diff != "" {
		t.Errorf("the event (-want +got):\n%s", diff)
	}
	w.kept(t, p.GetId(), "ann", "@ann", "good morning", p.GetObjectName(), stored.GetArtworkId(), "gm")
}

// Verifies PUB-5.
func TestPublishPFPWithoutOverlays(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	stored := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Type = "pfp" })
	r := &mediav1.PublishRequest{ArtworkId: stored.GetArtworkId(), Overlays: []*mediav1.Overlay{gmOverlay()}}
	_, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), r)
	if e := fault.From(err); err == nil || e.Reason != "PUBLICATION_INVALID" || len(e.Fields) != 1 ||
		e.Fields[0].Name != "overlays" {
		t.Errorf("with a text on it: %v", err)
	}
	_, err = w.client.RenderPreview(withVisitor(t.Context(), ""),
		&mediav1.RenderPreviewRequest{ArtworkId: r.GetArtworkId(), Overlays: r.GetOverlays()})
	if e := fault.From(err); err == nil || len(e.Fields) != 1 || e.Fields[0].Name != "overlays" {
		t.Errorf("previewed with a text on it: %v", err)
	}
	r.Overlays = nil
	p, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), r)
	if err != nil {
		t.Fatal(err)
	}
	m, header := w.get(t, p.GetObjectName())
	if !strings.HasPrefix(p.GetObjectName(), "generated/") ||
		header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("%s, %v", p.GetObjectName(), header)
	}
	if got := color.RGBAModel.Convert(m.At(512, 512)); got != (color.RGBA{255, 128, 0, 255}) {
		t.Errorf("drawn over: %v", got)
	}
	var fact mediav1.ArtworkPublished
	w.readEvent(t, p.GetId(), &fact)
	if fact.GetType() != "pfp" || fact.GetTraits()["base"] != "diamond" || fact.GetSeed() != 7 {
		t.Errorf("told %v", &fact)
	}
}

func TestPublishIsIdempotent(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	req := &mediav1.PublishRequest{ArtworkId: w.store(t).GetArtworkId(), Overlays: []*mediav1.Overlay{gmOverlay()}}
	key := uuid.NewString()

	t.Run("many at once give one publication", func(t *testing.T) {
		var mu sync.Mutex
		ids := map[string]bool{}
		var all sync.WaitGroup
		for range 12 {
			all.Go(func() {
				p, err := w.client.Publish(withVisitor(t.Context(), key), req)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				ids[p.GetObjectName()] = true
			})
		}
		all.Wait()
		if len(ids) != 1 {
			t.Errorf("%d publications", len(ids))
		}
		for name := range ids {
			w.get(t, name)
		}
	})
	t.Run("another text under the same key is a conflict", func(t *testing.T) {
		other := proto.Clone(req).(*mediav1.PublishRequest)
		other.Caption = "changed my mind"
		if _, err := w.client.Publish(withVisitor(t.Context(), key), other); !errors.Is(err, idempotency.ErrKeyReused) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("two texts at once give one of them, and the other is a conflict", func(t *testing.T) {
		key, captions := uuid.NewString(), []string{"gm", "gn"}
		var published, conflicts [2]atomic.Int32 // by caption
		before := w.memes(t)
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				r := proto.Clone(req).(*mediav1.PublishRequest)
				r.Caption = captions[i%2]
				switch _, err := w.client.Publish(withVisitor(t.Context(), key), r); {
				case err == nil:
					published[i%2].Add(1)
				case errors.Is(err, idempotency.ErrKeyReused):
					conflicts[i%2].Add(1)
				default:
					t.Error(err)
				}
			})
		}
		all.Wait()
		if published[0].Load()+conflicts[1].Load() != 12 && published[1].Load()+conflicts[0].Load() != 12 {
			t.Errorf("published %v, conflicts %v", &published, &conflicts)
		}
		if more := w.memes(t) - before; more != 3 {
			t.Errorf("%d more objects, not one picture in three forms", more)
		}
	})
	t.Run("another key publishes again", func(t *testing.T) {
		if _, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), req); err != nil {
			t.Error(err)
		}
	})
}

// Verifies TEXT-2, TEXT-7, TEXT-8, TEXT-9, MOD-1.
func TestPublishErrors(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	id := w.store(t).GetArtworkId()
	with := func(change func(*mediav1.Overlay)) *mediav1.PublishRequest {
		o := gmOverlay()
		change(o)
		return &mediav1.PublishRequest{ArtworkId: id, Overlays: []*mediav1.Overlay{o}}
	}
	long := string(bytes.Repeat([]byte("x"), 281))
	cases := map[string]struct {
		request *mediav1.PublishRequest
		field   string
	}{
		"three texts": {&mediav1.PublishRequest{ArtworkId: id,
			Overlays: []*mediav1.Overlay{gmOverlay(), gmOverlay(), gmOverlay()}}, "overlays"},
		"an empty text":   {with(func(o *mediav1.Overlay) { o.Content = " " }), "overlays[0].content"},
		"a text too long": {with(func(o *mediav1.Overlay) { o.Content = long }), "overlays[0].content"},
		"nine lines": {with(func(o *mediav1.Overlay) { o.Content = "1\n2\n3\n4\n5\n6\n7\n8\n9" }),
			"overlays[0].content"},
		"a turned text":        {with(func(o *mediav1.Overlay) { o.Content = "gm\u202e" }), "overlays[0].content"},
		"a letter of no font":  {with(func(o *mediav1.Overlay) { o.Content = "\U00012000" }), "overlays[0].content"},
		"a size between steps": {with(func(o *mediav1.Overlay) { o.FontSize = 50 }), "overlays[0].fontSize"},
		"another font": {with(func(o *mediav1.Overlay) { o.FontFamily = "Comic Sans MS" }),
			"overlays[0].fontFamily"},
		"a colour name":        {with(func(o *mediav1.Overlay) { o.Color = "red" }), "overlays[0].color"},
		"a turn between steps": {with(func(o *mediav1.Overlay) { o.Rotation = 20 }), "overlays[0].rotation"},
		"off the canvas":       {with(func(o *mediav1.Overlay) { o.X = 1025 }), "overlays[0].x"},
		"an indecent text":     {with(func(o *mediav1.Overlay) { o.Content = "S L U T" }), "overlays[0].content"},
		"an indecent caption":  {&mediav1.PublishRequest{ArtworkId: id, Caption: "a 5lut"}, "caption"},
		"an indecent name":     {&mediav1.PublishRequest{ArtworkId: id, Signature: "@the_slut"}, "signature"},
		"a long caption":       {&mediav1.PublishRequest{ArtworkId: id, Caption: long}, "caption"},
		"a long signature":     {&mediav1.PublishRequest{ArtworkId: id, Signature: long[:51]}, "signature"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), c.request)
			if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid || len(e.Fields) == 0 ||
				e.Fields[0].Name != c.field {
				t.Errorf("got %v, want %s refused", err, c.field)
			}
		})
	}
	t.Run("another visitor's artwork is not found", func(t *testing.T) {
		bob := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "bob", IdempotencyKey: uuid.NewString()})
		if _, err := w.client.Publish(bob, &mediav1.PublishRequest{ArtworkId: id}); !errors.Is(err,
			publications.ErrArtworkNotFound) {
			t.Errorf("got %v", err)
		}
	})
}

// TestPublishChecksAllTextsTogether has words that no field has by itself, and words of the job's
// input, which the gallery shows as the picture's description.
// Verifies MOD-2.
func TestPublishChecksAllTextsTogether(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	at := func(content string, x, y float64) *mediav1.Overlay {
		o := gmOverlay()
		o.Content, o.X, o.Y, o.FontSize = content, x, y, 100
		return o
	}
	body := func(action, scene, style string) string {
		return w.store(t, func(r *mediav1.StoreArtworkRequest) {
			r.Action, r.Scene, r.Style = action, scene,
				style
		}).GetArtworkId()
	}
	harmless := body("surfing", "the sea", "Anime")
	for name, c := range map[string]struct {
		request *mediav1.PublishRequest
		fields  string
	}{
		"one below the other": {&mediav1.PublishRequest{ArtworkId: harmless,
			Overlays: []*mediav1.Overlay{at("SL", 512, 200), at("UT", 512, 400)}},
			"overlays[0].content overlays[1].content"},
		"the lower one first": {&mediav1.PublishRequest{ArtworkId: harmless,
			Overlays: []*mediav1.Overlay{at("UT", 100, 400), at("SL", 800, 200)}},
			"overlays[1].content overlays[0].content"},
		"one beside the other": {&mediav1.PublishRequest{ArtworkId: harmless,
			Overlays: []*mediav1.Overlay{at("UT", 800, 200), at("SL", 200, 240)}},
			"overlays[1].content overlays[0].content"},
		"lines of a text": {&mediav1.PublishRequest{ArtworkId: harmless,
			Overlays: []*mediav1.Overlay{at("SL\nUT", 512, 512)}}, "overlays[0].content"},
		"a text and the caption": {&mediav1.PublishRequest{ArtworkId: harmless,
			Overlays: []*mediav1.Overlay{at("SL", 512, 512)}, Caption: "ut"}, "overlays[0].content caption"},
		"caption and signature": {&mediav1.PublishRequest{ArtworkId: harmless, Caption: "go kill",
			Signature: "yourself"}, "caption signature"},
		"the action": {&mediav1.PublishRequest{ArtworkId: body("being a slut", "the sea", "Anime")},
			"action"},
		"the scene": {&mediav1.PublishRequest{ArtworkId: body("surfing", "a slut's home", "Anime")},
			"scene"},
		"the style": {&mediav1.PublishRequest{ArtworkId: body("surfing", "the sea", "slut art")},
			"style"},
		"the action and the scene": {&mediav1.PublishRequest{ArtworkId: body("being a sl", "ut", "Anime")},
			"action scene"},
	} {
		_, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), c.request)
		var fields []string
		if f := fault.From(err); f != nil && f.Reason == "TEXT_INDECENT" {
			for _, field := range f.Fields {
				fields = append(fields, field.Name)
			}
		}
		if got := strings.Join(fields, " "); got != c.fields {
			t.Errorf("%s: refused are %q, want %q: %v", name, got, c.fields, err)
		}
	}
	beside := &mediav1.PublishRequest{ArtworkId: harmless,
		Overlays: []*mediav1.Overlay{at("UT", 200, 200), at("SL", 800, 200)}}
	if _, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), beside); err != nil {
		t.Errorf("letters that form no word: %v", err)
	}
}

// Verifies MOD-30.
func TestDisguisedWordsAreNotPublished(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	artwork := func(action, scene, style string) *mediav1.PublishRequest {
		return &mediav1.PublishRequest{ArtworkId: w.store(t, func(r *mediav1.StoreArtworkRequest) {
			r.Action, r.Scene, r.Style = action, scene, style
		}).GetArtworkId()}
	}
	harmless := artwork("surfing", "the sea", "Anime").GetArtworkId()
	layers := func(texts ...string) *mediav1.PublishRequest {
		r := &mediav1.PublishRequest{ArtworkId: harmless}
		for i, text := range texts {
			o := gmOverlay()
			o.Content, o.Y, o.FontSize = text, 200+400*float64(i), 60
			r.Overlays = append(r.Overlays, o)
		}
		return r
	}
	for name, request := range map[string]func(text string) *mediav1.PublishRequest{
		"a layer":       func(text string) *mediav1.PublishRequest { return layers(text) },
		"another layer": func(text string) *mediav1.PublishRequest { return layers("gm", text) },
		"over layers": func(text string) *mediav1.PublishRequest {
			half := len([]rune(text)) / 2
			return layers(string([]rune(text)[:half]), string([]rune(text)[half:]))
		},
		"the caption": func(text string) *mediav1.PublishRequest {
			return &mediav1.PublishRequest{ArtworkId: harmless, Caption: text}
		},
		"the signature": func(text string) *mediav1.PublishRequest {
			return &mediav1.PublishRequest{ArtworkId: harmless, Signature: strings.ReplaceAll(text, "\n", " ")}
		},
		"the action": func(text string) *mediav1.PublishRequest { return artwork(text, "the sea", "Anime") },
		"the scene":  func(text string) *mediav1.PublishRequest { return artwork("surfing", text, "Anime") },
		"the style":  func(text string) *mediav1.PublishRequest { return artwork("surfing", "the sea", text) },
	} {
		for _, text := range wordfiltertest.Disguises {
			_, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()), request(text))
			if f := fault.From(err); f == nil || f.Reason != "TEXT_INDECENT" {
				t.Errorf("%s, %q: %v", name, text, err)
			}
		}
	}
}

func TestPreviewMatchesPublication(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	id := w.store(t).GetArtworkId()
	// Time passes between creation, preview and publication.
	testkit.Exec(t, w.Database(t), `UPDATE artworks SET created_at = created_at - interval '1 hour'`)
	overlays := []*mediav1.Overlay{gmOverlay()}
	preview, err := w.client.RenderPreview(withVisitor(t.Context(), ""),
		&mediav1.RenderPreviewRequest{ArtworkId: id, Overlays: overlays})
	if err != nil || preview.GetContentType() != "image/png" {
		t.Fatalf("%s, %v", preview.GetContentType(), err)
	}
	p, err := w.client.Publish(withVisitor(t.Context(), uuid.NewString()),
		&mediav1.PublishRequest{ArtworkId: id, Overlays: overlays})
	if err != nil {
		t.Fatal(err)
	}
	published := w.fetch(t, p.GetObjectName())
	if !bytes.Equal(withoutText(t, published), withoutText(t, preview.GetData())) {
		t.Errorf("published %d bytes, saw %d", len(published), len(preview.GetData()))
	}
	t.Run("a stranger sees nothing", func(t *testing.T) {
		bob := rpc.WithCaller(t.Context(), rpc.Caller{Visitor: "bob"})
		if _, err := w.client.RenderPreview(bob, &mediav1.RenderPreviewRequest{ArtworkId: id}); !errors.Is(err,
			publications.ErrArtworkNotFound) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a text that breaks a rule is refused", func(t *testing.T) {
		bad := gmOverlay()
		bad.FontSize = 7
		_, err := w.client.RenderPreview(withVisitor(t.Context(), ""),
			&mediav1.RenderPreviewRequest{ArtworkId: id, Overlays: []*mediav1.Overlay{bad}})
		if e := fault.From(err); err == nil || e.Kind != fault.KindInvalid ||
			e.Fields[0].Name != "overlays[0].fontSize" {
			t.Errorf("got %v", err)
		}
	})
}
