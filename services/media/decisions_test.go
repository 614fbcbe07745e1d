package main

import (
	"bytes"
	"image/png"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
)

// decide publishes a decision about a picture and returns its id.
func (w *environment) decide(
	t *testing.T, moderation *casestest.Server, p *mediav1.Publication, action moderationv1.Action,
	changes ...func(*moderationv1.DecisionMade),
) string {
	t.Helper()
	m := &moderationv1.DecisionMade{Action: action, Reason: moderationv1.Reason_REASON_OFFENSIVE, Message: "unkind",
		Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_PICTURE, Id: p.GetId()}}
	for _, change := range changes {
		change(m)
	}
	return moderation.Decide(t, w.Database(t), m)
}

// applied publishes a decision about a picture, with no moderation service to confirm it to, and
// waits until it is applied.
func (w *environment) applied(t *testing.T, p *mediav1.Publication, action moderationv1.Action) {
	t.Helper()
	w.awaitApplied(t, w.decide(t, casestest.Start(t), p, action))
}

// awaitApplied waits until a decision is applied that is confirmed to no moderation service.
func (w *environment) awaitApplied(t *testing.T, id string) {
	t.Helper()
	pool := w.Database(t)
	testkit.Eventually(t, "it is applied", func() bool {
		return testkit.QueryOne[bool](t, pool, `SELECT EXISTS (SELECT FROM decision_confirmations WHERE id = $1)`, id)
	})
}

// awaitStatus waits until every form of a meme has a status.
func (w *environment) awaitStatus(t *testing.T, p *mediav1.Publication, want int) {
	t.Helper()
	testkit.Eventually(t, http.StatusText(want), func() bool {
		status, _ := w.status(t, p.GetObjectName())
		return status == want
	})
	w.shown(t, p, want)
}

// Verifies MOD-42, SORT-3, SORT-6.
func TestDecisionsHideRemoveAndRestore(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p := w.publish(t, "ann", "")
	operatorClient := w.operator(t, "token-l")
	for _, step := range []struct {
		action   moderationv1.Action
		want     int
		hiddenBy string
		change   func(*moderationv1.DecisionMade)
	}{
		{moderationv1.Action_ACTION_LEAVE, http.StatusOK, "", nil},
		{moderationv1.Action_ACTION_HIDE, http.StatusGone, "reports",
			func(m *moderationv1.DecisionMade) { m.IsAutomatic = true }},
		{moderationv1.Action_ACTION_LEAVE, http.StatusGone, "reports", nil},
		{moderationv1.Action_ACTION_HIDE, http.StatusGone, "operator", nil},
		{moderationv1.Action_ACTION_RESTORE, http.StatusOK, "", nil},
		{moderationv1.Action_ACTION_REMOVE, http.StatusGone, "removed", nil},
		{moderationv1.Action_ACTION_HIDE, http.StatusGone, "operator", nil},
		{moderationv1.Action_ACTION_RESTORE, http.StatusOK, "", nil},
	} {
		id := w.decide(t, moderation, p, step.action, func(m *moderationv1.DecisionMade) {
			if step.change != nil {
				step.change(m)
			}
		})
		testkit.Eventually(t, step.action.String()+" is confirmed", func() bool {
			return moderation.Outcome(id) == moderationv1.Outcome_OUTCOME_APPLIED
		})
		w.awaitStatus(t, p, step.want)
		hiddenBy := testkit.QueryOne[string](t, w.Database(t),
			`SELECT coalesce(hidden_by, '') FROM publications WHERE id = $1`, p.GetId())
		if hiddenBy != step.hiddenBy {
			t.Errorf("%s: hidden by %q", step.action, hiddenBy)
		}
		if n := w.memes(t); n != 3 {
			t.Errorf("%s: %d objects are left", step.action, n)
		}
		seen, err := operatorClient.ShowPublication(t.Context(),
			&mediav1.ShowPublicationRequest{PublicationId: p.GetId()})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.DecodeConfig(bytes.NewReader(seen.GetData())); err != nil {
			t.Errorf("an operator sees %v", err)
		}
	}
	events := w.readEvents(t, p.GetId(), 5)
	for version, m := range events[1:] {
		fact := []interface {
			proto.Message
			GetPublicationId() string
			GetVersion() int32
		}{&mediav1.ArtworkWithdrawn{}, &mediav1.ArtworkRestored{}}[version%2]
		if err := proto.Unmarshal(m.Value, fact); err != nil || fact.GetPublicationId() != p.GetId() ||
			int(fact.GetVersion()) != version+1 {
			t.Errorf("event %d is %v, %v", version+1, fact, err)
		}
		testkit.CheckComplete(t, fact)
	}
}

// A picture is hidden by a check while an operator's decision to leave it, the first about it, is on its way.
func TestWhatAnOperatorLeftIsNotHiddenByCheck(t *testing.T) {
	t.Parallel()
	w := newEnvironment(t)
	p, moderation := w.publish(t, "ann", ""), casestest.Start(t)
	w.awaitApplied(t, w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE,
		func(m *moderationv1.DecisionMade) { m.IsAutomatic = true }))
	w.awaitStatus(t, p, http.StatusGone)
	// Checks hide without a decision.
	testkit.Exec(t, w.Database(t), `DELETE FROM decision_versions`)
	w.awaitApplied(t, w.decide(t, moderation, p, moderationv1.Action_ACTION_LEAVE,
		func(m *moderationv1.DecisionMade) { m.Version = 1 }))
	w.awaitStatus(t, p, http.StatusOK)
}

