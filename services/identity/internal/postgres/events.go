package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// deviceLinkedEvent returns the event that a device proved its first key.
func deviceLinkedEvent(ctx context.Context, visitor string, account uuid.UUID, at time.Time) (events.Event, error) {
	return events.New(ctx, identityv1.TopicUser, visitor, &identityv1.DeviceLinked{
		Visitor: visitor, Account: account.String(), LinkTime: timestamppb.New(at),
	})
}
