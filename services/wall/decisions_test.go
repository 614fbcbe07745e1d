package main

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
	"google.golang.org/protobuf/proto"

	"mcwick.example/platform/service/servicetest"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/cases/casestest"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// The actions.
const (
	leave   = moderationv1.Action_ACTION_LEAVE
	hide    = moderationv1.Action_ACTION_HIDE
	remove  = moderationv1.Action_ACTION_REMOVE
	restore = moderationv1.Action_ACTION_RESTORE
)

// decide publishes a decision about an entry and returns its id.
func (w *environment) decide(
	t *testing.T, moderation *casestest.Server, entry string, action moderationv1.Action, version int32,
) string {
	t.Helper()
	return moderation.Decide(t, w.pool, &moderationv1.DecisionMade{Action: action, Version: version,
		Reason:  moderationv1.Reason_REASON_PERSON,
		Subject: &moderationv1.Subject{Kind: moderationv1.SubjectKind_SUBJECT_KIND_WALL_ENTRY, Id: entry}})
}

// applied publishes a decision and waits until it is confirmed as applied.
func (w *environment) applied(
	t *testing.T, moderation *casestest.Server, entry string, action moderationv1.Action,
) {
	t.Helper()
	id := w.decide(t, moderation, entry, action, 0)
	testkit.Eventually(t, action.String()+" is applied", func() bool {
		return moderation.Outcome(id) == moderationv1.Outcome_OUTCOME_APPLIED
	})
}

// Verifies WALL-20.
func TestDecisionsHideRemoveAndRestore(t *testing.T) {
	moderation, settings := casestest.Start(t), servicetest.OperatorEnvironment(t)
	settings["MODERATION_ADDR"] = moderation.Addr
	settings["AVATAR_URL"] = "https://127.0.0.1/{handle}" // without a source, avatars are deleted each minute
	w := startEnvironment(t, settings)
	id := w.newEntry(t, "@wick")
	testkit.Exec(t, w.pool, `INSERT INTO avatars (entry_id, image, next_at)
		VALUES ($1, 'jpeg', now() + interval '1 day')`, id)
	for _, step := range []struct {
		action    moderationv1.Action
		isPublic  bool
		isRemoved bool
	}{
		{leave, true, false}, {hide, false, false}, {leave, false, false}, {hide, false, false}, {restore, true, false},
		{remove, false, true}, {leave, false, true}, {restore, true, false}, {remove, false, true}, {hide, false, false},
	} {
		w.applied(t, moderation, id, step.action)
		_, listed := w.listBios(t, flame)["@wick"]
		_, errAvatar := w.visitors.GetAvatar(t.Context(), &wallv1.GetAvatarRequest{EntryId: id})
		errReport := w.report(t, id)
		if listed != step.isPublic || (errAvatar == nil) != step.isPublic || (errReport == nil) != step.isPublic {
			t.Errorf("%s: listed %v, avatar %v, report %v", step.action, listed, errAvatar, errReport)
		}
		if !step.isPublic && (!errors.Is(errAvatar, wall.ErrNoAvatar) || !errors.Is(errReport, wall.ErrEntryNotFound)) {
			t.Errorf("%s: avatar %v, report %v", step.action, errAvatar, errReport)
		}
		if n := w.count(t, `wall_entries WHERE removed_at IS NOT NULL`); (n == 1) != step.isRemoved {
			t.Errorf("%s: %d are to be deleted", step.action, n)
		}
		if n := w.count(t, `avatars WHERE entry_id = $1`, id); n != 1 {
			t.Errorf("%s: the picture is lost", step.action)
		}
	}
	events := w.readEvents(t, id, 6)
	for i, m := range events {
		fact := []interface {
			proto.Message
			GetEntryId() string
		}{&wallv1.EntryApproved{}, &wallv1.EntryWithdrawn{}}[i%2]
		if err := proto.Unmarshal(m.Value, fact); err != nil || fact.GetEntryId() != id {
			t.Errorf("event %d is %v, %v", i, fact, err)
		}
		testkit.CheckComplete(t, fact)
	}
}

// readEvents returns the events of an entry, of which there are n.
func (w *environment) readEvents(t *testing.T, id string, n int) (events []kafka.Message) {
	t.Helper()
	testkit.Eventually(t, "the outbox is empty", func() bool { return w.count(t, "outbox") == 0 })
	testkit.ReadTopic(t, testkit.Kafka(t), wallv1.TopicEntry, "the events of the entry", func(m kafka.Message) bool {
		if string(m.Key) == id {
			events = append(events, m)
		}
		return len(events) == n
	})
	return events
}

// Verifies WALL-20.
func TestDecisionsWithoutEffectAreConfirmed(t *testing.T) {
	w, moderation := newModerated(t)
	id := w.newEntry(t, "@wick")
	newer := w.decide(t, moderation, id, hide, 7)
	older := w.decide(t, moderation, id, restore, 6)
	unknown := w.decide(t, moderation, uuid.NewString(), hide, 0)
	for id, want := range map[string]moderationv1.Outcome{
		newer: moderationv1.Outcome_OUTCOME_APPLIED, older: moderationv1.Outcome_OUTCOME_SUPERSEDED,
		unknown: moderationv1.Outcome_OUTCOME_NOT_FOUND,
	} {
		testkit.Eventually(t, want.String(), func() bool { return moderation.Outcome(id) == want })
	}
	if len(w.listBios(t, flame)) != 0 {
		t.Error("the older decision won")
	}
}

// TestHiddenNameIsNotBroughtBack has a hidden name nominated again: only a decision restores it.
// Verifies WALL-20.
func TestHiddenNameIsNotBroughtBack(t *testing.T) {
	w, moderation := newModerated(t)
	id := w.newEntry(t, "@wick")
	began := time.Now()
	w.decide(t, moderation, id, hide, 0)
	testkit.Eventually(t, "it is not listed", func() bool { return len(w.listBios(t, flame)) == 0 })
	t.Logf("not listed after %s", time.Since(began).Round(time.Millisecond))
	w.nominate(t, flame, "Wick") // the same success as for other names
	if w.nominationID(t, flame, "@Wick") != "" || w.count(t, "nominations") != 0 {
		t.Error("it waits for approval")
	}
	if w.newNomination(t, shame, "@wick") == "" {
		t.Error("the other wall is independent")
	}
	w.applied(t, moderation, id, restore)
	if bio := w.listBios(t, flame)["@wick"]; bio != "Because of @wick" {
		t.Errorf("restored with %q", bio)
	}
}

// Verifies WALL-20.
func TestOptOutDeletesHiddenEntries(t *testing.T) {
	w, moderation := newModerated(t)
	hidden := w.newEntry(t, "@hidden")
	w.applied(t, moderation, hidden, hide)
	shown := w.newEntry(t, "@shown")
	for _, handle := range []string{"hidden", "shown"} {
		if _, err := w.operator.OptOut(t.Context(), &wallv1.OptOutRequest{XHandle: handle}); err != nil {
			t.Fatal(err)
		}
	}
	if n := w.count(t, "wall_entries"); n != 0 {
		t.Errorf("%d are stored", n)
	}
	for _, id := range []string{hidden, shown} {
		testkit.Eventually(t, "the case learns that it is gone", func() bool { return moderation.IsGone(id) })
	}
	again := w.decide(t, moderation, hidden, restore, 0)
	testkit.Eventually(t, "there is nothing to restore", func() bool {
		return moderation.Outcome(again) == moderationv1.Outcome_OUTCOME_NOT_FOUND
	})
}
