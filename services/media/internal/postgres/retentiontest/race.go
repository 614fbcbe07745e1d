// Package retentiontest runs retention against visitors who write the same rows.
package retentiontest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
)

// Race is what runs at the same time.
type Race struct {
	// statements that insert rows with the ids $1, created at $2, which are due
	Insert  []string
	Expire  func(pool *pgxpool.Pool) func(context.Context) error // one pass of retention, of a process of its own
	Writers func(pool *pgxpool.Pool) []Writer
}

// Writer writes each row, from the last one to the first.
type Writer struct {
	Name    string
	Write   func(ctx context.Context, id uuid.UUID) error
	Expired error  // the error of Write for a row that was deleted before
	Count   string // counts the rows of the ids $1 that were written
}

const rows = 6000

// Run has two processes expire rows while visitors write them. It fails the test when a successful
// write is lost, or on a deadlock.
func (r Race) Run(t *testing.T) {
	t.Helper()
	url := testkit.DatabaseURL(t, migrations.Schema)
	pool := testkit.ConnectWithTimeout(t, url, 10*time.Second)
	ids := make([]uuid.UUID, rows)
	for i := range ids {
		ids[i] = uuid.New()
	}
	for _, statement := range r.Insert {
		if _, err := pool.Exec(t.Context(), statement, ids, time.Now().Add(-8*24*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	writers := r.Writers(pool)
	written := make([][]uuid.UUID, len(writers))
	ended := make(chan struct{})
	var writing, expiring sync.WaitGroup
	for n, w := range writers {
		writing.Go(func() { written[n] = w.writeAll(t, ids, ended) })
	}
	for range 2 {
		expiring.Go(func() {
			expire := r.Expire(pool)
			for range 5 {
				if err := expire(t.Context()); err != nil {
					t.Error(err)
				}
			}
		})
	}
	expiring.Wait()
	close(ended)
	writing.Wait()
	pool.Close()

	after := testkit.Connect(t, url)
	for n, w := range writers {
		var there int
		if err := after.QueryRow(t.Context(), w.Count, written[n]).Scan(&there); err != nil || there < len(written[n]) {
			t.Errorf("%s: %d of %d are there, %v", w.Name, there, len(written[n]), err)
		}
		t.Logf("%s: %d", w.Name, len(written[n]))
	}
	testkit.CheckNoDeadlock(t, after)
}

// writeAll returns the ids that were written until the race ended.
func (w Writer) writeAll(t *testing.T, ids []uuid.UUID, ended <-chan struct{}) (written []uuid.UUID) {
	for i := len(ids) - 1; i >= 0; i-- { // retention comes from the other end
		select {
		case <-ended:
			return written
		default:
		}
		switch err := w.Write(t.Context(), ids[i]); {
		case err == nil:
			written = append(written, ids[i])
		case !errors.Is(err, w.Expired):
			t.Error(err)
		}
	}
	return written
}
