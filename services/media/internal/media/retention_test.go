package media_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/services/media/internal/ffmpeg"
	"mcwick.example/services/media/internal/media"
	"mcwick.example/services/media/internal/speech"
)

// spoken leaves the row and the bytes of a speech, made at a time.
func (a attic) spoken(t *testing.T, at time.Time) media.Speech {
	t.Helper()
	id := uuid.New()
	s := media.Speech{ID: id, Visitor: "ann", Sound: id, Text: "gm", Duration: time.Second, Words: []speech.Word{{Text: "gm"}}, Created: at}
	if _, err := a.store.AddSpeech(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	a.put(t, s.ObjectName())
	a.put(t, s.CaptionsName())
	return s
}

// filmed leaves the row and the bytes of a video, made at a time.
func (a attic) filmed(t *testing.T, s media.Speech, at time.Time) media.Video {
	t.Helper()
	v := media.Video{ID: uuid.New(), Visitor: "ann", Sound: s.Sound, Category: "subway", PFP: "pfp1", Description: "gm", Duration: time.Second, Created: at}
	if err := a.store.AddVideo(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	a.put(t, v.ObjectName())
	a.put(t, v.PosterName())
	return v
}

func TestWhatNobodySharedIsForgottenAfterAWeek(t *testing.T) {
	a := setup(t)
	t.Setenv("TMPDIR", t.TempDir()) // where programs work: others do so now
	abandoned, err := ffmpeg.Folder()
	if err != nil {
		t.Fatal(err)
	}
	made := time.Now()
	silent, told, shared := a.spoken(t, made), a.spoken(t, made), a.spoken(t, made)
	copied, err := a.store.CopySpeech(t.Context(), silent.ID, uuid.New(), "bob", made.Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	private, public := a.filmed(t, told, made), a.filmed(t, shared, made)
	if _, err := a.store.Share(t.Context(), public.ID, "ann", made); err != nil {
		t.Fatal(err)
	}
	at := func(passed time.Duration) {
		t.Helper()
		now := func() time.Time { return made.Add(passed) }
		if err := media.Retention(a.store, now)(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := media.NewSweeper(a.store, a.bucket, now).Pass(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	const day = 24 * time.Hour
	forgotten := []string{told.ObjectName(), told.CaptionsName(), private.ObjectName(), private.PosterName()}
	kept := []string{shared.ObjectName(), shared.CaptionsName(), public.ObjectName(), public.PosterName()}
	copies := []string{silent.ObjectName(), silent.CaptionsName()}

	left := func() bool { _, err := os.Stat(abandoned); return err == nil }
	if at(10 * time.Minute); !left() {
		t.Error("somebody worked in that folder")
	}
	if at(20 * time.Minute); left() {
		t.Error("a folder that nobody works in is left")
	}
	if at(7*day - time.Minute); a.there(t, forgotten...) != 4 {
		t.Error("forgotten before a week is over")
	}
	at(7*day + time.Minute)
	if n := a.there(t, forgotten...); n != 0 {
		t.Errorf("%d objects of %v are left", n, forgotten)
	}
	if n := a.there(t, copies...); n != 2 {
		t.Error("a copy of a day later has lost its sound")
	}
	_, gone := a.store.Speech(t.Context(), silent.ID)
	_, there := a.store.Speech(t.Context(), copied.ID)
	if !errors.Is(gone, media.ErrSpeechNotFound) || there != nil {
		t.Errorf("the first is %v, its copy %v", gone, there)
	}
	if at(8*day + time.Minute); a.there(t, copies...) != 0 {
		t.Error("the copy's sound is left")
	}
	if at(1000 * day); a.there(t, kept...) != 4 {
		t.Errorf("%d objects of what was shared are left", a.there(t, kept...))
	}
	if _, err := a.store.Video(t.Context(), private.ID); !errors.Is(err, media.ErrVideoNotFound) {
		t.Errorf("the private one is %v", err)
	}
}
