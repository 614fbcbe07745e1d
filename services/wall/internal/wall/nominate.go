package wall

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/services/moderation/api/wordfilter"
)

// NominateInput says who belongs on which wall, and why. Its JSON, hashed, is the intent's fingerprint: who sends it is no part of that.
type NominateInput struct {
	Visitor          string `json:"-"`
	Key              string `json:"-"` // the client's name for this intent
	Wall             Wall
	XHandle          string
	Reason           string
	IsSelfNomination bool
	IsHodling        *bool `json:",omitempty"` // nil when it was not asked
}

// nomination gives what is to be stored, or every bad field.
func (in NominateInput) nomination() (Nomination, error) {
	var c checks
	c.wall(in.Wall)
	n := Nomination{
		ID: uuid.New(), Wall: in.Wall, XHandle: c.handle(in.XHandle), Reason: c.requiredText("reason", in.Reason, maxTextLength),
		IsSelfNomination: in.IsSelfNomination, IsHodling: in.IsHodling,
	}
	if in.IsHodling != nil && (in.Wall != Flame || !in.IsSelfNomination) {
		c.Reject("isHodling", "Only who nominates themselves for the Wall of Flame says whether they are McHODLING.")
	}
	return n, c.Err("NOMINATION_INVALID")
}

// Nominate hands in a name, which waits for operators. One that waits already is counted; one that is on that wall, or on none by
// its own wish, is forgotten at once. Nobody is told which.
func (s *Service) Nominate(ctx context.Context, in NominateInput) error {
	n, err := in.nomination()
	if err != nil {
		return err
	}
	if err := s.wordFilter.Check(ctx, wordfilter.Text{Field: "xHandle", Text: n.XHandle}, wordfilter.Text{Field: "reason", Text: n.Reason}); err != nil {
		return err
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.store.Nominate(ctx, in.Visitor, idempotency.NewRequest(in.Key, b), n)
}
