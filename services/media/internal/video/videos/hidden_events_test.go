package videos_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"google.golang.org/protobuf/proto"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	mediav1 "mcwick.example/services/media/api/media/v1"
	"mcwick.example/services/moderation/api/decisions"
)

// TestDecisionsPublishWhetherVideosAreHidden compares the events of decisions with the decisions: each
// that changes what others see is published with its version, together with its effect.
// Verifies FIND-14.
func TestDecisionsPublishWhetherVideosAreHidden(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	v, at := f.shared(t), database.Time(time.Now())
	apply := func(action decisions.Action, version int) []proto.Message {
		t.Helper()
		var facts []proto.Message
		d := decisions.Decision{ID: uuid.New(), Subject: v.ID, Version: version, Action: action, Time: at}
		err := pgx.BeginFunc(t.Context(), f.pool, func(tx pgx.Tx) error {
			_, published, err := f.store.ApplyDecision(t.Context(), tx, d)
			for _, e := range published {
				var fact interface {
					proto.Message
					GetVideoId() string
					GetVersion() int32
				} = &mediav1.VideoHidden{}
				if e.Type == "media.v1.VideoRestored" {
					fact = &mediav1.VideoRestored{}
				}
				err := proto.Unmarshal(e.Payload, fact)
				if err != nil || e.Topic != mediav1.TopicVideo || e.Key != v.ID.String() ||
					fact.GetVideoId() != v.ID.String() || fact.GetVersion() != int32(version) {
					t.Errorf("%s of %s: %v, %v", e.Type, e.Key, fact, err)
				}
				facts = append(facts, fact)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return facts
	}
	var got []string
	for i, action := range []decisions.Action{decisions.ActionLeave, decisions.ActionHide, decisions.ActionLeave,
		decisions.ActionRestore, decisions.ActionRemove} {
		names := ""
		for _, fact := range apply(action, i+1) {
			names += " " + string(fact.ProtoReflect().Descriptor().Name())
		}
		got = append(got, string(action)+names)
	}
	want := []string{"leave", "hide VideoHidden", "leave", "restore VideoRestored", "remove VideoHidden"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestHiddenVideosArePublishedAgain has a release without events of decisions hide one of two videos.
// Verifies FIND-14.
func TestHiddenVideosArePublishedAgain(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hidden, _ := f.shared(t), f.shared(t)
	f.decide(t, hidden, decisions.ActionHide)
	testkit.Exec(t, f.pool, `INSERT INTO decision_versions (kind, subject, version) VALUES ('video', $1, 7)`, hidden.ID)
	if err := f.store.PublishHidden(t.Context()); err != nil {
		t.Fatal(err)
	}
	events, err := database.QueryRows(t.Context(), f.pool, pgx.RowTo[[]byte],
		`SELECT payload FROM outbox WHERE type = 'media.v1.VideoHidden'`)
	fact := &mediav1.VideoHidden{}
	if err != nil || len(events) != 1 || proto.Unmarshal(events[0], fact) != nil ||
		fact.GetVideoId() != hidden.ID.String() || fact.GetVersion() != 7 || fact.GetHideTime() == nil {
		t.Errorf("%v of %d events, %v", fact, len(events), err)
	}
}
