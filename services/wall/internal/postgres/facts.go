package postgres

import (
	"context"
	"time"

	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	wallv1 "mcwick.example/services/wall/api/wall/v1"
	"mcwick.example/services/wall/internal/wall"
)

// told are the walls as the facts name them.
var told = map[wall.Wall]wallv1.Wall{wall.Flame: wallv1.Wall_WALL_FLAME, wall.Shame: wallv1.Wall_WALL_SHAME}

// approved tells the world that somebody is on a wall.
func approved(ctx context.Context, on wall.Wall, e wall.Entry) (events.Event, error) {
	id := e.ID.String()
	return events.New(ctx, wallv1.TopicEntry, id, &wallv1.EntryApproved{
		EntryId: id, Wall: told[on], XHandle: e.XHandle, ApproveTime: timestamppb.New(e.Created),
	})
}

// withdrawn tells the world that an entry is gone.
func withdrawn(ctx context.Context, of subject, at time.Time) (events.Event, error) {
	id := of.ID.String()
	return events.New(ctx, wallv1.TopicEntry, id, &wallv1.EntryWithdrawn{EntryId: id, Wall: told[of.Wall], WithdrawTime: timestamppb.New(at)})
}
