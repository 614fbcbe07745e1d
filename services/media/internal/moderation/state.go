package moderation

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

// ErrAppealMade means that there is an appeal; the moderation service has the same error.
var ErrAppealMade = fault.New(fault.KindConflict, "APPEAL_MADE", "You appealed already, broh. One each.")

// State is what the maker of a picture or a video sees of decisions about it.
type State struct {
	Hidden   *time.Time       // since when a decision hides it; nil while none does
	Removed  bool             // it is hidden, and to be deleted
	Reason   decisions.Reason // why it is hidden; may be empty
	Message  string           // of an operator; may be empty
	Decided  *time.Time       // when it was decided about last; nil for never, and without the moderation service
	Appeal   string           // empty without one, and once it was forgotten
	Appealed *time.Time       // nil without one
	Answer   string           // of an operator; may be empty
	Answered *time.Time       // nil while the appeal is open
}

// CheckAppeal returns ErrAppealMade when there is an appeal, and public when nothing is hidden.
func (s State) CheckAppeal(public error) error {
	switch {
	case s.Appealed != nil:
		return ErrAppealMade
	case s.Hidden == nil:
		return public
	default:
		return nil
	}
}

const (
	sendTimeout   = 5 * time.Second  // of an appeal
	recordTimeout = 30 * time.Second // that it was sent
)

// SendAppeal sends an appeal and records it, also when its maker leaves meanwhile: what is not recorded could be
// deleted while the appeal is open. A call that died before it recorded the appeal is repeated.
func SendAppeal(ctx context.Context, send, record func(context.Context) error) error {
	ctx = context.WithoutCancel(ctx)
	sending, sent := context.WithTimeout(ctx, sendTimeout)
	defer sent()
	if err := send(sending); err != nil && !errors.Is(err, ErrAppealMade) {
		return err
	}
	recording, recorded := context.WithTimeout(ctx, recordTimeout)
	defer recorded()
	return record(recording)
}

// maxAppeal limits an appeal, in UTF-16 units.
const maxAppeal = 400

// CheckAppealText returns a trimmed appeal, or an error with the sentence for one without text.
func CheckAppealText(said, missing string) (string, error) {
	said = strings.TrimSpace(said)
	message := text.DescribeProblem(said, maxAppeal, fmt.Sprintf("Keep it to %d characters, broh.", maxAppeal))
	if message == "" && text.IsBlank(said) {
		message = missing
	}
	if message != "" {
		return "", fault.Invalid("APPEAL_INVALID", fault.Field{Name: "text", Message: message})
	}
	return said, nil
}
