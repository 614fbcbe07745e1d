package postgres

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/page"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/media/internal/postgres/migrations"
	"mcwick.example/services/media/internal/works"
)

// insertWorks inserts that many pictures and videos, of 200 devices, accounts and
// networks, a second between two.
func insertWorks(t *testing.T, n int) *pgxpool.Pool {
	t.Helper()
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO artworks (id, visitor, type, prompt, action, scene, style, object_name, created_at)
			SELECT md5(n::text)::uuid, 'd', 'meme', '', '', '', '', '', now() FROM generate_series(1, $1::int) n`,
		`INSERT INTO publications (id, artwork_id, visitor, account, lane, idempotency_key, input_hash, overlays, object_name, created_at)
			SELECT md5('p' || n)::uuid, md5(n::text)::uuid, 'device' || n % 200, 'account' || n % 200, 'lane' || n % 200, n, '', 'null', '',
				timestamptz '2030-01-01' + n * interval '1 s' FROM generate_series(1, $1::int) n`,
		`INSERT INTO videos (id, visitor, account, lane, sound, category, pfp, description, duration_ms, created_at, shared_at)
			SELECT md5('v' || n)::uuid, 'device' || n % 200, 'account' || n % 200, 'lane' || n % 200, md5('s' || n)::uuid, 'subway', 'pfp1', '', 1, now(),
				timestamptz '2030-01-01' + n * interval '1 s' FROM generate_series(1, $1::int) n`,
		`INSERT INTO video_decisions (video_id, reason, message, decided_at)
			SELECT md5('v' || n)::uuid, '', '', now() FROM generate_series(1, $1::int) n`,
	} {
		testkit.Fill(t, pool, statement, n)
	}
	testkit.Fill(t, pool, `VACUUM ANALYZE`)
	return pool
}

func TestWorksAreFoundByIndexes(t *testing.T) {
	t.Parallel()
	const n = 20_000
	pool := insertWorks(t, n)
	for filter, c := range map[works.Filter]struct {
		indexes []string
		args    []any
	}{
		works.FilterNone:    {[]string{"publications_works", "videos_shared"}, nil},
		works.FilterDevice:  {[]string{"publications_works_of_visitor", "videos_shared_of_visitor"}, []any{"device3"}},
		works.FilterLane:    {[]string{"publications_works_of_lane", "videos_shared_of_lane"}, []any{"lane3"}},
		works.FilterAccount: {[]string{"publications_works_of_account", "videos_shared_of_account"}, []any{"account3"}},
		works.FilterID:      {[]string{"publications_pkey", "videos_pkey"}, []any{uuid.NewString()}},
		works.FilterHeld:    {[]string{"publications_held"}, nil},
	} {
		page := func(second int) []any {
			return append([]any{time.Date(2030, 1, 1, 0, 0, second, 0, time.UTC), uuid.Max, 25, time.Time{}}, c.args...)
		}
		for _, index := range c.indexes {
			testkit.CheckUsesIndex(t, pool, index, statements[filter], page(n/2)...)
		}
		_, first := testkit.Explain(t, pool, statements[filter], page(n)...)
		if _, deep := testkit.Explain(t, pool, statements[filter], page(n/10)...); 10*deep > 15*first {
			t.Errorf("filter %d: a deep page touches %d buffers, the first %d", filter, deep, first)
		}
	}
}

func TestPagesHaveEachWorkOnce(t *testing.T) {
	t.Parallel()
	store, cursor := NewStore(insertWorks(t, 50)), ""
	seen := map[uuid.UUID]int{}
	for more := true; more; more = cursor != "" {
		p, err := works.List(t.Context(), store, works.ListInput{Cursor: cursor, Size: 7})
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range p.Works {
			seen[one.ID]++
		}
		cursor = p.Next
	}
	if len(seen) != 100 {
		t.Errorf("%d works on all pages", len(seen))
	}
	for id, times := range seen {
		if times > 1 {
			t.Errorf("%s is there %d times", id, times)
		}
	}
}

func TestWorkWithoutTextsHasNone(t *testing.T) {
	t.Parallel()
	found, err := NewStore(insertWorks(t, 1)).Works(t.Context(), works.Query{By: works.FilterAccount, Value: "account1",
		After: page.First[time.Time](), Limit: 1})
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if diff := cmp.Diff([]string{}, found[0].Texts); diff != "" {
		t.Error(diff)
	}
}
