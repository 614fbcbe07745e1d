package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	"mcwick.example/platform/testkit"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

func TestEventsHaveEveryField(t *testing.T) {
	id, at := uuid.New(), time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC)
	came, err := entryApprovedEvent(t.Context(), wall.Entry{ID: id, Wall: wall.Shame, XHandle: "@wick", Created: at})
	if err != nil {
		t.Fatal(err)
	}
	went, err := entryWithdrawnEvent(t.Context(), subject{ID: id, Wall: wall.Flame, XHandle: "@wick"}, at)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range []struct {
		events.Event
		want, got proto.Message
	}{
		{came, &wallv1.EntryApproved{EntryId: id.String(), Wall: wallv1.Wall_WALL_SHAME, XHandle: "@wick",
			ApproveTime: timestamppb.New(at)}, &wallv1.EntryApproved{}},
		{went, &wallv1.EntryWithdrawn{EntryId: id.String(), Wall: wallv1.Wall_WALL_FLAME,
			WithdrawTime: timestamppb.New(at)}, &wallv1.EntryWithdrawn{}},
	} {
		testkit.CheckComplete(t, event.want)
		if err := proto.Unmarshal(event.Payload, event.got); err != nil || event.Topic != wallv1.TopicEntry ||
			event.Key != id.String() {
			t.Errorf("%s of %s, %v", event.Topic, event.Key, err)
		}
		if diff := cmp.Diff(event.want, event.got, protocmp.Transform()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}
