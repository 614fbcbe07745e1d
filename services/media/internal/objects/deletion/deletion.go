// Package deletion deletes the objects that transactions gave up, each until the store has done it. No transaction waits for the store.
package deletion

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/services/media/internal/objects"
)

// The bounds of deleting objects.
const (
	Interval         = time.Minute
	passTimeout      = 50 * time.Second // what is left then is for the next pass
	batchSize        = 100
	timeout          = 10 * time.Second // one object, with its other forms
	deleteNowTimeout = 2 * time.Second  // while somebody waits for an answer
)

// errLeft says that a pass was over before its work was.
var errLeft = errors.New("objects are left for the next pass")

// Bucket is what deleting needs of an object store.
type Bucket interface {
	// Delete removes an object; it may be gone already.
	Delete(ctx context.Context, name string) error
}

// Deleter deletes what the rows of its database name.
type Deleter struct {
	pool      *pgxpool.Pool
	bucket    Bucket
	objectsOf func(name string) []string
}

// New makes a deleter; any number may be at work. forms gives all objects that a name stands for, itself among them.
func New(pool *pgxpool.Pool, bucket Bucket, forms func(name string) []string) *Deleter {
	return &Deleter{pool, bucket, forms}
}

// Pass deletes what is due. What the store does not delete is tried again by a later pass; when it deletes nothing at all, the pass ends.
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
		if err := d.finish(limited, deleted); err != nil || len(deleted) == 0 {
			return errors.Join(failure, err)
		}
	}
	return errors.Join(failure, errLeft)
}

// DeleteNow deletes objects that a transaction has just given up, as far as the store is quick; the rest is for the next pass, which also tells
// what is wrong.
func (d *Deleter) DeleteNow(ctx context.Context, names ...string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), deleteNowTimeout)
	defer cancel()
	if deleted, _ := d.deleteAll(ctx, names); len(deleted) > 0 {
		_ = d.finish(ctx, deleted)
	}
}

// deleteAll deletes each object with its other forms and returns the names of those that are gone,
// and the first error about another.
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
