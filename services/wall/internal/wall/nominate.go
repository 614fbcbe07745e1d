package wall

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"mcwick.example/platform/idempotency"
	"mcwick.example/services/moderation/api/wordfilter"
)

// NominateInput nominates a name for a wall, with the reason. Its JSON, hashed, is the intent's
// fingerprint, which excludes the sender.
type NominateInput struct {
	Visitor          string `json:"-"`
	Key              string `json:"-"` // the client's key of this intent
	Wall             Wall
	XHandle          string
	Reason           string
	IsSelfNomination bool
	IsHodling        *bool `json:",omitempty"` // nil when the question was not asked
}

// nomination returns the nomination to store, or an error that lists every invalid field.
func (in NominateInput) nomination() (Nomination, error) {
	var c checks
	c.wall(in.Wall)
	n := Nomination{
		ID: uuid.New(), Wall: in.Wall, XHandle: c.handle(in.XHandle),
		Reason:           c.RequiredNote("reason", in.Reason, maxTextLength),
		IsSelfNomination: in.IsSelfNomination, IsHodling: in.IsHodling,
	}
	if in.IsHodling != nil && (in.Wall != Flame || !in.IsSelfNomination) {
		c.Reject("isHodling", "Only who nominates themselves for the Wall of Flame says whether they are McHODLING.")
	}
	return n, c.Err("NOMINATION_INVALID")
}

// Nominate stores a nomination for the operators' decision. A repeat of an open one is counted; one
// for a name that is on that wall, or opted out, is dropped. The response does not reveal which.
func (s *Service) Nominate(ctx context.Context, in NominateInput) error {
	n, err := in.nomination()
	if err != nil {
		return err
	}
	if err := s.wordFilter.Check(ctx, wordfilter.Text{Field: "xHandle", Text: n.XHandle},
		wordfilter.Text{Field: "reason", Text: n.Reason}); err != nil {
		return err
	}
	b, err := json.Marshal(in)
	if err != nil {
		return err
	}
	return s.store.Nominate(ctx, in.Visitor, idempotency.NewRequest(in.Key, b), n)
}
