package postgres

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// wallsOfEvents maps walls to those of the events.
var wallsOfEvents = map[wall.Wall]wallv1.Wall{wall.Flame: wallv1.Wall_WALL_FLAME, wall.Shame: wallv1.Wall_WALL_SHAME}

// entryApprovedEvent returns the event that an entry was added to its wall.
func entryApprovedEvent(ctx context.Context, e wall.Entry) (events.Event, error) {
	id := e.ID.String()
	return events.New(ctx, wallv1.TopicEntry, id, &wallv1.EntryApproved{
		EntryId: id, Wall: wallsOfEvents[e.Wall], XHandle: e.XHandle, ApproveTime: timestamppb.New(e.Created),
	})
}

// entryWithdrawnEvent returns the event that an entry was removed.
func entryWithdrawnEvent(ctx context.Context, of subject, at time.Time) (events.Event, error) {
	id := of.ID.String()
	return events.New(ctx, wallv1.TopicEntry, id,
		&wallv1.EntryWithdrawn{EntryId: id, Wall: wallsOfEvents[of.Wall], WithdrawTime: timestamppb.New(at)})
}
