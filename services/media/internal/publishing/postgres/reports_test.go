package postgres_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"mcwick.example/platform/config"
	"mcwick.example/platform/events"
	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/postgres/migrations/migrationstest"
	"mcwick.example/services/media/internal/publishing/postgres"
	"mcwick.example/services/media/internal/publishing/publications"
)

// Verifies SORT-1.
func TestConcurrentReportsHideOnce(t *testing.T) {
	t.Parallel()
	const devices, enough = 12, 3
	pool, store, p := publication(t)
	if _, err := store.Publish(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	var noted, hid, late atomic.Int32
	for i := range devices {
		for range 2 { // each reports it twice
			all.Go(func() {
				r := publications.Report{
					Publication: p.ID, Visitor: fmt.Sprint("device", i), Reason: publications.ReportSpam, Note: "again",
					Lane: fmt.Sprint("network", i), Counts: true,
				}
				hidden, err := store.Report(t.Context(), r, enough, time.Now())
				switch {
				case errors.Is(err, publications.ErrNotPublic):
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
	err := pool.QueryRow(t.Context(),
		`SELECT open_reports, (SELECT count(*) FROM reports) FROM publications WHERE hidden_by = 'reports'`).Scan(&open,
		&rows)
	if err != nil || rows != enough || open != enough {
		t.Errorf("%d reports, %d open, %v", rows, open, err)
	}
	if diff := cmp.Diff([]string{"media.v1.ArtworkPublished", "media.v1.ArtworkWithdrawn"},
		publishedEvents(t, pool)); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// TestReportsOfLastRelease has a database with reports without a network, and pictures that
// operators cleared or restored.
// Verifies SORT-2.
func TestReportsOfLastRelease(t *testing.T) {
	t.Parallel()
	url := testkit.DatabaseURL(t, migrationstest.Before(t, "00014"))
	pool := testkit.Connect(t, url)
	store := postgres.NewStore(pool, events.NewRelay(testkit.DiscardLog(), pool, events.Config{}, "media"))
	ids := map[string]uuid.UUID{"reported": uuid.New(), "restored": uuid.New(), "left": uuid.New(),
		"hidden": uuid.New()}
	insert := func(publication uuid.UUID, devices ...string) {
		t.Helper()
		for _, device := range devices {
			_, err := pool.Exec(t.Context(),
				`INSERT INTO reports (publication_id, visitor, reason, note, created_at) VALUES ($1, $2, 'spam', '', now())`, publication, device)
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	artwork := uuid.New()
	_, err := pool.Exec(t.Context(),
		`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
		VALUES ($1, 'ann', 'meme', '', '', '', '', '', now())`, artwork)
	if err != nil {
		t.Fatal(err)
	}
	for name, id := range ids {
		_, err := pool.Exec(t.Context(),
			`INSERT INTO publications (id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
			VALUES ($1, $2, 'ann', $3, '', '[]', '', now())`, id, artwork, name)
		if err != nil {
			t.Fatal(err)
		}
		act := map[string]string{"restored": "restore-picture", "left": "dismiss-reports",
			"hidden": "hide-picture"}[name]
		if act != "" {
			_, err = pool.Exec(t.Context(),
				`INSERT INTO operator_acts (operator, act, subject, note) VALUES ('ada', $1, $2, '')`, act, id.String())
		}
		if err != nil {
			t.Fatal(err)
		}
		insert(id, "eve", "fay")
	}
	if err := database.Migrate(t.Context(), testkit.DiscardLog(), database.Config{URL: config.Secret(url), PoolSize: 2},
		migrations.Schema); err != nil {
		t.Fatal(err)
	}
	insert(ids["reported"], "gus") // by a process of that release, which still runs
	report := func(name, device string) (hidden bool) {
		t.Helper()
		r := publications.Report{Publication: ids[name], Visitor: device, Reason: publications.ReportSpam,
			Lane: "network of " + device, Counts: true}
		hidden, err := store.Report(t.Context(), r, 3, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return hidden
	}
	for name, want := range map[string]bool{"reported": true, "hidden": true, "restored": false, "left": false} {
		if report(name, "one") {
			t.Errorf("%s: those without a network count as more than one", name)
		}
		if hidden := report(name, "two"); hidden != want {
			t.Errorf("%s: hidden %t by two networks and those of the release before", name, hidden)
		}
		if hidden := want || report(name, "three"); hidden != want {
			t.Errorf("%s: hidden, though an operator left it up", name)
		}
	}
}
