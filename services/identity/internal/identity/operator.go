package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
)

// Link is a device that proved its first key.
type Link struct {
	Visitor string
	Account uuid.UUID
	Linked  time.Time
}

// OperatorStore is what the use cases of operators need of a database. What changes something writes down who did it, with its note.
type OperatorStore interface {
	// RevokeSessions ends up to n sessions that were opened before a moment, and gives how many there were.
	RevokeSessions(ctx context.Context, before time.Time, n int, note string) (int, error)
	// RepublishLinks has the facts about up to n links behind a visitor published again, and gives the links.
	RepublishLinks(ctx context.Context, after string, n int, note string) ([]Link, error)
}

// Operators are the use cases of operators.
type Operators struct{ store OperatorStore }

// NewOperators makes the use cases on a store.
func NewOperators(s OperatorStore) *Operators { return &Operators{s} }

// revokeBatch is how many sessions one call ends.
const revokeBatch = 1000

// RevokeSessionsInput says which sessions are to end, and why.
type RevokeSessionsInput struct {
	Before time.Time
	Note   string
}

// RevokeSessions ends sessions that were opened before a moment, and gives how many.
func (o *Operators) RevokeSessions(ctx context.Context, in RevokeSessionsInput) (int, error) {
	if in.Before.IsZero() {
		return 0, fault.Invalid("REVOKE_INVALID", fault.Field{Name: "beforeTime", Message: "Opened before when, broh?"})
	}
	return o.store.RevokeSessions(ctx, in.Before, revokeBatch, in.Note)
}

// LinksInput asks for one page of links, by visitors.
type LinksInput struct {
	After string // empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Note  string
}

// RepublishLinks has the facts about one page of links published again.
func (o *Operators) RepublishLinks(ctx context.Context, in LinksInput) ([]Link, error) {
	_, size, bad := page.Parse[time.Time]("", in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return nil, err
	}
	return o.store.RepublishLinks(ctx, in.After, size, in.Note)
}
