package publications_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/fault"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
)

// importer is a moderation service that makes cases.
type importer struct {
	publications.Cases
	sent     []cases.Import
	verdicts []string // ids with findings
	version  int      // of the decision in force
	err      error
}

func (i *importer) RecordVerdict(_ context.Context, of cases.Details, _, finding string) error {
	i.verdicts = append(i.verdicts, of.ID.String()+" "+finding)
	return i.err
}

func (i *importer) Import(_ context.Context, in cases.Import) (int, error) {
	i.sent = append(i.sent, in)
	return i.version, i.err
}

// importCases runs a pass and returns what was sent, by id.
func (f fixture) importCases(t *testing.T, to *importer) []cases.Import {
	t.Helper()
	to.sent = nil
	s := publications.NewService(publications.Config{}, f.store, f.bucket, nil, nil, f.deleter(), nil, nil, to,
		time.Now)
	if err := s.ImportCases(t.Context()); !errors.Is(err, to.err) {
		t.Fatal(err)
	}
	slices.SortFunc(to.sent, func(a, b cases.Import) int { return strings.Compare(a.ID.String(), b.ID.String()) })
	return to.sent
}

// find returns what was sent about a publication.
func find(sent []cases.Import, p publications.Publication) *cases.Import {
	for i := range sent {
		if sent[i].ID == p.ID {
			return &sent[i]
		}
	}
	return nil
}

// TestStateOfLastReleaseBecomesCases has what the last release left: open reports, what reports and
// operators have hidden, and what operators left public.
// Verifies MOD-43, SORT-2.
func TestStateOfLastReleaseBecomesCases(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	reported, hidden, byReports, cleared := f.publish(t), f.publish(t), f.publish(t), f.publish(t)
	for _, device := range []string{"bob", "cleo"} {
		f.addReport(t, reported, device)
	}
	f.addReport(t, byReports, "dan")
	for _, statement := range []struct {
		sql string
		id  uuid.UUID
	}{
		{`UPDATE publications SET withdrawn_at = now(), hidden_by = 'operator' WHERE id = $1`, hidden.ID},
		{`INSERT INTO operator_acts (operator, act, subject, note) VALUES ('ada', 'hide-picture', $1::uuid::text, '')`, hidden.ID},
		{`UPDATE publications SET withdrawn_at = now(), hidden_by = 'reports' WHERE id = $1`, byReports.ID},
		{`UPDATE publications SET cleared_at = now() WHERE id = $1`, cleared.ID},
	} {
		testkit.Exec(t, f.pool, statement.sql, statement.id)
	}
	away := &importer{err: cases.ErrReportsAway}
	if sent := f.importCases(t, away); len(sent) != 1 {
		t.Errorf("%d cases were sent to a service that is away", len(sent))
	}
	rejects := &importer{err: fault.Invalid("IMPORT_INVALID", fault.Field{Name: "reports", Message: "no"})}
	if sent := f.importCases(t, rejects); len(sent) != 5 {
		t.Errorf("%d cases were sent, a rejected one keeps the others waiting", len(sent))
	}

	to := &importer{version: 1}
	sent := f.importCases(t, to)
	for name, c := range map[string]struct {
		of      publications.Publication
		reports []string
		hidden  bool
		by      string
		cleared bool
	}{
		"reported":           {of: reported, reports: []string{"bob", "cleo"}},
		"hidden by operator": {of: hidden, hidden: true, by: "ada"},
		"hidden by reports":  {of: byReports, reports: []string{"dan"}, hidden: true},
		"cleared":            {of: cleared, cleared: true},
	} {
		got := find(sent, c.of)
		if got == nil {
			t.Errorf("%s was not sent", name)
			continue
		}
		var devices []string
		for _, r := range got.Reports {
			if devices = append(devices, r.Device); r.Reason != decisions.ReasonPerson || r.Note != "that is me" ||
				r.Lane != "network of "+r.Device || !r.Settled || time.Since(r.Created) > time.Hour {
				t.Errorf("%s: a report is %+v", name, r)
			}
		}
		if slices.Sort(devices); !slices.Equal(devices, c.reports) || got.Hidden != c.hidden || got.HiddenBy != c.by ||
			got.Cleared != c.cleared || got.Kind != decisions.KindPicture || got.MakerDevice != "ann" ||
			got.ObjectName != c.of.ObjectName {
			t.Errorf("%s: sent %+v", name, got)
		}
	}
	if find(sent, f.old) != nil || find(sent, f.ann) != nil {
		t.Error("there is nothing to say about the others")
	}
	if open := f.count(t, `SELECT count(*) FROM reports WHERE settled_at IS NULL`); open != 0 {
		t.Errorf("%d reports are still open", open)
	}
	if again := f.importCases(t, to); len(again) != 0 {
		t.Errorf("sent again: %+v", again)
	}

	f.addReport(t, reported, "eve") // by a process of the last release, which still runs
	if late := f.importCases(t, to); len(late) != 1 || len(late[0].Reports) != 1 || late[0].Reports[0].Device != "eve" {
		t.Errorf("late: %+v", late)
	}
}

// A picture whose check came after it was published gets a case, so that its maker can appeal and an
// operator looks, and keeps the reports of the last release.
// Verifies MOD-51.
func TestFlaggedPicturesBecomeCases(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	flagged := f.publish(t)
	f.addReport(t, flagged, "bob")
	testkit.Exec(t, f.pool, `UPDATE publications SET withdrawn_at = now(), hidden_by = 'reports',
		picture_check = 'flagged', picture_finding = 'violence 0.97' WHERE id = $1`, flagged.ID)
	f.importCases(t, &importer{err: cases.ErrReportsAway}) // changes nothing
	to := &importer{version: 1}
	for range 2 {
		f.importCases(t, to)
	}
	if !slices.Equal(to.verdicts, []string{flagged.ID.String() + " violence 0.97"}) {
		t.Errorf("the verdicts sent are %v", to.verdicts)
	}
	if open := f.count(t, `SELECT count(*) FROM reports WHERE settled_at IS NULL`); open != 0 {
		t.Error("the report is lost or still open")
	}
}

// TestImportHidesNoLaterDecision has an operator who decides on a case before its owner has recorded
// that it was sent: the repeat of the import must not keep that decision from being applied.
// Verifies MOD-43.
func TestImportHidesNoLaterDecision(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.publish(t)
	f.addReport(t, p, "bob")
	f.importCases(t, &importer{version: 2})
	err := pgx.BeginFunc(t.Context(), f.pool, func(tx pgx.Tx) error {
		isNew, err := decisions.RecordVersion(t.Context(), tx, decisions.KindPicture, p.ID, 2)
		if !isNew {
			t.Error("the decision looks applied")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Each query of the import reads by an index, however many publications there are.
func TestImportReadsOnlyWhatIsDue(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	testkit.Fill(t, f.pool, `INSERT INTO publications
			(id, artwork_id, visitor, idempotency_key, input_hash, overlays, object_name, created_at)
		SELECT gen_random_uuid(), $1, 'ann', n, '', '[]', '', now() FROM generate_series(1, 20000) n`, f.ann.Artwork.ID)
	testkit.Fill(t, f.pool, `VACUUM ANALYZE publications`)
	for _, condition := range []string{`open_reports > 0`, `hidden_by IN ('operator', 'reports')`,
		`cleared_at IS NOT NULL`} {
		steps, buffers := testkit.Explain(t, f.pool, `SELECT id FROM publications WHERE `+condition+` AND id > $1`, uuid.Nil)
		if buffers > 100 {
			t.Errorf("%s reads %d pages: %v", condition, buffers, steps)
		}
	}
}
