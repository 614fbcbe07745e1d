package objects

import (
	"errors"
	"io"
	"net/http/httptest"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// bucketServer speaks the protocol of S3, so that the whole client is under test; it gives the bucket's address.
func bucketServer(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("candles"); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(s.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "id")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	return "s3://candles?region=us-east-1&use_path_style=true&endpoint=" + s.URL
}

// The folder of a laptop and the bucket of a cluster are one thing to whoever keeps bytes.
func TestBucket(t *testing.T) {
	for name, address := range map[string]string{
		"a folder": "file://" + t.TempDir() + "?no_tmp_dir=true&metadata=skip",
		"a bucket": bucketServer(t),
	} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			b, err := Open(ctx, address)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			for _, object := range []string{"memes/a.png", "memes/b.png", "memes/c.png"} {
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
			for place := []byte(nil); len(names) == 0 || place != nil; {
				found, next, err := b.List(ctx, place, 2)
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range found {
					if o.Modified.IsZero() {
						t.Errorf("%s has no time", o.Name)
					}
					names = append(names, o.Name)
				}
				place = next
			}
			if len(names) != 3 || names[0] != "memes/a.png" || names[2] != "memes/c.png" {
				t.Errorf("%v", names)
			}

			for range 2 { // it may be gone already
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
