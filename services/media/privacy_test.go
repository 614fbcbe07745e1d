package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/objects/objectstest"
)

// read requests an object as the gateway does; access may be empty, and header is name, value.
func (w *environment) read(t *testing.T, name, access string, header ...string) (*http.Response, string) {
	t.Helper()
	if access != "" {
		header = append(header, mediav1.AccessHeader, access)
	}
	resp, b := testkit.Send(t, http.DefaultClient, http.MethodGet, w.bytes+name, "", header...)
	return resp, string(b)
}

// checkPublic fails the test unless everybody gets the object.
func (w *environment) checkPublic(t *testing.T, name string) {
	t.Helper()
	if resp, _ := w.read(t, name, mediav1.AccessPublic); resp.StatusCode != http.StatusOK {
		t.Errorf("%s for everybody: %s", name, resp.Status)
	}
}

// checkPrivate fails the test unless the object is served to its owner alone, in parts too, and to
// gateways of the last release, which do not say for whom they ask.
func (w *environment) checkPrivate(t *testing.T, name string) {
	t.Helper()
	for _, access := range []string{mediav1.AccessPublic, "Owner", "owner, public", "1"} {
		resp, _ := w.read(t, name, access)
		if resp.StatusCode != http.StatusNotFound || resp.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s for %q: %s %v", name, access, resp.Status, resp.Header)
		}
	}
	whole, body := w.read(t, name, mediav1.AccessOwner)
	part, start := w.read(t, name, mediav1.AccessOwner, "Range", "bytes=0-3")
	if whole.StatusCode != http.StatusOK || part.StatusCode != http.StatusPartialContent ||
		!strings.HasPrefix(body, start) || len(start) != 4 {
		t.Errorf("%s for its owner: %s, %s, %q", name, whole.Status, part.Status, start)
	}
	for _, resp := range []*http.Response{whole, part} {
		if keep := resp.Header.Get("Cache-Control"); keep != "private, no-store" {
			t.Errorf("%s for its owner: %s", name, keep)
		}
	}
	if resp, _ := w.read(t, name, ""); resp.StatusCode != http.StatusOK ||
		!strings.HasPrefix(resp.Header.Get("Cache-Control"), "private") {
		t.Errorf("%s for a gateway of the last release: %s %v", name, resp.Status, resp.Header)
	}
}

// newVideo makes a video of ann's.
func (w *environment) newVideo(t *testing.T, s *mediav1.Speech) *mediav1.Video {
	t.Helper()
	seen := w.follow(t, w.create(t, newVideoRequest(s)).GetId())
	last := seen[len(seen)-1]
	if last.GetState() != mediav1.VideoState_VIDEO_STATE_SUCCEEDED {
		t.Fatalf("%v", last)
	}
	return last
}

func (w *environment) share(t *testing.T, id string) *mediav1.SharedVideo {
	t.Helper()
	shared, err := w.videos.ShareVideo(withVisitor(t.Context(), ""), &mediav1.ShareVideoRequest{VideoId: id})
	if err != nil {
		t.Fatal(err)
	}
	return shared
}

// Verifies ADDR-5, ADDR-7, ADDR-9, PUB-5.
func TestWhatIsNotPublicIsForItsOwnerAlone(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T) *environment{
		"in a folder": func(t *testing.T) *environment { return prepareEnvironment(t, small) },
		"in a bucket": func(t *testing.T) *environment {
			return prepareEnvironmentOn(t, objectstest.New(t).Address, small)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := prepare(t)
			w.Start(t)
			w.checkPrivate(t, "ai-generations/"+w.store(t).GetArtworkId()+".png")
			portrait := w.store(t, func(r *mediav1.StoreArtworkRequest) { r.Type = "pfp" })
			w.checkPrivate(t, "ai-generations/"+portrait.GetArtworkId()+".png")
			published := w.publish(t, "ann", "")
			w.checkPublic(t, published.GetObjectName())
			for _, v := range published.GetVariants() {
				w.checkPublic(t, v.GetObjectName())
			}

			s := w.speak(t, few)
			v := w.newVideo(t, s)
			speech := []string{s.GetObjectName(), s.GetCaptionsObjectName()}
			parts := []string{v.GetObjectName(), v.GetCaptionsObjectName(), v.GetPosterObjectName()}
			for _, name := range append(parts, speech...) {
				w.checkPrivate(t, name)
			}
			shared := w.share(t, v.GetId())
			for _, name := range []string{shared.GetObjectName(), shared.GetCaptionsObjectName(),
				shared.GetPosterObjectName()} {
				w.checkPublic(t, name)
				if strings.Contains(name, s.GetId()) {
					t.Errorf("%s names the speech", name)
				}
			}
			_, captions := w.read(t, shared.GetCaptionsObjectName(), mediav1.AccessPublic)
			if _, said := w.read(t, s.GetCaptionsObjectName(), mediav1.AccessOwner); captions != said ||
				!strings.Contains(captions, "WEBVTT") || strings.Contains(captions, s.GetId()) {
				t.Errorf("captions %q, of the speech %q", captions, said)
			}
			for _, name := range speech {
				w.checkPrivate(t, name)
			}
			template := testkit.QueryOne[string](t, w.Database(t), `SELECT object_name FROM bictok_videos LIMIT 1`)
			if resp, _ := w.read(t, template, mediav1.AccessOwner); resp.StatusCode != http.StatusNotFound {
				t.Errorf("the template %s: %s", template, resp.Status)
			}
		})
	}
}

