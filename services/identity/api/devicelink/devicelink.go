// Package devicelink lets other services consume which devices belong to which account.
package devicelink

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// Group is the name of the consumer group in which a service consumes links.
func Group(service string) string { return service + ".owners" }

// Link assigns to an account what a device made until a time, inside the transaction of the event.
// It gives the same result in any order and with any repeats.
type Link func(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error

// Subscribe calls a service's link for each DeviceLinked event.
func Subscribe(service string, link Link) events.Subscription {
	return events.Subscription{Topic: identityv1.TopicUser, Group: Group(service), Handlers: []events.Handler{
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, l *identityv1.DeviceLinked) error {
			return link(ctx, tx, l.GetVisitor(), l.GetAccount(), l.GetLinkTime().AsTime())
		}),
	}}
}
