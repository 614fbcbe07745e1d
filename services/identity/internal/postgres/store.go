// Package postgres keeps keys and sessions in the service's own database.
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

// NewStore makes a store on the service's pool; the relay tells what it changed.
func NewStore(pool *pgxpool.Pool, relay *events.Relay) *Store { return &Store{pool, relay} }

// userRow is a row of users, as far as the domain wants it.
type userRow struct {
	PublicKey string
	VerifyKey []byte
	Account   uuid.UUID
	XHandle   string
}

func (u userRow) toUser() identity.User {
	return identity.User{Account: u.Account, PublicKey: identity.PublicKey(u.PublicKey), VerifyKey: u.VerifyKey, Handle: u.XHandle}
}

// constraints are the unique rules that a visitor can run into.
var constraints = map[string]error{
	"users_handle_once":     identity.ErrHandleTaken,
	"users_pkey":            identity.ErrKeyTaken,
	"users_verify_key_once": identity.ErrKeyTaken,
}

// toDomainError gives the refusal that a broken rule means, else the outage.
func toDomainError(err error) error {
	var broken *pgconn.PgError
	if errors.As(err, &broken) {
		if refusal, ok := constraints[broken.ConstraintName]; ok {
			return refusal
		}
	}
	return database.Fault(err)
}
