// Package deletion deletes the objects that transactions scheduled, and retries until the store has
// done it. No transaction waits for the store.
package deletion

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/services/media/internal/objects"
)

// The limits of deleting objects.
const (
	Interval      = time.Minute
	passTimeout   = 50 * time.Second // the next pass continues
	batchSize     = 100
	timeout       = 10 * time.Second // one object, with its other forms
	recordTimeout = 5 * time.Second
	// While a caller waits for the response.
	deleteNowTimeout = 1500 * time.Millisecond
	recordNowTimeout = 500 * time.Millisecond
)

// errLeft means that a pass ran out of time.
var errLeft = errors.New("objects are left for the next pass")

// Bucket is the object store as deletion needs it.
type Bucket interface {
	// Delete removes an object; it may be gone already.
	Delete(ctx context.Context, name string) error
}

// Deleter deletes the objects that its database schedules.
type Deleter struct {
	pool      *pgxpool.Pool
	bucket    Bucket
	objectsOf func(name string) []string
}

// New returns a deleter; any number may run. forms returns all objects that a name stands for,
// itself among them.
func New(pool *pgxpool.Pool, bucket Bucket, forms func(name string) []string) *Deleter {
	return &Deleter{pool, bucket, forms}
}

// Pass deletes what is due. What the store does not delete is retried by a later pass; when it
// deletes nothing at all, the pass ends.
func (d *Deleter) Pass(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, passTimeout)
	defer cancel()
	var failure error
	for limited.Err() == nil {
		names, err := d.claim(limited, batchSize, Interval)
		if err != nil || len(names) == 0 {
			return errors.Join(failure, err)
		}
		deleted, err := d.deleteAll(limited, names)
		if err != nil {
			failure = fmt.Errorf("%d of %d objects are not deleted: %w", len(names)-len(deleted), len(names), err)
		}
		if err := d.finish(limited, deleted, recordTimeout); err != nil || len(deleted) == 0 {
			return errors.Join(failure, err)
		}
	}
	return errors.Join(failure, errLeft)
}

// DeleteNow deletes objects that a transaction has just scheduled, within a short timeout; the next
// pass deletes the rest, and reports errors.
func (d *Deleter) DeleteNow(ctx context.Context, names ...string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deleteNowTimeout)
	defer cancel()
	if deleted, _ := d.deleteAll(ctx, names); len(deleted) > 0 {
		_ = d.finish(ctx, deleted, recordNowTimeout)
	}
}

// deleteAll deletes each object with its other forms and returns the names of those that are
// deleted, and the first error of the others.
func (d *Deleter) deleteAll(ctx context.Context, names []string) (deleted []string, err error) {
	return objects.ForEach(names, func(name string) (err error) {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		for _, form := range d.objectsOf(name) {
			err = errors.Join(err, d.bucket.Delete(ctx, form))
		}
		return err
	})
}
