package videos

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// The errors of videos that decisions hide.
var (
	ErrVideoGone   = fault.New(fault.KindNotFound, "VIDEO_GONE", "That video was taken down, broh.")
	ErrVideoHidden = fault.New(fault.KindPrecondition, "VIDEO_HIDDEN",
		"That story was taken down, broh. Tell another one.")
	ErrNothingToAppeal = fault.New(fault.KindPrecondition, "NOTHING_TO_APPEAL", "That video is on the reel, broh.")
)

// ModerationStore is the database as decisions about videos need it.
type ModerationStore interface {
	// MayShare reports whether no decision hides a video, or another of its visitor with the same
	// text, or has removed anybody's with the same text.
	MayShare(ctx context.Context, v Video) (bool, error)
	// Moderated returns what the maker of a shared video sees of decisions, or ErrVideoNotFound when it
	// is not the caller's.
	Moderated(ctx context.Context, id uuid.UUID, caller moderation.Owner) (moderation.State, error)
	// RecordAppeal records the maker's appeal, unless there is one.
	RecordAppeal(ctx context.Context, id uuid.UUID, text string, now time.Time) error
}

// details returns what operators need to judge it: all but the background is in its text.
func (v Video) details() cases.Details {
	return cases.Details{Kind: decisions.KindVideo, ID: v.ID, Text: v.Description, ObjectName: v.ObjectName(),
		MakerDevice: v.Visitor, MakerAccount: v.Account}
}

// ReportVideoInput is a report as it is received.
type ReportVideoInput struct {
	ID     string
	Report cases.Report // its reason is empty if unknown
}

// Report sends a device's report of a shared video to the moderation service, which counts it once
// and decides.
func (v *Videos) Report(ctx context.Context, in ReportVideoInput) error {
	r, err := moderation.CheckReport(in.Report)
	if err != nil {
		return err
	}
	of, err := v.SharedVideo(ctx, in.ID)
	if errors.Is(err, ErrVideoGone) {
		err = ErrVideoNotFound
	}
	if err != nil {
		return err
	}
	r.Created = v.now()
	return v.cases.Report(ctx, of.details(), r)
}

// Moderation returns what the maker of a shared video sees of decisions about it.
func (v *Videos) Moderation(ctx context.Context, in OwnVideoInput) (moderation.State, error) {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return moderation.State{}, ErrVideoNotFound
	}
	return v.store.Moderated(ctx, id, in.Owner)
}

// AppealVideoInput is what a maker has against a decision.
type AppealVideoInput struct {
	OwnVideoInput
	Text string
}

// Appeal sends the maker's appeal against the hiding of a video to the moderation service, once.
func (v *Videos) Appeal(ctx context.Context, in AppealVideoInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrVideoNotFound
	}
	said, err := moderation.CheckAppealText(in.Text, "Say why it should be on the reel, broh.")
	if err != nil {
		return err
	}
	state, err := v.store.Moderated(ctx, id, in.Owner)
	if err == nil {
		err = state.CheckAppeal(ErrNothingToAppeal)
	}
	if err != nil {
		return err
	}
	of, err := v.store.Video(ctx, id)
	if err != nil {
		return err
	}
	return moderation.SendAppeal(ctx,
		func(ctx context.Context) error { return v.cases.Appeal(ctx, of.details(), said) },
		func(ctx context.Context) error { return v.store.RecordAppeal(ctx, id, said, v.now()) })
}
