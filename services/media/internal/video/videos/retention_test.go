package videos_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/jobs"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/video/speech"
	"mcwick.example/services/media/internal/video/videos"
)

// spoken stores the row and the bytes of a speech, made at a time.
func (f fixture) spoken(t *testing.T, at time.Time) videos.Speech {
	t.Helper()
	id := uuid.New()
	s := videos.Speech{ID: id, Visitor: "ann", Sound: id, Text: "gm", Duration: time.Second,
		Words: []speech.Word{{Text: "gm"}}, Created: at}
	if _, err := f.store.AddSpeech(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	f.bucket.Fill(t, s.ObjectName(), s.CaptionsName())
	return s
}

// filmed stores the row and the bytes of a video, made at a time.
func (f fixture) filmed(t *testing.T, s videos.Speech, at time.Time) videos.Video {
	t.Helper()
	v := videos.Video{ID: uuid.New(), Visitor: "ann", Sound: s.Sound, Category: "subway", PFP: "pfp1",
		Description: "gm", Duration: time.Second, Created: at}
	if err := f.store.AddVideo(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	f.bucket.Fill(t, v.ObjectName(), v.PosterName(), v.CaptionsName())
	return v
}

// made stores the row of a video of ann's, and its job.
func (f fixture) made(t *testing.T, script string) videos.Video {
	t.Helper()
	order := videos.KindVideo.Job(jobs.NewJob{Visitor: "ann", Origin: jobs.Origin{Lane: "a house"}, Key: uuid.NewString()},
		videos.VideoInput{Script: script})
	job, err := f.queue().Add(t.Context(), order, nil)
	if err != nil {
		t.Fatal(err)
	}
	v := videos.Video{ID: uuid.MustParse(job.ID), Visitor: "ann", Sound: uuid.New(), Description: script,
		Duration: time.Second, Created: time.Now()}
	if err := f.store.AddVideo(t.Context(), v); err != nil {
		t.Fatal(err)
	}
	testkit.Exec(t, f.pool, `UPDATE jobs SET state = 'succeeded', finished_at = now() WHERE id = $1`, v.ID)
	return v
}

// Verifies VIDEO-10.
func TestUnsharedVideosExpireAfterAWeek(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := time.Now()
	silent, unshared, shared := f.spoken(t, made), f.spoken(t, made), f.spoken(t, made)
	copied, err := f.store.CopySpeech(t.Context(), videos.Original{ID: silent.ID},
		videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", Created: made.Add(24 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	lent, err := f.store.CopySpeech(t.Context(), videos.Original{ID: shared.ID},
		videos.SpeechCopy{ID: uuid.New(), Visitor: "bob", Created: made})
	if err != nil {
		t.Fatal(err)
	}
	private, public := f.filmed(t, unshared, made), f.filmed(t, shared, made)
	late := f.filmed(t, unshared, made.Add(6*24*time.Hour)) // has the sound in its own bytes
	if _, err := f.store.Share(t.Context(), videos.Sharing{ID: public.ID, Owner: moderation.Owner{Visitor: "ann"},
		Time: made}); err != nil {
		t.Fatal(err)
	}
	const day = 24 * time.Hour
	forgotten := []string{unshared.ObjectName(), unshared.CaptionsName(), private.ObjectName(), private.PosterName(),
		private.CaptionsName()}
	kept := []string{shared.ObjectName(), shared.CaptionsName(), public.ObjectName(), public.PosterName(),
		public.CaptionsName()}
	copies := []string{silent.ObjectName(), silent.CaptionsName()}

	if f.pass(t, 7*day-time.Minute); f.bucket.Count(t, forgotten...) != 5 {
		t.Error("forgotten before a week is over")
	}
	f.pass(t, 7*day+time.Minute)
	if n := f.bucket.Count(t, forgotten...); n != 0 {
		t.Errorf("%d objects of %v are left", n, forgotten)
	}
	if n := f.bucket.Count(t, late.ObjectName(), late.PosterName(), late.CaptionsName()); n != 3 {
		t.Errorf("a video of the sixth day has %d objects", n)
	}
	if n := f.bucket.Count(t, copies...); n != 2 {
		t.Error("a copy of a day later has lost its sound")
	}
	for id, want := range map[uuid.UUID]error{silent.ID: videos.ErrSpeechNotFound, copied.ID: nil, shared.ID: nil,
		lent.ID: videos.ErrSpeechNotFound} {
		if s, err := f.store.Speech(t.Context(), id); !errors.Is(err, want) {
			t.Errorf("%s's, of the sound %s: %v, want %v", s.Visitor, s.Sound, err, want)
		}
	}
	if f.pass(t, 8*day+time.Minute); f.bucket.Count(t, copies...) != 0 {
		t.Error("the copy's sound is left")
	}
	if f.pass(t, 1000*day); f.bucket.Count(t, kept...) != 5 {
		t.Errorf("%d objects of what was shared are left", f.bucket.Count(t, kept...))
	}
	if _, err := f.store.Video(t.Context(), private.ID); !errors.Is(err, videos.ErrVideoNotFound) {
		t.Errorf("the private one is %v", err)
	}
}

func TestJobExpiresWithItsVideo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	private, public := f.made(t, "gm").ID, f.made(t, "gm").ID
	if _, err := f.store.Share(t.Context(), videos.Sharing{ID: public, Owner: moderation.Owner{Visitor: "ann"},
		Time: time.Now()}); err != nil {
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
		f.pass(t, c.passed)
		left, err := database.QueryRows(t.Context(), f.pool, pgx.RowTo[string],
			`SELECT id || ' ' || lane FROM jobs ORDER BY id`)
		if diff := cmp.Diff(c.want, left); err != nil || diff != "" {
			t.Errorf("after %v: %v (-want +got):\n%s", c.passed, err, diff)
		}
	}
}

func TestNetworksOfVideosAreForgottenAfterAWeek(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	made := time.Now()
	v := f.filmed(t, f.spoken(t, made), made)
	shared := videos.Sharing{ID: v.ID, Owner: moderation.Owner{Visitor: "ann"}, Lane: "lane", Time: made}
	if _, err := f.store.Share(t.Context(), shared); err != nil {
		t.Fatal(err)
	}
	lane := func() string {
		return testkit.QueryOne[string](t, f.pool, `SELECT lane FROM videos WHERE id = $1`, v.ID)
	}
	const week = 7 * 24 * time.Hour
	if f.pass(t, week-time.Minute); lane() != "lane" {
		t.Error("forgotten before a week is over")
	}
	if f.pass(t, week+time.Minute); lane() != "" {
		t.Error("it is kept")
	}
}
