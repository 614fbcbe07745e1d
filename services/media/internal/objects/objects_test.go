package objects

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"mcwick.example/services/media/internal/objects/objectstest"
)

// The folder of a laptop and the bucket of a cluster behave the same.
// Verifies MOD-120.
func TestBucket(t *testing.T) {
	for name, address := range map[string]string{
		"a folder": "file://" + t.TempDir() + "?no_tmp_dir=true&metadata=skip",
		"a bucket": objectstest.New(t).Address,
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			b, err := Open(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			for _, object := range []string{"generated/a.png", "memes/a.png", "memes/b.png", "memes/c.png",
				"speech/a.mp3"} {
				if err := b.Put(ctx, object, "image/png", []byte("bytes of "+object)); err != nil {
					t.Fatal(err)
				}
			}
			if err := b.Put(ctx, "memes/a.png", "image/png", []byte("other bytes")); err != nil {
				t.Fatal(err)
			}
			if got, err := b.Get(ctx, "memes/a.png"); err != nil || string(got) != "other bytes" {
				t.Errorf("%q %v", got, err)
			}

			r, err := b.Read(ctx, "memes/b.png")
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			if end, err := r.Seek(0, io.SeekEnd); err != nil || end != int64(len("bytes of memes/b.png")) {
				t.Errorf("%d %v", end, err)
			}
			if _, err := r.Seek(9, io.SeekStart); err != nil {
				t.Error(err)
			}
			if rest, err := io.ReadAll(r); err != nil || string(rest) != "memes/b.png" {
				t.Errorf("%q %v", rest, err)
			}

			var names []string
			for after, more := "", true; more; after = names[len(names)-1] {
				var found []Object
				if found, more, err = b.List(ctx, "memes/", after, 2); err != nil {
					t.Fatal(err)
				}
				for _, o := range found {
					if o.Modified.IsZero() {
						t.Errorf("%s has no time", o.Name)
					}
					names = append(names, o.Name)
				}
			}
			if len(names) != 3 || names[0] != "memes/a.png" || names[2] != "memes/c.png" {
				t.Errorf("%v", names)
			}
			if found, _, err := b.List(ctx, "memes/", "memes/b", 2); err != nil || len(found) != 2 ||
				found[0].Name != "memes/b.png" {
				t.Errorf("behind a name that nothing has: %v, %v", found, err)
			}
			if found, _, err := b.List(ctx, "memes/", "memes/", 2); err != nil || len(found) != 2 ||
				found[0].Name != "memes/a.png" {
				t.Errorf("behind the prefix itself: %v, %v", found, err)
			}

			for range 2 { // it need not exist
				if err := b.Delete(ctx, "memes/a.png"); err != nil {
					t.Error(err)
				}
			}
			if _, err := b.Get(ctx, "memes/a.png"); !errors.Is(err, ErrNotFound) {
				t.Error(err)
			}
			if _, err := b.Read(ctx, "memes/a.png"); !errors.Is(err, ErrNotFound) {
				t.Error(err)
			}
		})
	}
	t.Run("a folder in which others delete", func(t *testing.T) {
		b, err := Open(t.Context(), "file://"+t.TempDir()+"?no_tmp_dir=true&metadata=skip")
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var work sync.WaitGroup
		defer work.Wait()
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		work.Go(func() {
			for ctx.Err() == nil {
				if err := b.Put(t.Context(), "memes/a.png", "image/png", nil); err != nil {
					t.Error(err)
				}
				if err := b.Delete(t.Context(), "memes/a.png"); err != nil {
					t.Error(err)
				}
			}
		})
		for range 300 {
			if err := b.Delete(t.Context(), "memes/b.png"); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("a bucket that is gone", func(t *testing.T) {
		b, err := Open(t.Context(), strings.Replace(objectstest.New(t).Address, "candles", "none", 1))
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if err := b.Delete(t.Context(), "memes/a.png"); !errors.Is(err, errStore) {
			t.Errorf("deleted: %v", err)
		}
		if _, err := b.Get(t.Context(), "memes/a.png"); !errors.Is(err, errStore) {
			t.Errorf("read: %v", err)
		}
		if exists, err := b.Exists(t.Context(), "memes/a.png"); exists || !errors.Is(err, errStore) {
			t.Errorf("looked for: %v, %v", exists, err)
		}
	})
	t.Run("a bucket that is away", func(t *testing.T) {
		b, err := Open(t.Context(), "s3://candles?region=us-east-1&use_path_style=true&endpoint=http://127.0.0.1:1")
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		if err := b.Put(t.Context(), "x", "image/png", nil); !errors.Is(err, errStore) {
			t.Error(err)
		}
	})
}
