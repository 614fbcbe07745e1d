package wall

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
)

// Action is an operator's act, with the reason.
type Action struct {
	Operator string
	Note     string // at most 400 UTF-16 units; may be empty
}

// validate returns the action with its note trimmed, or what is wrong with it.
func (b Action) validate() (Action, error) {
	var c checks
	b.Note = c.Note("note", b.Note, maxTextLength)
	return b, c.Err("NOTE_INVALID")
}

// ActInput is an operator's act on one nomination or entry.
type ActInput struct {
	ID string
	Action
}

// doAct parses the input and calls do; unknown is the error for an invalid id.
func doAct[Out any](in ActInput, unknown error, do func(id uuid.UUID, by Action) (Out, error)) (none Out, _ error) {
	by, err := in.validate()
	if err != nil {
		return none, err
	}
	id, ok := text.ParseID(in.ID)
	if !ok {
		return none, unknown
	}
	return do(id, by)
}

// ApproveNomination approves a nomination, and reports whether that added the nominee to the wall.
func (s *Service) ApproveNomination(ctx context.Context, in ActInput) (onWall bool, err error) {
	return doAct(in, ErrNominationNotFound,
		func(id uuid.UUID, by Action) (bool, error) { return s.store.Approve(ctx, id, by) })
}

// RejectNomination rejects a nomination, also one that another operator approved.
func (s *Service) RejectNomination(ctx context.Context, in ActInput) (struct{}, error) {
	return doAct(in, ErrNominationNotFound,
		func(id uuid.UUID, by Action) (struct{}, error) { return struct{}{}, s.store.Reject(ctx, id, by) })
}

// BlankBio removes the text of an entry, or the reason of a nomination that waits.
func (s *Service) BlankBio(ctx context.Context, in ActInput) (struct{}, error) {
	return doAct(in, ErrEntryNotFound,
		func(id uuid.UUID, by Action) (struct{}, error) { return struct{}{}, s.store.Blank(ctx, id, by) })
}

// NameInput is an operator's act on a name.
type NameInput struct {
	XHandle string
	Action
}

// OptOut removes a name from both walls and the queue, until an operator opts it in again.
func (s *Service) OptOut(ctx context.Context, in NameInput) error {
	return doNameAct(ctx, in, s.store.OptOut)
}

// OptIn allows a name that opted out to be nominated again.
func (s *Service) OptIn(ctx context.Context, in NameInput) error {
	return doNameAct(ctx, in, s.store.OptIn)
}

// doNameAct checks the input and calls do.
func doNameAct(ctx context.Context, in NameInput, do func(ctx context.Context, handle string, by Action) error) error {
	var c checks
	handle := c.handle(in.XHandle)
	by := Action{Operator: in.Operator, Note: c.Note("note", in.Note, maxTextLength)}
	if err := c.Err("NAME_INVALID"); err != nil {
		return err
	}
	return do(ctx, handle, by)
}
