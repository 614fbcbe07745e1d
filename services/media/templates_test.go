package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/loops"
	"mcwick.example/services/media/internal/video/videos"
)

// clip returns an mp4 of one color.
func clip(t *testing.T, size string, seconds int, more ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "clip.mp4")
	args := append([]string{"-v", "error", "-f", "lavfi", "-i", "color=orange:s=" + size + ":r=30"}, more...)
	args = append(args, "-t", strconv.Itoa(seconds), "-preset", "ultrafast", "-pix_fmt", "yuv420p", path)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// inUse returns the ids of a category's templates, newest first.
func inUse(t *testing.T, by mediav1.VideoOperatorServiceClient, category string) (ids []string) {
	t.Helper()
	for cursor := ""; ; {
		r, err := by.ListTemplates(t.Context(), &mediav1.ListTemplatesRequest{Cursor: cursor, PageSize: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range r.GetTemplates() {
			if one.GetCategory() == category {
				ids = append(ids, one.GetId())
			}
		}
		if cursor = r.GetNextCursor(); cursor == "" {
			return ids
		}
	}
}

// Verifies VIDEO-9.
func TestOperatorsManageTemplates(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	testkit.Eventually(t, "the house has its templates", func() bool {
		return len(inUse(t, operatorClient, "subway")) == 1 && len(inUse(t, operatorClient, "minecraft")) == 1
	})
	own := inUse(t, operatorClient, "subway")[0]
	for category, want := range loops.All() {
		b, err := os.ReadFile(w.objects + "/templates/" + inUse(t, operatorClient, category)[0] + ".mp4")
		if err != nil || !bytes.Equal(b, want) {
			t.Errorf("%s: %d bytes, %v", category, len(b), err)
		}
	}
	r := &mediav1.AddTemplateRequest{Category: "subway", Clip: clip(t, "720x1280", 3), Note: "glows"}
	first, err := operatorClient.AddTemplate(t.Context(), r)
	again, errAgain := operatorClient.AddTemplate(t.Context(), r)
	if err != nil || errAgain != nil || !proto.Equal(first, again) ||
		!slices.Contains(inUse(t, operatorClient, "subway"), first.GetId()) {
		t.Fatalf("%v, %v, %v, %v", first, again, err, errAgain)
	}
	for range 2 {
		if _, err := operatorClient.RemoveTemplate(t.Context(),
			&mediav1.RemoveTemplateRequest{TemplateId: own}); err != nil {
			t.Error(err)
		}
	}
	if got := inUse(t, operatorClient, "subway"); !slices.Equal(got, []string{first.GetId()}) {
		t.Errorf("in use: %v", got)
	}
	want := []string{"ada remove-template " + own, "ada add-template " + first.GetId()}
	if got := w.audit(t); !slices.Equal(got, want) {
		t.Errorf("written down: %q", got)
	}
	if _, err := operatorClient.RemoveTemplate(t.Context(),
		&mediav1.RemoveTemplateRequest{TemplateId: "x"}); !errors.Is(err, videos.ErrTemplateNotFound) {
		t.Errorf("removed what is none: %v", err)
	}
	if _, err := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "nobody")).ListTemplates(t.Context(),
		&mediav1.ListTemplatesRequest{}); err == nil {
		t.Error("a stranger sees them")
	}
}

// Verifies VIDEO-9.
func TestUnusableTemplateIsRejected(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	operatorClient := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	good := clip(t, "720x1280", 3)
	torn := bytes.Clone(good)
	for i := len(torn) / 3; i < len(torn); i++ {
		torn[i] ^= 0x5a
	}
	for name, r := range map[string]*mediav1.AddTemplateRequest{
		"another category": {Category: "chess", Clip: good},
		"a small one":      {Category: "subway", Clip: clip(t, "360x640", 3)},
		"a short one":      {Category: "subway", Clip: clip(t, "720x1280", 1)},
		"one with sound":   {Category: "subway", Clip: clip(t, "720x1280", 3, "-f", "lavfi", "-i", "sine")},
		"another codec":    {Category: "subway", Clip: clip(t, "720x1280", 3, "-c:v", "mpeg4")},
		"a torn one":       {Category: "subway", Clip: torn},
		"a playlist":       {Category: "subway", Clip: []byte("#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n")},
		"nothing":          {Category: "subway"},
		"a long note":      {Category: "subway", Clip: good, Note: strings.Repeat("x", 401)},
	} {
		if _, err := operatorClient.AddTemplate(t.Context(), r); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if got := w.audit(t); len(got) != 0 {
		t.Errorf("written down: %q", got)
	}
}
