package publications

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"mcwick.example/platform/fault"
	"mcwick.example/services/media/internal/objects"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/moderation/api/picturecheck"
)

// PictureCheck is what is known of a publication's picture.
type PictureCheck string

// The states of a check. PictureNotChecked is the state of old publications, of the operators' own, and of those
// that were published where no provider judges pictures.
const (
	PictureNotChecked PictureCheck = ""
	PicturePassed     PictureCheck = "passed"
	PictureFlagged    PictureCheck = "flagged"
	PictureDue        PictureCheck = "due"  // public, and judged later
	PictureHeld       PictureCheck = "held" // not public before it is judged
)

// Unjudged is what becomes of a picture without a verdict.
type Unjudged string

// A picture is published and judged later, or held until it is judged.
const (
	UnjudgedPublish Unjudged = "publish"
	UnjudgedHold    Unjudged = "hold"
)

var (
	// ErrPictureRefused means that the picture itself must not be published, whatever is written.
	ErrPictureRefused = fault.New(fault.KindInvalid, "PICTURE_REFUSED",
		"That picture won't hang here, broh. It's still yours: make a kinder one.")
	// ErrNoPictureDue means that no picture is to be judged now.
	ErrNoPictureDue = errors.New("no picture is due")
)

// judge returns the state of a picture that is about to be published, or ErrPictureRefused. It is
// judged in the smaller size that galleries show.
func (s *Service) judge(ctx context.Context, v picture.Variants) (PictureCheck, error) {
	waiting, cancel := context.WithTimeout(ctx, picturecheck.Timeout)
	defer cancel()
	verdict, err := s.verdictOn(waiting, v.WebP[len(v.WebP)-1])
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil && verdict.Check == PictureFlagged:
		return "", ErrPictureRefused
	case err == nil:
		return verdict.Check, nil
	}
	trace.SpanFromContext(ctx).AddEvent("no verdict on the picture",
		trace.WithAttributes(attribute.String("error.type", fault.From(err).Reason)))
	if s.config.Unjudged == UnjudgedHold {
		return PictureHeld, nil
	}
	return PictureDue, nil
}

// PictureVerdict is the result of a check.
type PictureVerdict struct {
	Check   PictureCheck
	Finding string // what a picture is flagged for, for operators
	IsSent  bool   // the finding, to the case that reports opened
}

func (s *Service) verdictOn(ctx context.Context, webp []byte) (PictureVerdict, error) {
	verdict, err := s.checkPicture(ctx, webp)
	switch {
	case err != nil:
		return PictureVerdict{}, err
	case !verdict.Judged:
		return PictureVerdict{Check: PictureNotChecked}, nil
	case verdict.Flagged:
		return PictureVerdict{Check: PictureFlagged, Finding: verdict.Finding}, nil
	default:
		return PictureVerdict{Check: PicturePassed}, nil
	}
}

// DuePicture is a publication whose picture is to be judged.
type DuePicture struct {
	ID         uuid.UUID
	ObjectName string
	Variants   []Variant
	HiddenBy   HiddenBy // empty while it is public, and when its visitor withdrew it
}

// PictureCheckStore is the database as the judging of pictures needs it.
type PictureCheckStore interface {
	// ClaimPicture returns the picture that has been due for the longest time, or ErrNoPictureDue.
	// It is due again later, unless SettlePicture is called.
	ClaimPicture(ctx context.Context, now time.Time) (DuePicture, error)
	// SettlePicture records the verdict on a due picture, and shows or hides the publication, with
	// its event. What an operator left or restored stays public. What reports have hidden meanwhile stays
	// due, unless their case has the finding.
	SettlePicture(ctx context.Context, id uuid.UUID, verdict PictureVerdict, now time.Time) (Visibility, error)
}

// Visibility is how a publication changed for others.
type Visibility int

// The changes.
const (
	VisibilityUnchanged Visibility = iota
	VisibilityShown
	VisibilityHidden
)

// PictureCheckInterval is how often pictures are judged that have no verdict yet.
const PictureCheckInterval = 5 * time.Second

const (
	maxPicturesInPass = 200
	pictureCheckTime  = 10 * time.Second // of one of them, its bytes included
)

// JudgeDuePictures judges pictures that could not be judged when they were published: those that
// wait are shown when they pass, those that are public are hidden when they are flagged. It ends at
// the first that cannot be judged now either; the others keep their turn.
func (s *Service) JudgeDuePictures(ctx context.Context) error {
	for range maxPicturesInPass {
		judged, err := s.judgeDuePicture(ctx)
		if err != nil || !judged {
			return err
		}
	}
	return nil
}

// judgeDuePicture reports whether it judged one.
func (s *Service) judgeDuePicture(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, pictureCheckTime)
	defer cancel()
	due, err := s.store.ClaimPicture(ctx, s.now())
	if errors.Is(err, ErrNoPictureDue) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	verdict := PictureVerdict{Check: PictureNotChecked} // without bytes there is nothing to judge
	form, err := s.dueBytes(ctx, due)
	switch {
	case err == nil:
		if verdict, err = s.verdictOn(ctx, form); err != nil {
			return false, nil // the judge is still away, which its own metrics and alerts say
		}
	case !errors.Is(err, objects.ErrNotFound):
		return false, err
	}
	if verdict.Check == PictureNotChecked && due.HiddenBy == HiddenByCheck {
		return true, nil // it stays hidden, and due, until it is judged or an operator decides
	}
	if verdict.Check == PictureFlagged && due.HiddenBy == HiddenAutomatically {
		// Its case was opened by reports, and waits for an operator.
		if err := s.sendFinding(ctx, due.ID, verdict.Finding); err != nil && !errors.Is(err, ErrPublicationNotFound) {
			return false, err
		}
		verdict.IsSent = true
	}
	visible, err := s.store.SettlePicture(ctx, due.ID, verdict, s.now())
	if err == nil && visible != VisibilityUnchanged {
		s.hidden.Mark(visible == VisibilityHidden, due.ID.String())
	}
	return err == nil, err
}

// dueBytes returns the smallest variant of a due picture that exists, or objects.ErrNotFound. The original
// may be larger than what the judge takes.
func (s *Service) dueBytes(ctx context.Context, due DuePicture) ([]byte, error) {
	for _, v := range slices.Backward(due.Variants) {
		if b, err := s.objects.Get(ctx, v.ObjectName); !errors.Is(err, objects.ErrNotFound) {
			return b, err
		}
	}
	return nil, objects.ErrNotFound
}

// sendFinding sends what a check found on a picture. A repeat changes nothing.
func (s *Service) sendFinding(ctx context.Context, id uuid.UUID, finding string) error {
	of, err := s.store.ShownOrHidden(ctx, id)
	if err != nil {
		return err
	}
	return s.cases.RecordVerdict(ctx, of.details(), pictureCheck, finding)
}
