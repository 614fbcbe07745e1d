package media_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
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

// made leaves the row of a video of ann's, and the job that made it.
func (a attic) made(t *testing.T, script string) media.Video {
	t.Helper()
	order := jobs.NewJob{Kind: media.KindVideo, Visitor: "ann", Lane: "a house", Key: uuid.NewString(), Input: media.VideoOrder{Script: script}}
	job, err := a.queue().Add(t.Context(), order, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := media.Video{ID: uuid.MustParse(job.ID), Visitor: "ann", Sound: uuid.New(), Description: script, Duration: time.Second, Created: time.Now()}
	if err := a.store.AddVideo(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	if _, err := a.pool.Exec(t.Context(), `UPDATE jobs SET state = 'succeeded', finished_at = now() WHERE id = $1`, v.ID); err != nil {
		t.Fatal(err)
	}
	return v
}

func (a attic) queue() *jobs.Queue { return jobs.NewQueue(a.pool, media.VideoGuess) }

func TestWhatNobodySharedIsForgottenAfterAWeek(t *testing.T) {
	a := setup(t)
	made := time.Now()
	silent, told, shared := a.spoken(t, made), a.spoken(t, made), a.spoken(t, made)
	copied, err := a.store.CopySpeech(t.Context(), silent.ID, uuid.New(), "bob", made.Add(24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	lent, err := a.store.CopySpeech(t.Context(), shared.ID, uuid.New(), "bob", made)
	if err != nil {
		t.Fatal(err)
	}
	private, public := a.filmed(t, told, made), a.filmed(t, shared, made)
	if _, err := a.store.Share(t.Context(), public.ID, "ann", made); err != nil {
		t.Fatal(err)
	}
	const day = 24 * time.Hour
	forgotten := []string{told.ObjectName(), told.CaptionsName(), private.ObjectName(), private.PosterName()}
	kept := []string{shared.ObjectName(), shared.CaptionsName(), public.ObjectName(), public.PosterName()}
	copies := []string{silent.ObjectName(), silent.CaptionsName()}

	if a.pass(t, 7*day-time.Minute); a.there(t, forgotten...) != 4 {
		t.Error("forgotten before a week is over")
	}
	a.pass(t, 7*day+time.Minute)
	if n := a.there(t, forgotten...); n != 0 {
		t.Errorf("%d objects of %v are left", n, forgotten)
	}
	if n := a.there(t, copies...); n != 2 {
		t.Error("a copy of a day later has lost its sound")
	}
	for id, want := range map[uuid.UUID]error{silent.ID: media.ErrSpeechNotFound, copied.ID: nil, shared.ID: nil, lent.ID: media.ErrSpeechNotFound} {
		if s, err := a.store.Speech(t.Context(), id); !errors.Is(err, want) {
			t.Errorf("%s's, of the sound %s: %v, want %v", s.Visitor, s.Sound, err, want)
		}
	}
	if a.pass(t, 8*day+time.Minute); a.there(t, copies...) != 0 {
		t.Error("the copy's sound is left")
	}
	if a.pass(t, 1000*day); a.there(t, kept...) != 4 {
		t.Errorf("%d objects of what was shared are left", a.there(t, kept...))
	}
	if _, err := a.store.Video(t.Context(), private.ID); !errors.Is(err, media.ErrVideoNotFound) {
		t.Errorf("the private one is %v", err)
	}
}

func TestAJobIsForgottenWithItsVideoAndWhereItCameFromAlways(t *testing.T) {
	a := setup(t)
	private, public := a.made(t, "gm").ID, a.made(t, "gm").ID
	if _, err := a.store.Share(t.Context(), public, "ann", time.Now()); err != nil {
		t.Fatal(err)
	}
	const week = 7 * 24 * time.Hour
	for _, c := range []struct {
		passed time.Duration
		want   []string
	}{
		{week - time.Minute, []string{private.String() + " a house", public.String() + " a house"}},
		{week + time.Minute, []string{public.String() + " "}},
	} {
		a.pass(t, c.passed)
		left, err := database.Rows(t.Context(), a.pool, pgx.RowTo[string], `SELECT id || ' ' || lane FROM jobs ORDER BY id`)
		if diff := cmp.Diff(c.want, left); err != nil || diff != "" {
			t.Errorf("after %v: %v (-want +got):\n%s", c.passed, err, diff)
		}
	}
}
