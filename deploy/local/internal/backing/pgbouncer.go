package backing

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/ports"
)

// PgBouncer pools connections to all databases of a PostgreSQL server, each for as long as one
// transaction.
type PgBouncer struct {
	Dir      string // its folder, absolute; made when absent
	Port     int
	Postgres Postgres
	Users    map[string]string // passwords by role; names that are no role do no harm
	// Certificates is the folder of its certificate, as for Postgres, which has one then too.
	Certificates string
}

// Address is where it listens.
func (b PgBouncer) Address() string { return ports.Address(b.Port) }

// URLFor addresses a database as a role.
func (b PgBouncer) URLFor(role, password, database string) string {
	through := b.Postgres
	through.Port = b.Port
	return through.URLFor(role, password, database)
}

// Spec writes the configuration and says how to run the server. It ignores no setting that a client
// sends, as a managed one might not either.
func (b PgBouncer) Spec() (process.Spec, error) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		return process.Spec{}, fmt.Errorf("PgBouncer is not installed: run make setup")
	}
	var users strings.Builder
	for name, password := range b.Users {
		fmt.Fprintf(&users, "%q %q\n", name, password)
	}
	attr, err := account(b.Dir) // which refuses to run as root, too
	if err != nil {
		return process.Spec{}, err
	}
	settings := fmt.Sprintf(`[databases]
* = host=127.0.0.1 port=%d
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %d
unix_socket_dir =
auth_type = scram-sha-256
auth_file = %s/users
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 8
server_idle_timeout = 10
log_connections = 0
log_disconnections = 0
`, b.Postgres.Port, b.Port, b.Dir)
	if b.Certificates != "" {
		if err := copyCertificate(attr, b.Certificates, b.Dir); err != nil {
			return process.Spec{}, err
		}
		settings += fmt.Sprintf(`client_tls_sslmode = require
client_tls_cert_file = %[1]s/tls.crt
client_tls_key_file = %[1]s/tls.key
server_tls_sslmode = verify-full
server_tls_ca_file = %[1]s/ca.crt
`, b.Dir)
	}
	for name, text := range map[string]string{"users": users.String(), "pgbouncer.ini": settings} {
		if err := writeFor(attr, filepath.Join(b.Dir, name), []byte(text)); err != nil {
			return process.Spec{}, err
		}
	}
	return process.Spec{
		Name: "pgbouncer", Command: []string{program, filepath.Join(b.Dir, "pgbouncer.ini")}, Dir: "/",
		Env: []string{"LC_ALL=C"}, Attr: attr,
		Ready: b.checkReady, Silent: true,
	}, nil
}

func (b PgBouncer) checkReady(ctx context.Context) error {
	through := b.Postgres
	through.Port = b.Port
	conn, err := pgx.Connect(ctx, through.URL(superuser))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}
