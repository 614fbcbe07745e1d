package videos

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/page"
	"mcwick.example/platform/text"
	"mcwick.example/services/media/internal/moderation"
	"mcwick.example/services/media/internal/objects"
)

// OwnVideo is a shared video as its maker sees it.
type OwnVideo struct {
	Video
	Moderation moderation.State
}

// ListSharedInput requests one page of what the caller shared.
type ListSharedInput struct {
	Caller moderation.Owner
	After  string // a cursor; empty for the first page
	Size   int    // 1 to page.MaxSize; 0 for page.DefaultSize
}

// SharedPage is one page of shared videos, newest first.
type SharedPage struct {
	Videos []OwnVideo
	Next   string // the cursor of the next page; empty on the last one
}

// ListShared returns one page of what the caller shared, by the device or by the account.
func (v *Videos) ListShared(ctx context.Context, in ListSharedInput) (of SharedPage, err error) {
	of.Videos, of.Next, err = page.List(in.After, in.Size, fault.Checks{},
		func(after page.TimeCursor, n int) ([]OwnVideo, error) {
			return v.store.SharedBy(ctx, in.Caller, after, n)
		},
		func(o OwnVideo) page.TimeCursor { return page.TimeCursor{Key: *o.Shared, ID: o.ID} })
	return of, err
}

// Withdraw deletes a shared video of the caller's, as Remove does for operators.
func (v *Videos) Withdraw(ctx context.Context, in OwnVideoInput) error {
	id, ok := text.ParseID(in.ID)
	if !ok {
		return ErrVideoNotFound
	}
	withdrawn, err := v.store.Withdraw(ctx, id, in.Owner, v.now())
	if err != nil {
		return err
	}
	v.deleteObjects(ctx, withdrawn)
	return nil
}

// deleteObjects deletes the bytes of a video whose deletion is scheduled; this process serves them no
// more.
func (v *Videos) deleteObjects(ctx context.Context, of Video) {
	v.hidden.Mark(true, of.SharedObjects()...)
	v.deleter.DeleteNow(ctx, of.SharedObjects()...)
}

// RecordsInput requests one page of all shared videos, by id.
type RecordsInput struct {
	AfterID string // empty for the first page
	Size    int    // 1 to page.MaxSize; 0 for page.DefaultSize
	Note    string // of the operator; at most 400 UTF-16 units
	DryRun  bool   // of RemoveMissing: say what would be removed, and remove nothing
}

// Republish publishes the events of such a page again and returns the ids of its videos.
func (v *Videos) Republish(ctx context.Context, in RecordsInput) ([]uuid.UUID, error) {
	after, size, bad := page.ParseByID(in.AfterID, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return nil, err
	}
	return v.store.Republish(ctx, after, size, in.Note)
}

// MissingPage is what RemoveMissing found on one page of all shared videos.
type MissingPage struct {
	Removed []uuid.UUID // or to be, in a dry run
	Last    uuid.UUID   // uuid.Nil if the page is empty
}

// RemoveMissing removes shared videos without a film, on one page of all of them, as Withdraw does. A
// restored database says that what was withdrawn after the restored moment is shared; its bytes were
// deleted then, and its script is to be.
func (v *Videos) RemoveMissing(ctx context.Context, in RecordsInput) (found MissingPage, err error) {
	after, size, bad := page.ParseByID(in.AfterID, in.Size)
	if err := fault.Invalid("LIST_INVALID", bad...); err != nil {
		return MissingPage{}, err
	}
	all, err := v.store.Shared(ctx, after, size)
	if err != nil || len(all) == 0 {
		return MissingPage{}, err
	}
	found.Last = all[len(all)-1].ID
	missing, err := objects.FindMissing(all, in.AfterID == "", ErrAllMissing,
		func(of Video) (bool, error) { return v.files.Exists(ctx, of.ObjectName()) })
	if err != nil {
		return MissingPage{}, err
	}
	for _, of := range missing {
		if !in.DryRun {
			switch err := v.store.RemoveMissing(ctx, of.ID, in.Note, v.now()); {
			case errors.Is(err, ErrVideoNotFound): // its maker withdrew it meanwhile
				continue
			case err != nil:
				return MissingPage{}, err
			}
			// What is left is deleted by a pass: a page of deletions would outlast the call.
			v.hidden.Mark(true, of.SharedObjects()...)
		}
		found.Removed = append(found.Removed, of.ID)
	}
	return found, nil
}
