package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/rpc"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/media/internal/video/videos"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// decideVideo publishes a decision about a video and returns its id.
func (w *environment) decideVideo(
	t *testing.T, moderation *casestest.Server, id string, action moderationv1.Action,
	changes ...func(*moderationv1.DecisionMade),
) string {
	t.Helper()
	m := &moderationv1.DecisionMade{Action: action, Reason: moderationv1.Reason_REASON_OFFENSIVE, Message: "unkind",
		Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_VIDEO, Id: id}}
	for _, change := range changes {
		change(m)
	}
	return moderation.Decide(t, w.Database(t), m)
}

// videoStatuses returns the statuses of a shared video's objects, for everybody and for its maker.
func (w *environment) videoStatuses(t *testing.T, v *mediav1.SharedVideo) (statuses [6]int) {
	t.Helper()
	for i, name := range []string{v.GetObjectName(), v.GetPosterObjectName(), v.GetCaptionsObjectName()} {
		public, _ := w.read(t, name, mediav1.AccessPublic)
		own, _ := w.read(t, name, mediav1.AccessOwner)
		statuses[i], statuses[i+3] = public.StatusCode, own.StatusCode
	}
	return statuses
}

// all returns the statuses of objects that are alike.
func all(status int) [6]int { return [6]int{status, status, status, status, status, status} }

// awaitVideoGone waits until a video is refused, its objects and its page.
func (w *environment) awaitVideoGone(t *testing.T, v *mediav1.SharedVideo) {
	t.Helper()
	testkit.Eventually(t, "the video is gone", func() bool { return w.videoStatuses(t, v) == all(http.StatusGone) })
	_, err := w.videos.GetSharedVideo(t.Context(), &mediav1.GetSharedVideoRequest{VideoId: v.GetId()})
	if !errors.Is(err, videos.ErrVideoGone) {
		t.Errorf("its page: %v", err)
	}
}

// awaitVideoPublic waits until a video is served, its objects and its page.
func (w *environment) awaitVideoPublic(t *testing.T, v *mediav1.SharedVideo) {
	t.Helper()
	testkit.Eventually(t, "the video is public", func() bool { return w.videoStatuses(t, v) == all(http.StatusOK) })
	_, err := w.videos.GetSharedVideo(t.Context(), &mediav1.GetSharedVideoRequest{VideoId: v.GetId()})
	if err != nil {
		t.Errorf("its page: %v", err)
	}
}

// Verifies MOD-61.
func TestDecisionsHideRemoveAndRestoreVideos(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	other := w.share(t, w.newVideo(t, w.speak(t, "Gm.")).GetId())
	for _, step := range []struct {
		action moderationv1.Action
		await  func(*testing.T, *mediav1.SharedVideo)
	}{
		{moderationv1.Action_ACTION_LEAVE, w.awaitVideoPublic},
		{moderationv1.Action_ACTION_HIDE, w.awaitVideoGone},
		{moderationv1.Action_ACTION_LEAVE, w.awaitVideoGone},
		{moderationv1.Action_ACTION_RESTORE, w.awaitVideoPublic},
		{moderationv1.Action_ACTION_REMOVE, w.awaitVideoGone},
		{moderationv1.Action_ACTION_RESTORE, w.awaitVideoPublic},
	} {
		id := w.decideVideo(t, moderation, v.GetId(), step.action)
		testkit.Eventually(t, step.action.String()+" is confirmed", func() bool {
			return moderation.Outcome(id) == moderationv1.Outcome_OUTCOME_APPLIED
		})
		step.await(t, v)
		for _, name := range []string{v.GetObjectName(), v.GetPosterObjectName(), v.GetCaptionsObjectName()} {
			if _, err := os.Stat(filepath.Join(w.objects, name)); err != nil {
				t.Errorf("%s: %v", step.action, err)
			}
		}
		w.awaitVideoPublic(t, other)
	}
}

// Verifies MOD-110.
func TestVideosSayWhetherAnOperatorHidThem(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	client := mediav1.NewWorkOperatorServiceClient(w.DialOperator(t, "token-a"))
	for _, step := range []struct {
		automatic bool
		want      mediav1.WorkState
	}{{true, mediav1.WorkState_WORK_STATE_HIDDEN_AUTOMATICALLY}, {false, mediav1.WorkState_WORK_STATE_HIDDEN}} {
		id := w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE,
			func(m *moderationv1.DecisionMade) { m.IsAutomatic = step.automatic })
		testkit.Eventually(t, "it is hidden", func() bool {
			return moderation.Outcome(id) == moderationv1.Outcome_OUTCOME_APPLIED
		})
		page, err := client.ListWorks(t.Context(), &mediav1.ListWorksRequest{Id: v.GetId()})
		if err != nil || page.GetWorks()[0].GetState() != step.want {
			t.Errorf("automatic: %t: %v, %v", step.automatic, page, err)
		}
	}
}

