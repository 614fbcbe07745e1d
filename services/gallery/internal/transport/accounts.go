package transport

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/services/gallery/internal/gallery"
	"mcwick.example/services/identity/api/devicelink"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// accountStore records facts about accounts inside the transaction of their events.
type accountStore interface {
	Link(ctx context.Context, tx pgx.Tx, visitor, account string, at time.Time) error
	ChangeProfile(ctx context.Context, tx pgx.Tx, p gallery.Profile) error
}

// Accounts applies the identity service's events: which device belongs to which account, and what an
// account says of itself.
func Accounts(store accountStore) events.Subscription {
	s := devicelink.Subscribe("gallery", store.Link)
	s.Handlers = append(s.Handlers, events.NewHandler(
		func(ctx context.Context, tx pgx.Tx, p *identityv1.ProfileChanged) error {
			if p.GetAccount() == "" {
				return events.Permanent(errNoAccount)
			}
			return store.ChangeProfile(ctx, tx, decodeProfile(p))
		}))
	s.Ignores = nil // other services have no use for profiles
	return s
}

var errNoAccount = errors.New("a profile of no account")

func decodeProfile(p *identityv1.ProfileChanged) gallery.Profile {
	return gallery.Profile{Account: p.GetAccount(), Handle: p.GetXHandle(), IsPrivate: p.GetIsPrivate(),
		Version: int(p.GetVersion()), Changed: p.GetChangeTime().AsTime()}
}
