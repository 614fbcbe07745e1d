package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/config"
	"mcwick.example/platform/fault"
	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// pooler is a PgBouncer of a test's own, with a list of passwords that it reloads on command.
type pooler struct {
	folder, addr string
}

const unprivilegedUser = 65534 // PgBouncer does not run as root

// startPooler pools connections of a login, whose former password it has.
func startPooler(t *testing.T, l *login) *pooler {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Fatal("PgBouncer is not installed: run make setup")
	}
	folder, err := os.MkdirTemp("", "pooler-") // every account may pass through it, unlike t.TempDir's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	p := &pooler{folder: folder, addr: testkit.FreeAddr(t)}
	u, err := url.Parse(l.one)
	if err != nil {
		t.Fatal(err)
	}
	_, own, _ := strings.Cut(p.addr, ":")
	settings := fmt.Sprintf(`[databases]
* = host=%s port=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users
pool_mode = transaction
default_pool_size = 4
admin_users = admin
`, u.Hostname(), u.Port(), own)
	if err := os.WriteFile(filepath.Join(folder, "pgbouncer.ini"), []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	p.setPassword(t, l, "former")
	c := exec.CommandContext(t.Context(), program, "-q", "pgbouncer.ini")
	c.Dir, c.Stderr = folder, os.Stderr
	if os.Getuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: unprivilegedUser,
			Gid: unprivilegedUser}}
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	testkit.Eventually(t, "the pooler answers", func() bool { code, _ := p.refusal(t, l, "former"); return code == "" })
	return p
}

// setPassword writes the list of passwords, which a running pooler reloads on command.
func (p *pooler) setPassword(t *testing.T, l *login, password string) {
	t.Helper()
	lines := fmt.Sprintf("%q %q\n\"admin\" \"admin\"\n", l.name, password)
	if err := os.WriteFile(filepath.Join(p.folder, "users"), []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runCommand runs a command on the pooler's own console.
func (p *pooler) runCommand(t *testing.T, command string) {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), "postgres://admin:admin@"+p.addr+"/pgbouncer")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), command).ReadAll(); err != nil {
		t.Fatalf("%s: %v", command, err)
	}
}

// addressThrough is a login's address by way of the pooler, a line for each password.
func (p *pooler) addressThrough(t *testing.T, l *login, passwords ...string) (text string) {
	t.Helper()
	for line := range strings.Lines(l.text(t, passwords...)) {
		u, err := url.Parse(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		u.Host = p.addr
		text += u.String() + "\n"
	}
	return text
}

// refusal is what a login with a password is answered.
func (p *pooler) refusal(t *testing.T, l *login, password string) (code, message string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), strings.TrimSpace(p.addressThrough(t, l, password)))
	if err == nil {
		_ = conn.Close(t.Context())
		return "", ""
	}
	var refused *pgconn.PgError
	if !errors.As(err, &refused) {
		return "none", err.Error()
	}
	return refused.Code, refused.Message
}

// TestPoolerRejectsPasswordWithKnownCode holds what PgBouncer calls a wrong password; it has one
// code for all that it refuses.
// Verifies OPS-12.
func TestPoolerRejectsPasswordWithKnownCode(t *testing.T) {
	l := newLogin(t, "former")
	p := startPooler(t, l)
	for _, password := range []string{"wrong", ""} {
		code, message := p.refusal(t, l, password)
		if code != "08P01" && code != "28P01" {
			t.Errorf("refused by %s %s", code, message)
		}
	}
}

// open returns a pool by way of the pooler, as a service does.
func (p *pooler) open(t *testing.T, l *login) (pool *pgxpool.Pool, write func(passwords ...string)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "pooler-url")
	write = func(passwords ...string) {
		t.Helper()
		testkit.ReplaceFile(t, file, p.addressThrough(t, l, passwords...))
	}
	write("former")
	pool, err := postgres.Open(t.Context(), postgres.Config{
		URL: config.Secret(l.one), PoolerURL: config.Secret(p.addressThrough(t, l, "former")), PoolerURLFile: file,
		PoolSize: 4,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool, write
}

// terminateSessions ends the connections between pooler and server, as happens by itself now and
// then.
func (l *login) terminateSessions(t *testing.T) {
	t.Helper()
	testkit.Exec(t, l.admin, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1`, l.name)
}

// TestPasswordRotationBehindPooler changes a role's password as the runbook has it, in the server
// and in the pooler's list, while queries run. They wait meanwhile.
// Verifies OPS-12.
func TestPasswordRotationBehindPooler(t *testing.T) {
	l := newLogin(t, "former")
	p := startPooler(t, l)
	pool, write := p.open(t, l)
	reconnect, end := runQueries(t, pool)
	reconnect("connections with the former password")
	write("former", "next")
	reconnect("both are known, and the former is the role's")
	database := l.admin.Config().ConnConfig.Database
	p.runCommand(t, "PAUSE "+database)
	l.alter(t, "ALTER", "next")
	l.terminateSessions(t)
	p.setPassword(t, l, "next")
	p.runCommand(t, "RELOAD")
	p.runCommand(t, "RESUME "+database)
	reconnect("the next is the role's, and the pooler's")
	write("next")
	reconnect("the next is known alone")
	end()
}

// A pooler that has another password than the server, or than we have, is an outage: asking again
// helps once it is right.
// Verifies OPS-12.
func TestPoolerPasswordErrorIsUnavailable(t *testing.T) {
	l := newLogin(t, "former")
	p := startPooler(t, l)
	pool, write := p.open(t, l)
	outage := func(what string) {
		t.Helper()
		testkit.Eventually(t, what, func() bool {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			err := pool.Ping(ctx)
			if err == nil || errors.Is(err, context.DeadlineExceeded) { // PgBouncer tries again for a while
				return false
			}
			if fault.From(postgres.Fault(err)).Kind != fault.KindUnavailable ||
				strings.Contains(err.Error(), "former") {
				t.Errorf("%s: %v", what, err)
			}
			return true
		})
	}
	p.setPassword(t, l, "next")
	p.runCommand(t, "RELOAD")
	pool.Reset()
	outage("the pooler refuses us")
	write("former", "next")
	if err := pool.Ping(t.Context()); err != nil {
		t.Errorf("once the file has it: %v", err)
	}
	l.terminateSessions(t)
	outage("the server refuses the pooler")
}
