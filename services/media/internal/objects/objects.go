// Package objects stores bytes: in a folder on a laptop, in a bucket in a cluster, behind one
// interface.
package objects

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob" // file:// URLs
	_ "gocloud.dev/blob/s3blob"   // s3:// URLs
	"gocloud.dev/gcerrors"

	"mcwick.example/platform/fault"
)

// ErrNotFound means that there is no such object.
var ErrNotFound = fault.New(fault.KindNotFound, "OBJECT_NOT_FOUND", "There is nothing at this address.")

// errStore has the specification's text for a store that fails.
var errStore = fault.New(fault.KindUnavailable, "STORAGE_UNAVAILABLE", "Storage bucket error")

// Object is an object's entry in a list.
type Object struct {
	Name     string
	Modified time.Time
}

// Bucket is a store of objects. Objects are never overwritten with other bytes.
type Bucket struct {
	bucket *blob.Bucket
	memory *memory // of what it serves
}

// Open opens the bucket at a Go CDK URL such as file:///data/objects?no_tmp_dir=true&metadata=skip.
func Open(ctx context.Context, address string) (*Bucket, error) {
	b, err := blob.OpenBucket(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("open bucket: %w", err)
	}
	opened := &Bucket{bucket: b}
	opened.memory = newMemory(opened.getSmall)
	return opened, nil
}

// Close closes the bucket.
func (b *Bucket) Close() error { return b.bucket.Close() }

// Put stores the bytes under name.
func (b *Bucket) Put(ctx context.Context, name, contentType string, p []byte) error {
	return translate("put", name, b.bucket.WriteAll(ctx, name, p, &blob.WriterOptions{ContentType: contentType}))
}

// Get returns the bytes under name.
func (b *Bucket) Get(ctx context.Context, name string) ([]byte, error) {
	p, err := b.bucket.ReadAll(ctx, name)
	return p, b.translateMissing(ctx, "get", name, err)
}

// Exists reports whether an object exists.
func (b *Bucket) Exists(ctx context.Context, name string) (bool, error) {
	_, err := b.bucket.Attributes(ctx, name)
	if err = b.translateMissing(ctx, "look for", name, err); errors.Is(err, ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Delete deletes the object, which need not exist, and what is remembered of it.
func (b *Bucket) Delete(ctx context.Context, name string) error {
	defer b.memory.objects.Invalidate(name)
	err := b.translateMissing(ctx, "delete", name, b.bucket.Delete(ctx, name))
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// List returns up to n objects of a prefix after a name, in the order of their names, and whether
// more follow. A name is a cursor that outlives a process, and the store's own tokens need not.
func (b *Bucket) List(ctx context.Context, prefix, after string, n int) (found []Object, more bool, err error) {
	place, options := blob.FirstPageToken, &blob.ListOptions{Prefix: prefix}
	if after != "" {
		place = []byte(after) // a folder's tokens are names
		options.BeforeList = func(as func(any) bool) error {
			var s3List *s3.ListObjectsV2Input
			if as(&s3List) {
				s3List.ContinuationToken, s3List.StartAfter = nil, &after
			}
			return nil
		}
	}
	page, next, err := b.bucket.ListPage(ctx, place, n, options)
	if err != nil {
		return nil, false, translate("list", "objects", err)
	}
	for _, o := range page {
		found = append(found, Object{Name: o.Key, Modified: o.ModTime})
	}
	return found, len(next) > 0, nil
}

// Read opens the object for streaming with seeking. The caller closes it.
func (b *Bucket) Read(ctx context.Context, name string) (io.ReadSeekCloser, error) {
	r, err := b.bucket.NewReader(ctx, name, nil)
	if err != nil {
		return nil, translate("read", name, err)
	}
	return r, nil
}

// translateMissing is translate for callers who give up what is gone: when the bucket itself is gone, which the
// store reports of each object as if that alone were, it returns errStore.
func (b *Bucket) translateMissing(ctx context.Context, what, name string, err error) error {
	if gcerrors.Code(err) == gcerrors.NotFound {
		// IsAccessible lists objects, and fails in a folder when one of them is deleted meanwhile.
		_, _, unlisted := b.bucket.ListPage(ctx, blob.FirstPageToken, 1, &blob.ListOptions{Prefix: "none"})
		if unlisted != nil {
			return errStore.WithCause(fmt.Errorf("%s %s, and a list of the bucket: %w", what, name, errors.Join(err, unlisted)))
		}
	}
	return translate(what, name, err)
}

func translate(what, name string, err error) error {
	switch {
	case err == nil || ctxError(err):
		return err
	case gcerrors.Code(err) == gcerrors.NotFound:
		return ErrNotFound.WithCause(err)
	default:
		return errStore.WithCause(fmt.Errorf("%s %s: %w", what, name, err))
	}
}

func ctxError(err error) bool {
	return gcerrors.Code(err) == gcerrors.Canceled || gcerrors.Code(err) == gcerrors.DeadlineExceeded
}