// Verifies ADDR-6.
func TestSharedVideosAreServedWithoutDatabase(t *testing.T) {
	t.Parallel()
	w := prepareEnvironment(t, small)
	through, freezer := testkit.FreezeDatabase(t, w.Database(t).Config().ConnString())
	w.Environment["DATABASE_URL"] = through
	w.Start(t)
	s := w.speak(t, few)
	known, other, own := w.newVideo(t, s), w.newVideo(t, s), w.newVideo(t, s)
	w.share(t, known.GetId())
	w.share(t, other.GetId())
	w.checkPublic(t, known.GetPosterObjectName())
	freezer.Stop()
	for name, c := range map[string]struct {
		object, access string
		want           int
	}{
		"that is known":           {known.GetObjectName(), mediav1.AccessPublic, http.StatusOK},
		"with its captions":       {known.GetCaptionsObjectName(), mediav1.AccessPublic, http.StatusOK},
		"that is not known":       {other.GetObjectName(), mediav1.AccessPublic, http.StatusServiceUnavailable},
		"that is not shared":      {own.GetObjectName(), mediav1.AccessPublic, http.StatusServiceUnavailable},
		"of the one who asks":     {own.GetObjectName(), mediav1.AccessOwner, http.StatusOK},
		"whose speech is another": {s.GetObjectName(), mediav1.AccessPublic, http.StatusNotFound},
	} {
		if resp, _ := w.read(t, c.object, c.access); resp.StatusCode != c.want {
			t.Errorf("a video %s: %s, want %d", name, resp.Status, c.want)
		}
	}
	freezer.Start()
	testkit.Eventually(t, "the other one is served again", func() bool {
		resp, _ := w.read(t, other.GetObjectName(), mediav1.AccessPublic)
		return resp.StatusCode == http.StatusOK
	})
}

// TestObjectsOfFormerReleasesArePrivate has a portrait beside published ones, and videos whose
// captions are those of their speech.
// Verifies ADDR-7, ADDR-9.
func TestObjectsOfFormerReleasesArePrivate(t *testing.T) {
	t.Parallel()
	w := prepareEnvironment(t)
	portrait, published, shared, own, sound := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	captions := "speech/" + sound.String() + ".vtt"
	for _, name := range []string{"generated/" + portrait.String() + ".png", "generated/" + published.String() + ".png",
		captions} {
		file := filepath.Join(w.objects, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		testkit.WriteFile(t, file, "WEBVTT")
	}
	pool := w.Database(t)
	testkit.Exec(t, pool, `INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
		VALUES ($1, 'ann', 'pfp', '', '', '', '', $2, now())`, portrait, "generated/"+portrait.String()+".png")
	testkit.Exec(t, pool, `INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at)
		VALUES ($1, 'ann', $1, '', 1, '[]', now())`, sound)
	testkit.Exec(t, pool, `INSERT INTO videos (id, visitor, sound, category, pfp, description, duration_ms, created_at, shared_at)
		VALUES ($1, 'ann', $3, '', '', '', 1, now(), now()), ($2, 'ann', $3, '', '', '', 1, now(), NULL)`, shared, own,
		sound)
	w.Start(t)
	w.checkPrivateFormer(t, "generated/"+portrait.String()+".png")
	w.checkPublic(t, "generated/"+published.String()+".png")
	w.checkPublic(t, "videos/"+shared.String()+".vtt")
	w.checkPrivate(t, "videos/"+own.String()+".vtt")
	w.checkPrivate(t, captions)

	operators := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	if piece, err := operators.ShowVideo(t.Context(), &mediav1.ShowVideoRequest{VideoId: shared.String(),
		File: mediav1.VideoFile_VIDEO_FILE_CAPTIONS}); err != nil || string(piece.GetContent()) != "WEBVTT" {
		t.Errorf("an operator reads %v, %v", piece, err)
	}
	if _, err := operators.RemoveVideo(t.Context(), &mediav1.RemoveVideoRequest{VideoId: shared.String()}); err != nil {
		t.Fatal(err)
	}
	for _, access := range []string{mediav1.AccessPublic, mediav1.AccessOwner} {
		resp, body := w.read(t, "videos/"+shared.String()+".vtt", access)
		if resp.StatusCode != http.StatusGone && resp.StatusCode != http.StatusNotFound ||
			strings.Contains(body, "WEBVTT") {
			t.Errorf("captions of a removed video, for %q: %s", access, resp.Status)
		}
	}
	w.checkPrivate(t, captions)
}

// checkPrivateFormer is checkPrivate without a gateway of the last release, which gets the headers
// of that release.
func (w *environment) checkPrivateFormer(t *testing.T, name string) {
	t.Helper()
	if resp, _ := w.read(t, name, mediav1.AccessPublic); resp.StatusCode != http.StatusNotFound {
		t.Errorf("%s for everybody: %s", name, resp.Status)
	}
	if resp, _ := w.read(t, name, mediav1.AccessOwner); resp.StatusCode != http.StatusOK ||
		resp.Header.Get("Cache-Control") != "private, no-store" {
		t.Errorf("%s for its owner: %s %v", name, resp.Status, resp.Header)
	}
}
