package postgres_test

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// login is a role of a test's own, whose password changes.
type login struct {
	admin     *pgxpool.Pool
	name      string
	one, file string // the address without a password, and the file that has it with one
}

func newLogin(t *testing.T, passwords ...string) *login {
	t.Helper()
	u := testkit.DatabaseURL(t, one)
	l := &login{
		admin: testkit.ConnectWithTimeout(t, u, 10*time.Second), name: testkit.UniqueName("login_"), one: u,
		file: filepath.Join(t.TempDir(), "url"),
	}
	l.alter(t, "CREATE", passwords[0])
	t.Cleanup(func() {
		if _, err := l.admin.Exec(context.Background(), `DROP OWNED BY `+l.name+`; DROP ROLE `+l.name); err != nil {
			t.Error(err)
		}
	})
	l.write(t, passwords...)
	return l
}

func (l *login) alter(t *testing.T, verb, password string) {
	t.Helper()
	testkit.Exec(t, l.admin, verb+` ROLE `+l.name+` LOGIN SUPERUSER PASSWORD '`+password+`'`)
}

// text is the address with each password, a line each.
func (l *login) text(t *testing.T, passwords ...string) (text string) {
	t.Helper()
	for _, password := range passwords {
		u, err := url.Parse(l.one)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(l.name, password)
		text += u.String() + "\n"
	}
	return text
}

func (l *login) write(t *testing.T, passwords ...string) {
	t.Helper()
	testkit.ReplaceFile(t, l.file, l.text(t, passwords...))
}

func (l *login) open(t *testing.T, passwords ...string) *pgxpool.Pool {
	t.Helper()
	pool, err := postgres.Open(t.Context(),
		postgres.Config{URL: config.Secret(l.text(t, passwords...)), URLFile: l.file, PoolSize: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

// runQueries has clients query until end; reconnect replaces all four connections, as happens
// within half an hour by itself, and waits until none is being opened.
func runQueries(t *testing.T, pool *pgxpool.Pool) (reconnect func(what string), end func()) {
	t.Helper()
	var queries atomic.Int64
	ended := make(chan struct{})
	var clients sync.WaitGroup
	for range 8 {
		clients.Go(func() {
			for {
				select {
				case <-ended:
					return
				default:
				}
				if _, err := pool.Exec(t.Context(), `SELECT pg_sleep(0.001)`); err != nil {
					t.Errorf("query %d: %v", queries.Load(), err)
					return
				}
				queries.Add(1)
			}
		})
	}
	reconnect = func(what string) {
		t.Helper()
		opened, done := pool.Stat().NewConnsCount(), queries.Load()
		pool.Reset()
		testkit.Eventually(t, what, func() bool {
			s := pool.Stat()
			return s.NewConnsCount() >= opened+4 && s.TotalConns() == 4 && s.ConstructingConns() == 0 &&
				queries.Load() > done+100
		})
	}
	return reconnect, func() { close(ended); clients.Wait() }
}

// TestPasswordRotationWhileQueriesRun changes a role's password as the runbook has it.
// Verifies OPS-12.
func TestPasswordRotationWhileQueriesRun(t *testing.T) {
	l := newLogin(t, "former")
	pool := l.open(t, "former")
	reconnect, end := runQueries(t, pool)
	reconnect("connections with the former password")
	l.write(t, "former", "next")
	reconnect("both are known, and the former is the role's")
	l.alter(t, "ALTER", "next")
	reconnect("the next is the role's")
	testkit.WriteFile(t, l.file, "") // no good: what was known stays
	reconnect("the file is empty")
	l.write(t, "next")
	reconnect("the next is known alone")
	end()
}

// What is seen when the address does not have the next password before the role does: what is
// connected goes on, new connections are refused until the file has it, and nothing prints a
// password.
// Verifies OPS-12.
func TestUnknownPasswordIsUnavailable(t *testing.T) {
	l := newLogin(t, "former")
	pool := l.open(t, "former")
	conn, err := pool.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	l.alter(t, "ALTER", "next")
	pool.Reset()
	if _, err := conn.Exec(t.Context(), `SELECT 1`); err != nil {
		t.Errorf("a connection from before: %v", err)
	}
	testkit.Eventually(t, "a new connection is refused", func() bool {
		err := postgres.Fault(pool.Ping(t.Context()))
		if err != nil && strings.Contains(err.Error(), "former") {
			t.Errorf("printed: %v", err)
		}
		return err != nil && fault.From(err).Kind == fault.KindUnavailable
	})
	l.write(t, "next")
	if err := pool.Ping(t.Context()); err != nil {
		t.Errorf("once the file has it: %v", err)
	}
}

// A migration logs in like a service, also when its pod starts while a password rotates.
// Verifies OPS-12.
func TestMigrationsDuringPasswordRotation(t *testing.T) {
	l := newLogin(t, "former", "next")
	l.alter(t, "ALTER", "next")
	c := postgres.Config{URL: config.Secret(l.text(t, "former", "next")), URLFile: l.file, PoolSize: 2}
	if err := postgres.Migrate(t.Context(), testkit.DiscardLog(), c, one, ""); err != nil {
		t.Error(err)
	}
}

// Verifies OPS-12.
func TestInvalidAddressErrorHidesPassword(t *testing.T) {
	for _, bad := range []string{"postgres://u:hunter2@h:port/db",
		"postgres://u:ok@h/db\npostgres://u:hunter2@h:port/db"} {
		if _, err := postgres.Open(t.Context(), postgres.Config{URL: config.Secret(bad), PoolSize: 2}); err == nil ||
			strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%v", err)
		}
	}
}
