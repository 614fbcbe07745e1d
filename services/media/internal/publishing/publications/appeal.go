package publications

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/moderation/api/decisions"
)

// maxAppeal limits an appeal, in UTF-16 units.
const maxAppeal = 400

// Moderated is what the maker of a publication sees of decisions about it.
type Moderated struct {
	HiddenBy HiddenBy         // empty while it is public
	Hidden   *time.Time       // nil while it is public
	Reason   decisions.Reason // why it is hidden; may be empty
	Message  string           // of an operator; may be empty
	Decided  *time.Time       // when it was decided about last; nil for never, and without the moderation service
	Appeal   string           // empty without one, and once it was forgotten
	Appealed *time.Time       // nil without one
	Answer   string           // of an operator; may be empty
	Answered *time.Time       // nil while the appeal is open
}

// IsHidden reports whether a decision hides it; a picture that waits for a check has none.
func (m Moderated) IsHidden() bool { return m.HiddenBy != "" && m.HiddenBy != HiddenByCheck }

// AppealInput is what a maker has against a decision.
type AppealInput struct {
	PublicationID string
	Caller        Owner
	Text          string
}

// Appeal sends the maker's appeal against the hiding of a publication to the moderation service,
// once.
func (s *Service) Appeal(ctx context.Context, in AppealInput) error {
	id, ok := text.ParseID(in.PublicationID)
	if !ok {
		return ErrPublicationNotFound
	}
	said := strings.TrimSpace(in.Text)
	message := text.DescribeProblem(said, maxAppeal, fmt.Sprintf("Keep it to %d characters, broh.", maxAppeal))
	if message == "" && text.IsBlank(said) {
		message = "Say why it should hang, broh."
	}
	if message != "" {
		return fault.Invalid("APPEAL_INVALID", fault.Field{Name: "text", Message: message})
	}
	m, err := s.store.Moderated(ctx, id, in.Caller)
	switch {
	case err != nil:
		return err
	case m.Appealed != nil:
		return ErrAppealMade
	case !m.IsHidden():
		return ErrNothingToAppeal
	}
	// A call that died before it recorded the appeal is repeated.
	if err := s.cases.Appeal(ctx, decisions.KindPicture, id, said); err != nil && !errors.Is(err, ErrAppealMade) {
		return err
	}
	return s.store.RecordAppeal(ctx, id, said, s.now())
}
