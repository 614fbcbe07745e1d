package main

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/cases/casestest"
	"mcwick.example/services/moderation/api/decisions"
	moderationv1 "mcwick.example/services/moderation/api/moderation/v1"
	"mcwick.example/services/wall/internal/postgres"
	"mcwick.example/services/wall/internal/postgres/migrations"
	"mcwick.example/services/wall/internal/wall"
)

// importer is a moderation service that makes cases.
type importer struct {
	wall.Cases
	sent     []cases.Import
	err      error
	onImport func()
}

func (i *importer) Import(_ context.Context, in cases.Import) (int, error) {
	i.sent = append(i.sent, in)
	if i.onImport != nil {
		i.onImport()
	}
	return 0, i.err
}

// importCases runs a pass on a database and returns what was sent, by kind and text.
func importCases(t *testing.T, pool *pgxpool.Pool, to *importer) map[string]cases.Import {
	t.Helper()
	to.sent = nil
	s := wall.NewService(postgres.NewStore(pool, nil), nil, to, time.Now)
	if err := s.ImportCases(t.Context()); !errors.Is(err, to.err) {
		t.Fatal(err)
	}
	sent := make(map[string]cases.Import)
	for _, in := range to.sent {
		sent[string(in.Kind)+" "+in.Text] = in
	}
	return sent
}

const insertReporter = `INSERT INTO entry_reporters (entry_id, visitor, lane, created_at) VALUES ($1, $2, 'network of ' || $2, $3)`

// TestComplaintsOfLastReleaseBecomeCases has open and settled reports of entries, of one that is
// gone and of one whose reporters are forgotten, and takedown requests.
// Verifies WALL-19.
func TestComplaintsOfLastReleaseBecomeCases(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	at := time.Now().Add(-time.Hour).UTC().Truncate(time.Microsecond)
	reported, forgotten, gone, complaint, takedown := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	for id, handle := range map[uuid.UUID]string{reported: "@wick", forgotten: "@forgotten"} {
		testkit.Exec(t, pool, `INSERT INTO wall_entries (id, wall, x_handle, bio) VALUES ($1, 'shame', $2, 'Snuffed')`,
			id, handle)
	}
	testkit.Exec(t, pool, `INSERT INTO complaints (id, entry_id, wall, x_handle, reason, place, note, settled_at)
		VALUES (gen_random_uuid(), $1, 'shame', '@wick', 'spam', '', 'old', now())`, reported)
	testkit.Exec(t, pool, insertReporter, reported, "ann", at.Add(-time.Minute)) // of the settled one
	const insertComplaint = `INSERT INTO complaints (id, entry_id, wall, x_handle, reason, place, note, repeats, created_at)
		VALUES ($1, $2, 'shame', $3, 'personal', '', 'that is me', 1, $4)`
	testkit.Exec(t, pool, insertComplaint, uuid.New(), reported, "@wick", at)
	testkit.Exec(t, pool, insertReporter, reported, "cleo", at.Add(time.Minute))
	testkit.Exec(t, pool, insertReporter, reported, "bob", at)
	testkit.Exec(t, pool, insertComplaint, complaint, forgotten, "@forgotten", at)
	testkit.Exec(t, pool, insertComplaint, uuid.New(), gone, "@gone", at)
	testkit.Exec(t, pool, `INSERT INTO complaints (id, wall, x_handle, reason, place, note, lane, created_at)
		VALUES ($1, '', '@dan', '', '/gallery/1', 'my face', 'network of dan', $2)`, takedown, at)

	away := &importer{err: cases.ErrReportsAway}
	if sent := importCases(t, pool, away); len(sent) != 1 {
		t.Errorf("%d cases were sent to a service that is away", len(sent))
	}
	rejects := &importer{err: fault.Invalid("IMPORT_INVALID", fault.Field{Name: "reports", Message: "no"})}
	if sent := importCases(t, pool, rejects); len(sent) != 3 {
		t.Errorf("%d cases were sent, a rejected one keeps the others waiting", len(sent))
	}

	entry := func(id uuid.UUID, text string) cases.Details {
		return cases.Details{Kind: decisions.KindWallEntry, ID: id, Text: text}
	}
	report := func(device, lane, note string, at time.Time) cases.Report {
		return cases.Report{Reason: decisions.ReasonPerson, Device: device, Lane: lane, Note: note, Created: at}
	}
	request := report(takedown.String(), "network of dan", "my face", at)
	request.Settled = true
	const wick, other, place = "@wick\nWall of Shame\nSnuffed", "@forgotten\nWall of Shame\nSnuffed", "/gallery/1\n@dan"
	want := map[string]cases.Import{
		"wall_entry " + wick: {Details: entry(reported, wick), Reports: []cases.Report{
			report("bob", "network of bob", "that is me", at), report("cleo", "network of cleo", "", at.Add(time.Minute))}},
		"wall_entry " + other: {Details: entry(forgotten, other), Reports: []cases.Report{
			report(complaint.String(), "", "that is me", at)}},
		"place " + place: {Details: cases.Details{Kind: decisions.KindPlace, ID: takedown, Text: place},
			Reports: []cases.Report{request}},
	}
	to := &importer{}
	if diff := cmp.Diff(want, importCases(t, pool, to), cmpopts.EquateApproxTime(0)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if again := importCases(t, pool, to); len(again) != 0 {
		t.Errorf("sent again: %v", again)
	}
	if open := testkit.QueryOne[int](t, pool, `SELECT count(*) FROM complaints WHERE settled_at IS NULL`); open != 0 {
		t.Errorf("%d are open", open)
	}
}

// TestReportDuringImportIsSent has a process of the last release add a report of another network
// while the first one is sent.
// Verifies WALL-19.
func TestReportDuringImportIsSent(t *testing.T) {
	t.Parallel()
	pool := testkit.Database(t, migrations.Schema)
	id := uuid.New()
	testkit.Exec(t, pool, `INSERT INTO wall_entries (id, wall, x_handle, bio) VALUES ($1, 'flame', '@wick', '')`, id)
	testkit.Exec(t, pool, `INSERT INTO complaints (id, entry_id, wall, x_handle, reason, place, note)
		VALUES (gen_random_uuid(), $1, 'flame', '@wick', 'spam', '', '')`, id)
	testkit.Exec(t, pool, insertReporter, id, "bob", time.Now())
	to := &importer{onImport: func() {
		testkit.Exec(t, pool, insertReporter, id, "cleo", time.Now())
		testkit.Exec(t, pool, `UPDATE complaints SET repeats = repeats + 1 WHERE entry_id = $1`, id)
	}}
	importCases(t, pool, to)
	to.onImport = nil
	var devices []string
	for _, in := range importCases(t, pool, to) {
		for _, r := range in.Reports {
			devices = append(devices, r.Device)
		}
	}
	if !slices.Equal(devices, []string{"bob", "cleo"}) {
		t.Errorf("the second pass sent %v", devices)
	}
	if again := importCases(t, pool, to); len(again) != 0 {
		t.Errorf("sent again: %v", again)
	}
}

// Verifies WALL-19.
func TestServiceImportsByItself(t *testing.T) {
	w, moderation := newModerated(t)
	testkit.Exec(t, w.pool, `INSERT INTO complaints (id, wall, x_handle, reason, place, note)
		VALUES (gen_random_uuid(), '', '', '', '/wall', 'my face')`)
	testkit.Eventually(t, "the complaint is a case", func() bool {
		return len(casestest.Calls[*moderationv1.ImportCaseRequest](moderation)) >= 1 &&
			w.count(t, "complaints WHERE settled_at IS NULL") == 0
	})
}
