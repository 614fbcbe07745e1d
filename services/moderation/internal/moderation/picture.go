package moderation

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/maypok86/otter/v2"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"golang.org/x/sync/semaphore"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/imagefile"
	"mcwick.example/platform/instrument"
)

// The limits of checking pictures.
const (
	maxPictureBytes = 1 << 20
	// pictureTimeout limits one check, waiting for its turn included. Where a visitor waits, the caller gives up
	// sooner.
	pictureTimeout = 10 * time.Second
	// maxPictures is how many are checked at a time: each is held in memory, and sent in base64.
	maxPictures = 16
)

// PictureVerdict is the result for one picture.
type PictureVerdict struct {
	Judged  bool // false without a provider
	Flagged bool
	Scores  []CategoryScore // of the provider's categories for which it is flagged, the highest first
}

// CategoryScore is how sure a provider is of a category, 0 to 1.
type CategoryScore struct {
	Category string
	Score    float64
}

// PictureProvider reports whether a picture must not be published.
type PictureProvider func(ctx context.Context, picture []byte) (PictureVerdict, error)

// CheckPictureInput has a picture as it is to be shown.
type CheckPictureInput struct {
	Picture []byte
}

// Validate reports what is wrong with the picture.
func (in CheckPictureInput) Validate() error {
	var c fault.Checks
	if len(in.Picture) > maxPictureBytes {
		c.Reject("picture", fmt.Sprintf("At most %d bytes.", maxPictureBytes))
	} else if !imagefile.HasValidType(in.Picture) {
		c.Reject("picture", "A PNG, JPEG or WebP.")
	}
	return c.Err("PICTURE_INVALID")
}

// PictureChecker checks pictures for other services. It stores none.
type PictureChecker struct {
	provider PictureProvider
	places   *semaphore.Weighted
	verdicts *otter.Cache[[sha256.Size]byte, PictureVerdict]
	outcomes metric.Int64Counter
}

// NewPictureChecker returns a checker that uses a provider; if it is nil, no picture is judged.
func NewPictureChecker(provider PictureProvider) *PictureChecker {
	outcomes := instrument.Must(otel.Meter("mcwick/moderation").Int64Counter("mcwick.moderation.pictures",
		metric.WithDescription("Pictures by result: clean, flagged, away, not_judged.")))
	return &PictureChecker{provider: provider, outcomes: outcomes, places: semaphore.NewWeighted(maxPictures),
		verdicts: otter.Must(&otter.Options[[sha256.Size]byte, PictureVerdict]{MaximumSize: maxCachedVerdicts,
			ExpiryCalculator: otter.ExpiryWriting[[sha256.Size]byte, PictureVerdict](verdictTTL)})}
}

// CheckPicture returns the provider's verdict on a picture.
func (c *PictureChecker) CheckPicture(ctx context.Context, in CheckPictureInput) (PictureVerdict, error) {
	if err := in.Validate(); err != nil {
		return PictureVerdict{}, err
	}
	verdict, err := c.check(ctx, in.Picture)
	outcome := "clean"
	switch {
	case err != nil:
		outcome = "away"
	case !verdict.Judged:
		outcome = "not_judged"
	case verdict.Flagged:
		outcome = "flagged"
	}
	c.outcomes.Add(ctx, 1, metric.WithAttributes(attribute.String("outcome", outcome)))
	return verdict, err
}

func (c *PictureChecker) check(ctx context.Context, picture []byte) (PictureVerdict, error) {
	if c.provider == nil {
		return PictureVerdict{}, nil
	}
	sum := sha256.Sum256(picture)
	if verdict, known := c.verdicts.GetIfPresent(sum); known {
		return verdict, nil
	}
	within, cancel := context.WithTimeout(ctx, pictureTimeout)
	defer cancel()
	if err := c.places.Acquire(within, 1); err != nil {
		return PictureVerdict{}, ErrUnavailable.WithCause(err)
	}
	defer c.places.Release(1)
	verdict, err := c.provider(within, picture)
	if err != nil {
		return PictureVerdict{}, err
	}
	verdict.Judged = true
	c.verdicts.Set(sum, verdict)
	return verdict, nil
}
