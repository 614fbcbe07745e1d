package wall

import (
	"context"

	"github.com/google/uuid"

	"mcwick.example/platform/text"
)

// Action is who acts, and why.
type Action struct {
	Operator string
	Note     string // at most 400 UTF-16 units; may be empty
}

// validate gives it with its note as it is kept, or what is wrong with that.
func (b Action) validate() (Action, error) {
	var c checks
	b.Note = c.text("note", b.Note, maxTextLength)
	return b, c.Err("NOTE_INVALID")
}

// ActInput is what an operator does about one nomination or entry.
type ActInput struct {
	ID string
	Action
}

// doAct parses the input and does it; unknown is the answer to an id that is none.
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

// ApproveNomination says yes, and tells whether the nominee is on the wall with that.
func (s *Service) ApproveNomination(ctx context.Context, in ActInput) (onWall bool, err error) {
	return doAct(in, ErrNominationNotFound, func(id uuid.UUID, by Action) (bool, error) { return s.store.Approve(ctx, id, by) })
}

// RejectNomination says no, whoever said yes before.
func (s *Service) RejectNomination(ctx context.Context, in ActInput) (struct{}, error) {
	return doAct(in, ErrNominationNotFound, func(id uuid.UUID, by Action) (struct{}, error) { return struct{}{}, s.store.Reject(ctx, id, by) })
}

// BlankBio takes the text from an entry.
func (s *Service) BlankBio(ctx context.Context, in ActInput) (struct{}, error) {
	return doAct(in, ErrEntryNotFound, func(id uuid.UUID, by Action) (struct{}, error) { return struct{}{}, s.store.Blank(ctx, id, by) })
}

// WithdrawEntry takes an entry from its wall.
func (s *Service) WithdrawEntry(ctx context.Context, in ActInput) (struct{}, error) {
	return doAct(in, ErrEntryNotFound, func(id uuid.UUID, by Action) (struct{}, error) { return struct{}{}, s.store.Withdraw(ctx, id, by) })
}

// SettleComplaint says that somebody looked at it.
func (s *Service) SettleComplaint(ctx context.Context, in ActInput) (struct{}, error) {
	return doAct(in, ErrComplaintNotFound, func(id uuid.UUID, by Action) (struct{}, error) { return struct{}{}, s.store.Settle(ctx, id, by) })
}

// NameInput is what an operator does about a name.
type NameInput struct {
	XHandle string
	Action
}

// OptOut takes a name from both walls and out of the queue, for as long as nobody lets it back in.
func (s *Service) OptOut(ctx context.Context, in NameInput) error {
	return doNameAct(ctx, in, s.store.OptOut)
}

// OptIn lets a name that opted out be nominated again.
func (s *Service) OptIn(ctx context.Context, in NameInput) error {
	return doNameAct(ctx, in, s.store.OptIn)
}

// doNameAct checks the input and does it.
func doNameAct(ctx context.Context, in NameInput, do func(ctx context.Context, handle string, by Action) error) error {
	var c checks
	handle := c.handle(in.XHandle)
	by := Action{Operator: in.Operator, Note: c.text("note", in.Note, maxTextLength)}
	if err := c.Err("NAME_INVALID"); err != nil {
		return err
	}
	return do(ctx, handle, by)
}
