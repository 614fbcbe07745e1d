package publications

import (
	"context"
	"time"
)

// How long data is kept that was never public, or is not needed any more.
const (
	unpublishedRetention = 7 * 24 * time.Hour
	noteRetention        = 30 * 24 * time.Hour
	laneRetention        = 7 * 24 * time.Hour // networks of pictures and reports: hashes of the addresses' prefixes
	// removedRetention is for how long a removed picture may come back by an appeal.
	removedRetention = 30 * 24 * time.Hour
	appealRetention  = 365 * 24 * time.Hour
	memoryRetention  = 365 * 24 * time.Hour // of how removed pictures looked
	linkRetention    = time.Hour            // of links; no publication takes as long
)

// Cutoffs are the times before which data is deleted.
type Cutoffs struct {
	// Unpublished is for artworks that were never published, or are not any more.
	Unpublished time.Time
	// Lanes is for the networks of pictures and of reports, which count as one network from then on.
	Lanes time.Time
	// Notes is for the notes of reports, from when these were closed; the fact that a device
	// reported stays, because it counts once.
	Notes time.Time
	// Removed is for the bytes of removed pictures, unless an appeal is open.
	Removed time.Time
	// Appeals is for the texts of appeals and their answers.
	Appeals time.Time
	// Remembered is for how removed pictures looked.
	Remembered time.Time
	// Linked is for which account a device was linked to.
	Linked time.Time
}

// Expirer deletes what is too old. Its bytes are deleted later.
type Expirer interface {
	Expire(ctx context.Context, before Cutoffs) error
}

// Retention returns a pass that deletes old artworks, removed pictures, the texts of old reports and
// appeals, and networks.
func Retention(store Expirer, now func() time.Time) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		t := now()
		return store.Expire(ctx, Cutoffs{Unpublished: t.Add(-unpublishedRetention), Lanes: t.Add(-laneRetention),
			Notes: t.Add(-noteRetention), Removed: t.Add(-removedRetention), Appeals: t.Add(-appealRetention),
			Remembered: t.Add(-memoryRetention), Linked: t.Add(-linkRetention)})
	}
}
