package transport

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// OwnersGroup is the name under which the gallery follows who proved what device to be theirs.
const OwnersGroup = "gallery.owners"

// ownerStore gives an account what a device likes, inside the transaction of the event.
type ownerStore interface {
	Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error
}

// Owners turns the identity service's facts into likes of accounts. Any order and any number of repeats end the same.
func Owners(store ownerStore) events.Subscription {
	return events.Subscription{Topic: identityv1.TopicUser, Group: OwnersGroup, Handlers: []events.Handler{
		events.On(func(ctx context.Context, tx pgx.Tx, l *identityv1.DeviceLinked) error {
			return store.Link(ctx, tx, l.GetVisitor(), l.GetAccount(), l.GetLinkTime().AsTime())
		}),
	}}
}
