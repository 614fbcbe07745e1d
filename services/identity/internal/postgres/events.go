package postgres

import (
	"context"
	"time"

	"github.com/google/uuid"
	"google.golang.org/protobuf/types/known/timestamppb"

	"mcwick.example/platform/events"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
	"mcwick.example/services/identity/internal/identity"
)

// profileChangedEvent returns the event that an account has another handle or visibility.
func profileChangedEvent(ctx context.Context, u identity.User, version int64, at time.Time) (events.Event, error) {
	return events.New(ctx, identityv1.TopicProfile, u.Account.String(), &identityv1.ProfileChanged{
		Account: u.Account.String(), XHandle: u.Handle, IsPrivate: u.IsPrivate, Version: version,
		ChangeTime: timestamppb.New(at),
	})
}

// deviceLinkedEvent returns the event that a device proved its first key.
func deviceLinkedEvent(ctx context.Context, visitor string, account uuid.UUID, at time.Time) (events.Event, error) {
	return events.New(ctx, identityv1.TopicUser, visitor, &identityv1.DeviceLinked{
		Visitor: visitor, Account: account.String(), LinkTime: timestamppb.New(at),
	})
}
