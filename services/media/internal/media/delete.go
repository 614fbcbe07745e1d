package media

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
)

// The bounds of deleting objects.
const (
	DeleteEvery      = time.Minute
	deletePass       = 50 * time.Second // what is left then is for the next pass
	deleteBatch      = 100
	deletionsAtOnce  = 8
	deleteTimeout    = 10 * time.Second // one object, with its other widths
	deleteNowTimeout = 2 * time.Second  // while somebody waits for an answer
)

// errDeletionsLeft says that a pass was over before its work was.
var errDeletionsLeft = errors.New("objects are left for the next pass")

// DeletionStore knows the objects that are to be deleted.
type DeletionStore interface {
	// ClaimDeletions gives up to n objects that are due, those first that have waited longest. Until again has passed nobody is given them.
	ClaimDeletions(ctx context.Context, n int, again time.Duration) ([]string, error)
	// FinishDeletions notes that the objects are gone.
	FinishDeletions(ctx context.Context, names []string) error
}

// Deleter deletes the objects that transactions gave up, each until the store has done it. No transaction waits for the store.
type Deleter struct {
	store   DeletionStore
	objects Objects
}

// NewDeleter makes a deleter. Any number may be at work.
func NewDeleter(store DeletionStore, objects Objects) *Deleter { return &Deleter{store, objects} }

// Pass deletes what is due. What the store does not delete is tried again by a later pass; when it deletes nothing at all, the pass ends.
func (d *Deleter) Pass(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, deletePass)
	defer cancel()
	var failure error
	for limited.Err() == nil {
		names, err := d.store.ClaimDeletions(limited, deleteBatch, DeleteEvery)
		if err != nil || len(names) == 0 {
			return errors.Join(failure, err)
		}
		deleted, err := d.deleteAll(limited, names)
		if err != nil {
			failure = fmt.Errorf("%d of %d objects are not deleted: %w", len(names)-len(deleted), len(names), err)
		}
		if err := d.store.FinishDeletions(limited, deleted); err != nil || len(deleted) == 0 {
			return errors.Join(failure, err)
		}
	}
	return errors.Join(failure, errDeletionsLeft)
}

// DeleteNow deletes objects that a transaction has just given up, as far as the store is quick; the rest is for the next pass, which also tells
// what is wrong.
func (d *Deleter) DeleteNow(ctx context.Context, names ...string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deleteNowTimeout)
	defer cancel()
	if deleted, _ := d.deleteAll(ctx, names); len(deleted) > 0 {
		_ = d.store.FinishDeletions(ctx, deleted)
	}
}

// deleteAll deletes each object with its other widths and gives the names of those that are gone, and the first error about another.
func (d *Deleter) deleteAll(ctx context.Context, names []string) (deleted []string, err error) {
	return deleteSome(names, func(name string) error { return deleteForms(ctx, d.objects, name) })
}

// deleteSome deletes objects, some at a time, and gives the names of those that are gone, and the first error about another.
func deleteSome(names []string, deleteObject func(name string) error) (deleted []string, err error) {
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(deletionsAtOnce)
	for _, name := range names {
		all.Go(func() error {
			err := deleteObject(name)
			if err == nil {
				mu.Lock()
				defer mu.Unlock()
				deleted = append(deleted, name)
			}
			return err
		})
	}
	err = all.Wait()
	slices.Sort(deleted)
	return deleted, err
}

// deleteForms deletes an object and, of a picture that was published, the other widths, as far as they are there.
func deleteForms(ctx context.Context, objects Objects, name string) error {
	ctx, cancel := context.WithTimeout(ctx, deleteTimeout)
	defer cancel()
	err := objects.Delete(ctx, name)
	if strings.HasPrefix(name, "memes/") || strings.HasPrefix(name, "generated/") {
		for _, v := range variantsOf(name) {
			err = errors.Join(err, objects.Delete(ctx, v.ObjectName))
		}
	}
	return err
}
