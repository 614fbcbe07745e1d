// Package backing knows how to run what the services lean on: PostgreSQL, Redis and the embedded
// development broker, each on a loopback port and in a folder of its own.
package backing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/deploy/internal/process"
	"mcwick.example/deploy/local/ports"
)

const superuser = "postgres"

// recoveryTimeout is how long a server may replay its log, after a crash or from a backup.
const recoveryTimeout = 5 * time.Minute

// Postgres is one PostgreSQL server.
type Postgres struct {
	Dir      string // its folder, absolute; made when absent
	Port     int
	Password string // of the superuser "postgres"; must stay the same for one folder
	// Lasting keeps what was committed through a power failure. A server for tests goes without and
	// is much quicker.
	Lasting bool
	// Certificates is the folder of the server's certificate, as package mtls issues it; clients in plain text
	// are refused then. Empty is plain text.
	Certificates string
}

// URL addresses a database as the superuser. It names the authority, which services have in a variable.
func (p Postgres) URL(database string) string {
	address := p.URLFor(superuser, p.Password, database)
	if p.Certificates != "" {
		// Clients of PostgreSQL do not read + as a space.
		path := url.QueryEscape(filepath.Join(p.Certificates, "ca.crt"))
		address += "&sslrootcert=" + strings.ReplaceAll(path, "+", "%20")
	}
	return address
}

// URLFor addresses a database as a role.
func (p Postgres) URLFor(role, password, database string) string {
	mode := "disable"
	if p.Certificates != "" {
		mode = "verify-full"
	}
	u := url.URL{
		Scheme: "postgres", User: url.UserPassword(role, password), Host: ports.Address(p.Port), Path: database,
		RawQuery: "sslmode=" + mode,
	}
	return u.String()
}

// Spec makes the data folder when there is none (about half a second) and says how to run the
// server.
func (p Postgres) Spec(ctx context.Context) (process.Spec, error) {
	attr, err := account(p.Dir)
	if err != nil {
		return process.Spec{}, err
	}
	bin, err := p.binaries()
	if err != nil {
		return process.Spec{}, err
	}
	if err := p.initialise(ctx, bin, attr); err != nil {
		return process.Spec{}, err
	}
	settings := []string{
		"listen_addresses=127.0.0.1",
		"port=" + strconv.Itoa(p.Port),
		"unix_socket_directories=", // Debian's default folder is not writable here, and no client needs a socket
		"max_connections=200",
		"shared_buffers=128MB",
		"log_min_messages=warning",
		"log_checkpoints=off",
		"log_line_prefix=",
	}
	if !p.Lasting {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
	}
	secure, err := p.secure(attr)
	if err != nil {
		return process.Spec{}, err
	}
	settings = append(settings, secure...)
	command := []string{filepath.Join(bin, "postgres"), "-D", p.data()}
	for _, s := range settings {
		command = append(command, "-c", s)
	}
	return process.Spec{
		Name: "postgres", Command: command, Dir: "/", Env: []string{"LC_ALL=C", "TZ=UTC"}, Attr: attr,
		StopSignal: syscall.SIGINT, // "fast": ends sessions, writes a checkpoint
		Ready:      p.checkReady, ReadyTimeout: recoveryTimeout,
		Silent: true, // clients report their errors themselves, and tests provoke many
	}, nil
}

func (p Postgres) data() string { return filepath.Join(p.Dir, "data") }

func (p Postgres) initialise(ctx context.Context, bin string, attr syscall.SysProcAttr) error {
	if _, err := os.Stat(filepath.Join(p.data(), "PG_VERSION")); err == nil {
		return nil
	}
	password := filepath.Join(p.Dir, "password") // a pipe would not do: the other account may not open ours
	defer os.Remove(password)
	if err := writeFor(attr, password, []byte(p.Password+"\n")); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	part := p.data() + ".part"
	if err := os.RemoveAll(part); err != nil { // of a start that was interrupted
		return err
	}
	cmd := exec.CommandContext(ctx, filepath.Join(bin, "initdb"), "-D", part, "-U", superuser, "--pwfile="+password,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions")
	cmd.Dir, cmd.Env, cmd.SysProcAttr = "/", []string{"LC_ALL=C", "TZ=UTC"}, &attr
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("make the database folder %s: %w\n%s", p.data(), err, out)
	}
	return os.Rename(part, p.data())
}

// secure writes the files of a server that answers over TLS alone, and returns its settings.
func (p Postgres) secure(attr syscall.SysProcAttr) (settings []string, err error) {
	if p.Certificates == "" {
		return nil, nil
	}
	access := filepath.Join(p.Dir, "hba.conf")
	return []string{
			"ssl=on", "ssl_cert_file=" + filepath.Join(p.Dir, "tls.crt"), "ssl_key_file=" + filepath.Join(p.Dir, "tls.key"),
			"hba_file=" + access,
		}, errors.Join(copyCertificate(attr, p.Certificates, p.Dir),
			writeFor(attr, access, []byte("hostssl all all 127.0.0.1/32 scram-sha-256\n")))
}

// checkReady reports whether the server takes writes. One whose folder was restored from a backup
// answers reads while it replays its log.
func (p Postgres) checkReady(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.URL(superuser))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	var recovers bool
	if err := conn.QueryRow(ctx, `SELECT pg_is_in_recovery()`).Scan(&recovers); err != nil {
		return err
	}
	if recovers {
		return errors.New("the server still replays its log")
	}
	return nil
}

// binaries finds the folder of the server programs: those that made the data folder, or the newest
// that are installed.
func (p Postgres) binaries() (string, error) {
	version := "*"
	made, err := os.ReadFile(filepath.Join(p.data(), "PG_VERSION"))
	if err == nil {
		version = strings.TrimSpace(string(made))
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/" + version + "/bin/initdb")
	if len(found) > 0 {
		newest := slices.MaxFunc(found, func(a, b string) int { return cmp.Compare(versionOf(a), versionOf(b)) })
		return filepath.Dir(newest), nil
	}
	if version != "*" {
		return "",
			fmt.Errorf("%s was made by PostgreSQL %s, which is not installed (any more): install postgresql-%s, or remove the folder and start afresh", p.Dir, version, version)
	}
	return "", errors.New("there is no PostgreSQL in /usr/lib/postgresql, where Debian has it: run make setup")
}

// versionOf returns the major version of a server from the path of its initdb.
func versionOf(initdb string) int {
	version, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return version
}
