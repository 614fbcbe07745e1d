// Package postgres stores keys and sessions in the service's own database.
package postgres

import (
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/identity/internal/identity"
)

// Store implements identity.Store.
type Store struct {
	pool  *pgxpool.Pool
	relay *events.Relay
}

// NewStore returns a store on the service's pool; the relay publishes its events.
func NewStore(pool *pgxpool.Pool, relay *events.Relay) *Store { return &Store{pool, relay} }

// userRow is a row of users, as far as the domain uses it.
type userRow struct {
	PublicKey string
	VerifyKey []byte
	Account   uuid.UUID
	XHandle   string
	IsPrivate bool
}

func (u userRow) toUser() identity.User {
	return identity.User{Account: u.Account, PublicKey: identity.PublicKey(u.PublicKey), VerifyKey: u.VerifyKey,
		Handle: u.XHandle, IsPrivate: u.IsPrivate}
}

// constraints maps the unique constraints that a visitor can violate to errors.
var constraints = map[string]error{
	"users_handle_once":     identity.ErrHandleTaken,
	"users_pkey":            identity.ErrKeyTaken,
	"users_verify_key_once": identity.ErrKeyTaken,
}

// toDomainError returns the domain's error for a violated constraint, else the database error.
func toDomainError(err error) error {
	if broken, ok := errors.AsType[*pgconn.PgError](err); ok {
		if refusal, ok := constraints[broken.ConstraintName]; ok {
			return refusal
		}
	}
	return database.Fault(err)
}
