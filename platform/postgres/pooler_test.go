package postgres_test

import (
	"strings"
	"testing"

	"mcwick.example/platform/config"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// Behind a pooler the role must bound its sessions; a service whose role does not is never ready,
// and says what is missing.
func TestReadyRequiresSessionTimeouts(t *testing.T) {
	u := testkit.DatabaseURL(t, one)
	admin := testkit.Connect(t, u)
	set := func(statement, idle string) (ready error) {
		t.Helper()
		name := admin.Config().ConnConfig.Database
		testkit.Exec(t, admin, `ALTER ROLE postgres IN DATABASE `+name+` SET statement_timeout = '`+
			statement+`';
			ALTER ROLE postgres IN DATABASE `+name+` SET idle_in_transaction_session_timeout = '`+idle+
			`'`)
		pool, err := postgres.Open(t.Context(),
			postgres.Config{URL: "postgres://nobody@127.0.0.1:1/none", PoolerURL: config.Secret(u), PoolSize: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		ready = postgres.Ready(pool, one)(t.Context())
		if away := postgres.ReadyWhenAway(pool, one)(t.Context()); (ready == nil) != (away == nil) {
			t.Errorf("with calls that need no database: %v, and without: %v", away, ready)
		}
		return ready
	}
	if err := set("0", "0"); err == nil ||
		!strings.Contains(err.Error(), "no idle_in_transaction_session_timeout, statement_timeout") {
		t.Errorf("without bounds: %v", err)
	}
	if err := set("10s", "0"); err == nil || !strings.Contains(err.Error(), "no idle_in_transaction_session_timeout:") {
		t.Errorf("with one bound: %v", err)
	}
	if err := set("10s", "15s"); err != nil {
		t.Errorf("with bounds: %v", err)
	}
	away, err := postgres.Open(t.Context(), postgres.Config{URL: "postgres://none@127.0.0.1:1/none", PoolSize: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer away.Close()
	if err := postgres.ReadyWhenAway(away, one)(t.Context()); err != nil ||
		postgres.Ready(away, one)(t.Context()) == nil {
		t.Errorf("while the database is away: %v", err)
	}
}
