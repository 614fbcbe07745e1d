package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"mcwick.example/services/media/internal/media"
)

func TestRacingReportersHideAPictureOnce(t *testing.T) {
	const devices, enough = 12, 3
	pool, store, p := publication(t)
	if _, err := store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var noted, hid, late atomic.Int32
	for i := range devices {
		for range 2 { // each says it twice
			all.Go(func() {
				r := media.Report{Publication: p.ID, Visitor: fmt.Sprint("device", i), Reason: media.ReportSpam, Note: "again"}
				hidden, err := store.Report(t.Context(), r, enough, time.Now())
				switch {
				case errors.Is(err, media.ErrNotUp):
					late.Add(1)
				case err != nil:
					t.Error(err)
				case hidden:
					hid.Add(1)
				default:
					noted.Add(1)
				}
			})
		}
	}
	all.Wait()
	if hid.Load() != 1 || late.Load() != 2*(devices-enough) || noted.Load() != 2*enough-1 {
		t.Errorf("%d hid it, %d were noted, %d came late", hid.Load(), noted.Load(), late.Load())
	}
	var rows, open int
	err := pool.QueryRow(t.Context(), `SELECT open_reports, (SELECT count(*) FROM reports) FROM publications WHERE hidden_by = 'reports'`).Scan(&open, &rows)
	if err != nil || rows != enough || open != enough {
		t.Errorf("%d reports, %d open, %v", rows, open, err)
	}
	if diff := cmp.Diff([]string{"media.v1.ArtworkPublished", "media.v1.ArtworkWithdrawn"}, told(t, pool)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}
