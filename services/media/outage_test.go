package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/objects/objectstest"
)

// An object store that fails for a moment fails no video, which has waited and been encoded by then.
// Verifies LIMIT-7.
func TestVideoJobSurvivesFailuresOfItsStore(t *testing.T) {
	store := objectstest.New(t)
	w := prepareEnvironmentOn(t, store.Address, small)
	w.Start(t)
	speech := w.speak(t, few)
	store.RefuseFirst("/")
	seen := w.follow(t, w.create(t, newVideoRequest(speech)).GetId())
	if got := seen[len(seen)-1]; got.GetState() != mediav1.VideoState_VIDEO_STATE_SUCCEEDED {
		t.Errorf("%v", got)
	}
}

// A video that is finished during a database outage longer than a lease is recorded afterwards, by
// the worker that made it.
// Verifies LIMIT-7.
func TestVideoJobSurvivesDatabaseOutage(t *testing.T) {
	t.Parallel()
	w := prepareEnvironment(t, small)
	direct := w.Database(t)
	through, freezer := testkit.FreezeDatabase(t, direct.Config().ConnString())
	w.Environment["DATABASE_URL"] = through
	w.Start(t)
	speech := w.speak(t, few)
	var id string
	is := func(condition string) func() bool {
		return func() (holds bool) {
			err := direct.QueryRow(t.Context(), `SELECT `+condition+` FROM jobs WHERE id = $1`, id).Scan(&holds)
			return err == nil && holds
		}
	}
	for id == "" || !is(`state = 'running'`)() { // unless the video was made before the database stopped
		freezer.Start()
		id = w.create(t, newVideoRequest(speech)).GetId()
		testkit.Eventually(t, "a worker has read all that it needs and makes the video",
			is(`percent > 0 OR state = 'succeeded'`))
		freezer.Stop()
	}
	testkit.EventuallyWithin(t, time.Minute, "the video is made", func() bool {
		_, err := os.Stat(filepath.Join(w.objects, "videos", id+".webp"))
		return err == nil
	})
	testkit.EventuallyWithin(t, time.Minute, "the lease is over", is(`lease_until < now() - interval '1 s'`))
	freezer.Start()
	testkit.EventuallyWithin(t, time.Minute, "the job ends", is(`state IN ('succeeded', 'failed')`))
	if !is(`state = 'succeeded' AND attempt = 1`)() {
		t.Error("the video is lost, or made twice")
	}
}
