// Package buckettest provides tests with a bucket, and with objects whose bytes do not matter.
package buckettest

import (
	"testing"

	"mcwick.example/services/media/internal/objects"
)

// Bucket is a bucket of a test.
type Bucket struct{ *objects.Bucket }

// New opens a bucket in a folder of the test.
func New(t testing.TB) Bucket {
	t.Helper()
	return Open(t, "file://"+t.TempDir()+"?no_tmp_dir=true&metadata=skip")
}

// Open opens the bucket at an address, until the test ends.
func Open(t testing.TB, address string) Bucket {
	t.Helper()
	b, err := objects.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return Bucket{b}
}

// Fill stores objects with these names.
func (b Bucket) Fill(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := b.Put(t.Context(), name, "image/png", []byte("bytes")); err != nil {
			t.Fatal(err)
		}
	}
}

// Count returns how many of the names exist.
func (b Bucket) Count(t testing.TB, names ...string) (n int) {
	t.Helper()
	for _, name := range names {
		exists, err := b.Exists(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if exists {
			n++
		}
	}
	return n
}