// Verifies MOD-61.
func TestVideoDecisionsWithoutEffectAreConfirmed(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	unshared := w.newVideo(t, w.speak(t, "Gm."))
	hide := moderationv1.Action_ACTION_HIDE
	newer := w.decideVideo(t, moderation, v.GetId(), hide, func(m *moderationv1.DecisionMade) { m.Version = 7 })
	older := w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_RESTORE,
		func(m *moderationv1.DecisionMade) { m.Version = 6 })
	for id, want := range map[string]moderationv1.Outcome{
		newer: moderationv1.Outcome_OUTCOME_APPLIED, older: moderationv1.Outcome_OUTCOME_SUPERSEDED,
		w.decideVideo(t, moderation, uuid.NewString(), hide): moderationv1.Outcome_OUTCOME_NOT_FOUND,
		w.decideVideo(t, moderation, unshared.GetId(), hide): moderationv1.Outcome_OUTCOME_NOT_FOUND,
	} {
		testkit.Eventually(t, want.String(), func() bool { return moderation.Outcome(id) == want })
	}
	w.awaitVideoGone(t, v)
}

// TestHiddenVideoIsRefusedByEveryReplica has a second replica; one of the two consumes the event.
// Verifies MOD-61.
func TestHiddenVideoIsRefusedByEveryReplica(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	other := prepareEnvironmentOn(t, w.Environment["BLOB_URL"], "DATABASE_URL="+w.Environment["DATABASE_URL"],
		"KAFKA_BROKERS="+w.brokers()[0],
		"MODERATION_ADDR="+moderation.Addr)
	other.Start(t)
	other.awaitVideoPublic(t, v)
	began := time.Now()
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, v)
	other.awaitVideoGone(t, v)
	t.Logf("refused by both after %s", time.Since(began).Round(time.Millisecond))
}

// Verifies MOD-62.
func TestHiddenStoryIsNotSharedAgain(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	speech := w.speak(t, few)
	again, other := w.newVideo(t, speech), w.newVideo(t, w.speak(t, "Gm."))
	share := func(id, visitor string) error {
		_, err := w.videos.ShareVideo(rpc.WithCaller(t.Context(), rpc.Caller{Visitor: visitor}),
			&mediav1.ShareVideoRequest{VideoId: id})
		return err
	}
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	w.awaitVideoGone(t, v)
	for name, id := range map[string]string{"itself": v.GetId(), "another one of the same story": again.GetId()} {
		if err := share(id, "ann"); !errors.Is(err, videos.ErrVideoHidden) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := share(other.GetId(), "ann"); err != nil {
		t.Errorf("one of another story: %v", err)
	}
	pool := w.Database(t)
	removed := func() bool {
		t.Helper()
		return testkit.QueryOne[bool](t, pool, `SELECT removed_at IS NOT NULL FROM video_decisions WHERE video_id = $1`,
			v.GetId())
	}
	testkit.Exec(t, pool, `UPDATE videos SET visitor = 'bob' WHERE id = $1`, again.GetId())
	testkit.Exec(t, pool, `UPDATE jobs SET visitor = 'bob' WHERE id = $1`, again.GetId())
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_REMOVE)
	testkit.Eventually(t, "what is removed is nobody's to share", func() bool {
		return removed() && errors.Is(share(again.GetId(), "bob"), videos.ErrVideoHidden)
	})
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_HIDE)
	testkit.Eventually(t, "it is hidden instead", func() bool { return !removed() })
	if err := share(again.GetId(), "bob"); err != nil {
		t.Errorf("another visitor's: %v", err)
	}
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_RESTORE)
	w.awaitVideoPublic(t, v)
	if err := share(v.GetId(), "ann"); err != nil {
		t.Errorf("restored: %v", err)
	}
}

// TestOperatorDeletesHiddenVideo has a video whose bytes must not wait for an appeal.
// Verifies MOD-61.
func TestOperatorDeletesHiddenVideo(t *testing.T) {
	t.Parallel()
	w, moderation, v := newSharedVideo(t)
	w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_REMOVE)
	w.awaitVideoGone(t, v)
	operators := mediav1.NewVideoOperatorServiceClient(w.DialOperator(t, "token-a"))
	if _, err := operators.RemoveVideo(t.Context(), &mediav1.RemoveVideoRequest{VideoId: v.GetId()}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{v.GetObjectName(), v.GetPosterObjectName(), v.GetCaptionsObjectName()} {
		if _, err := os.Stat(filepath.Join(w.objects, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	testkit.Eventually(t, "the case learns that it is gone", func() bool { return moderation.IsGone(v.GetId()) })
	restore := w.decideVideo(t, moderation, v.GetId(), moderationv1.Action_ACTION_RESTORE)
	testkit.Eventually(t, "the decision has no effect", func() bool {
		return moderation.Outcome(restore) == moderationv1.Outcome_OUTCOME_NOT_FOUND
	})
}
