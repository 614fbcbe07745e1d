// Package devicelink is how other services follow which devices were proved to be an account's.
package devicelink

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// Group is the name under which a service follows the links.
func Group(service string) string { return service + ".owners" }

// Link gives an account what a device made by a time, inside the transaction of the event. Any order and any
// number of repeats end the same.
type Link func(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error

// Subscribe hands each link to a service's own.
func Subscribe(service string, link Link) events.Subscription {
	return events.Subscription{Topic: identityv1.TopicUser, Group: Group(service), Handlers: []events.Handler{
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, l *identityv1.DeviceLinked) error {
			return link(ctx, tx, l.GetVisitor(), l.GetAccount(), l.GetLinkTime().AsTime())
		}),
	}}
}