// Verifies MOD-42.
func TestDecisionsWithoutEffectAreConfirmed(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p, unknown := w.publish(t, "ann", ""), &mediav1.Publication{Id: uuid.NewString()}
	hide := moderationv1.Action_ACTION_HIDE
	newer := w.decide(t, moderation, p, hide, func(m *moderationv1.DecisionMade) { m.Version = 7 })
	older := w.decide(t, moderation, p, moderationv1.Action_ACTION_RESTORE,
		func(m *moderationv1.DecisionMade) { m.Version = 6 })
	nothing := w.decide(t, moderation, unknown, hide)
	for id, want := range map[string]moderationv1.Outcome{
		newer: moderationv1.Outcome_OUTCOME_APPLIED, older: moderationv1.Outcome_OUTCOME_SUPERSEDED,
		nothing: moderationv1.Outcome_OUTCOME_NOT_FOUND,
	} {
		testkit.Eventually(t, want.String(), func() bool { return moderation.Confirmed(id).GetOutcome() == want })
	}
	if got := moderation.Confirmed(older).GetNewerVersion(); got != 7 {
		t.Errorf("superseded by version %d", got)
	}
	w.awaitStatus(t, p, http.StatusGone)
}

// TestHiddenPictureIsRefusedByEveryReplica has a second replica; one of the two consumes the event.
// Verifies MOD-42.
func TestHiddenPictureIsRefusedByEveryReplica(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	other := prepareEnvironmentOn(t, w.Environment["BLOB_URL"], "DATABASE_URL="+w.Environment["DATABASE_URL"],
		"KAFKA_BROKERS="+w.brokers()[0],
		"MODERATION_ADDR="+moderation.Addr)
	p := w.publish(t, "ann", "")
	other.Start(t)
	other.shown(t, p, http.StatusOK)
	began := time.Now()
	w.decide(t, moderation, p, moderationv1.Action_ACTION_HIDE)
	for name, replica := range map[string]*environment{"first": w, "second": other} {
		testkit.Eventually(t, "the "+name+" replica refuses it", func() bool {
			status, _ := replica.status(t, p.GetObjectName())
			return status == http.StatusGone
		})
	}
	t.Logf("refused by both after %s", time.Since(began).Round(time.Millisecond))
}

// TestHideDuringPublish has one publication of an artwork hidden while others of the same artwork
// are being painted: the hidden one is gone, the others are public, and a repeat of the first call
// restores nothing.
// Verifies SORT-8.
func TestHideDuringPublish(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	key := uuid.NewString()
	r := &mediav1.PublishRequest{ArtworkId: w.store(t).GetArtworkId(), Overlays: []*mediav1.Overlay{gmOverlay()}}
	first, err := w.client.Publish(withVisitor(t.Context(), key), r)
	if err != nil {
		t.Fatal(err)
	}
	others := make([]*mediav1.Publication, 2)
	var all sync.WaitGroup
	for i := range others {
		all.Go(func() {
			var err error
			if others[i], err = w.client.Publish(withVisitor(t.Context(), uuid.NewString()), r); err != nil {
				t.Error(err)
			}
		})
	}
	all.Go(func() { w.decide(t, moderation, first, moderationv1.Action_ACTION_HIDE) })
	all.Go(func() {
		again, err := w.client.Publish(withVisitor(t.Context(), key), r)
		if err != nil || again.GetId() != first.GetId() {
			t.Errorf("%v, %v", again, err)
		}
	})
	all.Wait()
	w.awaitStatus(t, first, http.StatusGone)
	for _, p := range others {
		w.shown(t, p, http.StatusOK)
	}
}

// TestReportsOfLastReleaseAreSent runs beside a process of the last release, which writes reports.
// Verifies MOD-43.
func TestReportsOfLastReleaseAreSent(t *testing.T) {
	t.Parallel()
	w, moderation := newModerated(t)
	p := w.publish(t, "ann", "")
	report := func(device string) {
		t.Helper()
		testkit.Exec(t, w.Database(t), `WITH added AS (INSERT INTO reports
				(publication_id, visitor, reason, note, created_at) VALUES ($1, $2, 'spam', '', now()))
			UPDATE publications SET open_reports = open_reports + 1 WHERE id = $1`, p.GetId(), device)
	}
	sent := func() (devices []string) {
		for _, r := range casestest.Calls[*moderationv1.ImportCaseRequest](moderation) {
			for _, one := range r.GetReports() {
				devices = append(devices, one.GetDevice())
			}
		}
		return devices
	}
	moderation.Fail(fault.ErrUnavailable)
	report("bob")
	moderation.Fail(nil)
	testkit.EventuallyWithin(t, time.Minute, "the report is sent", func() bool { return slices.Equal(sent(), []string{"bob"}) })
	report("cleo")
	testkit.EventuallyWithin(t, time.Minute, "so is a later one, alone",
		func() bool { return slices.Equal(sent(), []string{"bob", "cleo"}) })
}
