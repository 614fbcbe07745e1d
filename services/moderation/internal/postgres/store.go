// Package postgres stores the policy in the service's own database.
package postgres

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/operator"
	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/internal/policy"
)

// Store implements policy.Store.
type Store struct{ pool *pgxpool.Pool }

// NewStore returns a store on the service's pool.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }

// errNoRow says that a statement found no row; its callers go on without one.
var errNoRow = errors.New("no row")

// Policy returns the policy, or only its version when that is the known one. The version is read
// first: what changes meanwhile has another one, and is read again.
func (s *Store) Policy(ctx context.Context, known uuid.UUID) (p policy.Policy, err error) {
	err = s.pool.QueryRow(ctx, `SELECT version FROM policy`).Scan(&p.Version)
	if err != nil || p.Version == known {
		return p, database.Fault(err)
	}
	if p.Lockdown, err = s.Lockdown(ctx); err != nil {
		return p, err
	}
	p.Blocks, err = s.blocksInForce(ctx)
	return p, err
}

// change does an operator's act: it gives the policy another version, does the rest and records the
// act, in one transaction. Changes happen one after the other.
func (s *Store) change(ctx context.Context, do func(tx pgx.Tx) (act, subject, note string, err error)) error {
	return database.Fault(database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE policy SET version = gen_random_uuid()`); err != nil {
			return err
		}
		act, subject, note, err := do(tx)
		if err != nil {
			return err
		}
		return operator.RecordAct(ctx, tx, act, subject, note)
	}))
}
