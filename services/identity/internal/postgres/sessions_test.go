package postgres

import (
	"testing"

	database "mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
	"mcwick.example/services/identity/internal/identity"
	"mcwick.example/services/identity/internal/postgres/migrations"
)

// TestSweepUsesIndexes has two batches of expired rows of each kind, besides open sessions and
// challenges.
// Verifies RETAIN-5.
func TestSweepUsesIndexes(t *testing.T) {
	const due, stay = 2 * database.BatchSize, 20_000
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO used_challenges (hash, expires_at) SELECT sha256(n::text::bytea), now() + interval '1 hour' * (CASE WHEN n > $1 THEN 1 ELSE -1 END)
			FROM generate_series(1, $1 + $2::int) n`,
		`INSERT INTO sessions (id, account, assurance, created_at, last_seen)
			SELECT n, gen_random_uuid(), 'claimed', now() - interval '1 day' * (CASE WHEN n > $1 THEN 60 ELSE 91 END), now() - interval '1 day' * (n % 2)
			FROM generate_series(1, $1 + $2::int) n`,
		`INSERT INTO sessions (id, account, assurance, last_seen)
			SELECT -n, gen_random_uuid(), 'claimed', now() - interval '1 day' * (CASE WHEN n > $1 THEN 1 ELSE 15 END) FROM generate_series(1, $1 + $2::int) n`,
	} {
		testkit.Fill(t, pool, statement, due, stay)
	}
	testkit.Fill(t, pool, `ANALYZE`)
	testkit.CheckUsesIndex(t, pool, "used_challenges_expiry", deleteExpiredChallenges)
	testkit.CheckUsesIndex(t, pool, "sessions_last_seen", deleteIdleSessions, identity.SessionIdle)
	testkit.CheckUsesIndex(t, pool, "sessions_created", deleteOldSessions, identity.SessionLife)
	if err := NewStore(pool, nil).Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]int{`SELECT count(*) FROM sessions`: 2 * stay,
		`SELECT count(*) FROM used_challenges`: stay} {
		if left := testkit.QueryOne[int](t, pool, query); left != want {
			t.Errorf("%s: %d, want %d", query, left, want)
		}
	}
}

// Each call that acts for an account waits for this query.
func TestSessionUsesIndexes(t *testing.T) {
	pool := testkit.Database(t, migrations.Schema)
	for _, statement := range []string{
		`INSERT INTO users (public_key, verify_key, account, x_handle)
			SELECT encode(sha256(n::text::bytea), 'hex'), sha256(n::text::bytea), gen_random_uuid(), '@u' || n FROM generate_series(1, 20000) n`,
		`INSERT INTO sessions (id, account, assurance) SELECT account, account, 'proven' FROM users`,
		`INSERT INTO profiles (account, version) SELECT account, 1 FROM users`,
		`ANALYZE`,
	} {
		testkit.Fill(t, pool, statement)
	}
	for _, index := range []string{"sessions_pkey", "users_account", "profiles_pkey"} {
		testkit.CheckUsesIndex(t, pool, index, selectSession, "an id", identity.SessionIdle, identity.SessionLife)
	}
}
