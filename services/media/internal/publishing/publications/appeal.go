package publications

import (
	"context"

	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
)

// AppealInput is what a maker has against a decision.
type AppealInput struct {
	PublicationID string
	Caller        moderation.Owner
	Text          string
}

// Appeal sends the maker's appeal against the hiding of a publication to the moderation service,
// once.
func (s *Service) Appeal(ctx context.Context, in AppealInput) error {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return ErrPublicationNotFound
	}
	said, err := moderation.CheckAppealText(in.Text, "Say why it should hang, broh.")
	if err != nil {
		return err
	}
	state, err := s.store.Moderated(ctx, id, in.Caller)
	if err == nil {
		err = state.CheckAppeal(ErrNothingToAppeal)
	}
	if err != nil {
		return err
	}
	of, err := s.store.ShownOrHidden(ctx, id)
	if err != nil {
		return err
	}
	return moderation.SendAppeal(ctx,
		func(ctx context.Context) error { return s.cases.Appeal(ctx, of.details(), said) },
		func(ctx context.Context) error { return s.store.RecordAppeal(ctx, id, said, s.now()) })
}
