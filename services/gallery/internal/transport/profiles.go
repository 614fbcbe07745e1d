package transport

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/events"
	"mcwick.example/services/gallery/internal/gallery"
	identityv1 "mcwick.example/services/identity/api/identity/v1"
)

// ProfileGroup is the gallery's consumer group for the profiles of accounts.
const ProfileGroup = "gallery.profiles"

// profileStore records the profile of an account inside the transaction of its event.
type profileStore interface {
	ChangeProfile(ctx context.Context, tx pgx.Tx, p gallery.Profile) error
}

// Profiles applies what accounts say of themselves. The highest version of an account holds, in
// whatever order its events come.
func Profiles(store profileStore) events.Subscription {
	return events.Subscription{Topic: identityv1.TopicProfile, Group: ProfileGroup, Handlers: []events.Handler{
		events.NewHandler(func(ctx context.Context, tx pgx.Tx, p *identityv1.ProfileChanged) error {
			if p.GetAccount() == "" {
				return events.Permanent(errNoAccount)
			}
			return store.ChangeProfile(ctx, tx, decodeProfile(p))
		}),
	}}
}

var errNoAccount = errors.New("a profile of no account")

func decodeProfile(p *identityv1.ProfileChanged) gallery.Profile {
	return gallery.Profile{Account: p.GetAccount(), Handle: p.GetXHandle(), IsPrivate: p.GetIsPrivate(),
		Version: int(p.GetVersion()), Changed: p.GetChangeTime().AsTime()}
}
