package identity

import (
	"context"
	"strings"
)

// ReserveInput is an operator's act on a handle, or on a name for early access.
type ReserveInput struct {
	Handle string // in any letter case, with or without its '@'
	Note   string
}

// handle returns the handle as reserved ones are stored.
func (in ReserveInput) handle() (string, error) {
	handle, err := ParseHandle(in.Handle)
	return strings.ToLower(handle), err
}

// run parses the handle and calls a method of the store.
func (in ReserveInput) run(ctx context.Context, act func(ctx context.Context, handle, note string) error) error {
	handle, err := in.handle()
	if err != nil {
		return err
	}
	return act(ctx, handle, in.Note)
}

// Reserve has no account take a handle from now on.
func (o *Operators) Reserve(ctx context.Context, in ReserveInput) error {
	return in.run(ctx, o.store.Reserve)
}

// Release lets accounts take a reserved handle again.
func (o *Operators) Release(ctx context.Context, in ReserveInput) error {
	return in.run(ctx, o.store.Release)
}

// TakeHandle takes a handle from its account for good and returns the user, with a random handle and a private
// profile.
func (o *Operators) TakeHandle(ctx context.Context, in ReserveInput) (user User, err error) {
	handle, err := in.handle()
	if err != nil {
		return User{}, err
	}
	err = tryRandomHandles(func(other string) error {
		user, err = o.store.TakeHandle(ctx, handle, other, in.Note)
		return err
	})
	return user, err
}

// DeleteEarlyAccess deletes a name that requested early access.
func (o *Operators) DeleteEarlyAccess(ctx context.Context, in ReserveInput) error {
	return in.run(ctx, o.store.DeleteEarlyAccess)
}

// ReservedInput requests one page of reserved handles, by name.
type ReservedInput struct {
	After string // empty for the first page
	Size  int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// ListReserved returns one page of reserved handles.
func (o *Operators) ListReserved(ctx context.Context, in ReservedInput) ([]string, error) {
	size, err := parseSize(in.Size)
	if err != nil {
		return nil, err
	}
	return o.store.Reserved(ctx, in.After, size)
}
