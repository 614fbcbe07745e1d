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

// OperatorStore is the database as the operators' use cases need it. What changes something records
// the operator and the note.
type OperatorStore interface {
	// RevokeSessions ends up to n sessions that were opened before a time, or before now when it is nil, or
	// returns ErrRevokeFuture.
	RevokeSessions(ctx context.Context, before *time.Time, n int, note string) (Revoked, error)
	// RepublishLinks publishes the events of up to n links after a visitor again, and returns the
	// links.
	RepublishLinks(ctx context.Context, after string, n int, note string) ([]Link, error)
	// RepublishProfiles publishes the events of up to n changed profiles after an account again, and
	// returns the accounts.
	RepublishProfiles(ctx context.Context, after uuid.UUID, n int, note string) ([]uuid.UUID, error)
	// Reserve reserves a handle in lower case, or returns ErrHandleKept.
	Reserve(ctx context.Context, handle, note string) error
	// Release releases a handle in lower case, or returns ErrHandleFree.
	Release(ctx context.Context, handle, note string) error
	// TakeHandle has the account of a handle in lower case have another handle and a private profile, reserves the
	// one that it had and returns the user, or ErrHandleNotFound, or ErrHandleTaken for the other one.
	TakeHandle(ctx context.Context, handle, other, note string) (User, error)
	// DeleteEarlyAccess deletes a name for early access in lower case, or returns ErrEarlyAccessNotFound.
	DeleteEarlyAccess(ctx context.Context, handle, note string) error
	// Reserved returns up to n reserved handles after one, by name.
	Reserved(ctx context.Context, after string, n int) ([]string, error)
}

// Operators has the use cases of operators.
type Operators struct{ store OperatorStore }

// NewOperators returns the use cases on a store.
func NewOperators(s OperatorStore) *Operators { return &Operators{s} }

// revokeBatch is how many sessions one call ends.
const revokeBatch = 1000

// RevokeSessionsInput says which sessions to end, and why.
type RevokeSessionsInput struct {
	Before *time.Time // by the database's clock; nil: now
	Note   string
}

// Revoked is how many sessions were ended, and before which time they were opened.
type Revoked struct {
	Count  int
	Before time.Time
}

// RevokeSessions ends sessions that were opened before a time.
func (o *Operators) RevokeSessions(ctx context.Context, in RevokeSessionsInput) (Revoked, error) {
	return o.store.RevokeSessions(ctx, in.Before, revokeBatch, in.Note)
}

// LinksInput requests one page of links, by visitor.
type LinksInput struct {
	After string // empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Note  string
}

// RepublishLinks publishes the events of one page of links again.
func (o *Operators) RepublishLinks(ctx context.Context, in LinksInput) ([]Link, error) {
	size, err := parseSize(in.Size)
	if err != nil {
		return nil, err
	}
	return o.store.RepublishLinks(ctx, in.After, size, in.Note)
}

// parseSize returns the size of a page whose beginning is any text.
func parseSize(requested int) (int, error) {
	_, size, bad := page.ParseByID("", requested)
	return size, fault.Invalid("LIST_INVALID", bad...)
}

// ProfilesInput requests one page of changed profiles, by account.
type ProfilesInput struct {
	After string // empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Note  string
}

// RepublishProfiles publishes the events of one page of changed profiles again.
func (o *Operators) RepublishProfiles(ctx context.Context, in ProfilesInput) ([]uuid.UUID, error) {
	after, size, bad := page.ParseByID(in.After, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return nil, err
	}
	return o.store.RepublishProfiles(ctx, after, size, in.Note)
}
