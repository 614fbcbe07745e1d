// Package policy is what operators have the public edge refuse: all but reading to whom they block,
// and, during a lockdown, calls that cost money to all but settled devices.
package policy

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/page"
)

// Policy is what the gateway enforces.
type Policy struct {
	Version  uuid.UUID // another one after each change
	Lockdown *Lockdown // nil while there is none
	Blocks   []Block   // MaxBlocks at most
}

// Lockdown has only settled devices make calls that cost money.
type Lockdown struct {
	Expires  time.Time
	Reason   string
	Operator string // who began it, or changed its end
	Created  time.Time
}

// Store is the database as the use cases need it.
type Store interface {
	// Policy returns the policy, or only its version when that is the known one.
	Policy(ctx context.Context, known uuid.UUID) (Policy, error)
	// Lockdown returns the present lockdown, or nil.
	Lockdown(ctx context.Context) (*Lockdown, error)
	// BeginLockdown begins a lockdown, or changes the present one.
	BeginLockdown(ctx context.Context, length time.Duration, reason string) (*Lockdown, error)
	// EndLockdown ends the lockdown, or returns ErrNoLockdown.
	EndLockdown(ctx context.Context, reason string) error
	// Block blocks a subject, or changes its block; it returns ErrTooManyBlocks when MaxBlocks others
	// are in force.
	Block(ctx context.Context, in BlockInput) (Block, error)
	// Unblock ends a block, or returns ErrBlockNotFound.
	Unblock(ctx context.Context, id uuid.UUID, reason string) error
	// Blocks returns up to n blocks after the cursor, newest first, with ended those that ended too.
	Blocks(ctx context.Context, ended bool, after page.TimeCursor, n int) ([]Block, error)
}

// Service has the use cases.
type Service struct{ store Store }

// NewService returns the use cases on a store.
func NewService(store Store) *Service { return &Service{store} }

// Get returns the policy, or only its version when that is the known one: the text of the version
// that the caller had last.
func (s *Service) Get(ctx context.Context, known string) (Policy, error) {
	version, _ := uuid.Parse(known) // what is no version is not the present one
	return s.store.Policy(ctx, version)
}
