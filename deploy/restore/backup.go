package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"mcwick.example/deploy/internal/wait"
)

const stanza = "mcwick"

// archiveInterval closes a segment of the log that is not full, so that it is archived: it bounds
// how much is lost. Production has a minute.
const archiveInterval = "5s"

// backups are pgBackRest's repository and a copy of the objects, both outside of what is lost.
type backups struct {
	folder   string
	data     string // of the platform
	config   string // pgbackrest.conf of this package
	password string // of the superuser
	owner    *syscall.Credential
}

func (b *backups) cluster() string { return filepath.Join(b.data, "postgres/data") }
func (b *backups) objects() string { return filepath.Join(b.data, "objects") }
func (b *backups) copied() string  { return filepath.Join(b.folder, "objects") }

// newBackups makes the repository, which belongs to the account that PostgreSQL runs as: the server
// itself archives into it.
func newBackups(p *running) (*backups, error) {
	config, err := filepath.Abs("deploy/restore/pgbackrest.conf")
	if err != nil {
		return nil, err
	}
	password, err := p.Secret("postgres")
	if err != nil {
		return nil, err
	}
	b := &backups{
		folder: filepath.Join(p.Data, "backup"), data: p.Data, config: config, password: password,
	}
	info, err := os.Stat(b.cluster())
	if err != nil {
		return nil, err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && int(stat.Uid) != os.Getuid() {
		b.owner = &syscall.Credential{Uid: stat.Uid, Gid: stat.Gid}
	}
	key := make([]byte, 32)
	_, _ = rand.Read(key) // never fails
	_, port, _ := strings.Cut(p.Postgres, ":")
	lines := fmt.Sprintf("[global]\nrepo1-path=%[1]s/repository\nrepo1-cipher-pass=%[2]s\nlock-path=%[1]s/lock\nspool-path=%[1]s/spool\n[%[3]s]\npg1-path=%[4]s\npg1-port=%[5]s\npg1-user=postgres\n",
		b.folder, hex.EncodeToString(key), stanza, b.cluster(), port)
	if err := os.MkdirAll(filepath.Join(b.folder, "conf.d"), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(b.folder, "conf.d/drill.conf"), []byte(lines), 0o600); err != nil {
		return nil, err
	}
	return b, b.chown(b.folder)
}

// chown makes a folder and all in it PostgreSQL's.
func (b *backups) chown(folder string) error {
	if b.owner == nil {
		return nil
	}
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(b.owner.Uid), int(b.owner.Gid))
	})
}

// command is pgBackRest with our configuration, as words of a shell.
func (b *backups) command(words ...string) []string {
	return append([]string{
		"pgbackrest", "--config=" + b.config, "--config-include-path=" + filepath.Join(b.folder, "conf.d"),
		"--stanza=" + stanza,
	}, words...)
}

func (b *backups) run(ctx context.Context, words ...string) error {
	words = b.command(words...)
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Dir = "/"
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "PGHOST=127.0.0.1", "PGPASSWORD=" + b.password, "LC_ALL=C"}
	if b.owner != nil { // it reaches its files below a closed folder, too, as the server does
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: b.owner, AmbientCaps: []uintptr{unix.CAP_DAC_OVERRIDE}}
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("pgbackrest %s: %w\n%s", words[len(words)-1], err, bytes.TrimSpace(out))
	}
	return nil
}

// archive has the server archive its log from its next start on, and starts it again.
func (b *backups) archive(ctx context.Context, p *running) error {
	conn, err := p.Connect(ctx, "postgres")
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	push := strings.Join(b.command("archive-push", "%p"), " ")
	for name, value := range map[string]string{"archive_mode": "on", "archive_command": push,
		"archive_timeout": archiveInterval} {
		if _, err := conn.Exec(ctx, "ALTER SYSTEM SET "+name+" = '"+strings.ReplaceAll(value, "'", "''")+
			"'"); err != nil {
			return err
		}
	}
	if err := b.run(ctx, "stanza-create"); err != nil {
		return err
	}
	if err := b.restartPostgres(p); err != nil {
		return err
	}
	return wait.Eventually(ctx, time.Minute, pollInterval, "WAL archive", func(ctx context.Context) (string, error) {
		conn, err := p.Connect(ctx, "postgres")
		if err != nil {
			return err.Error(), nil // it is starting
		}
		defer conn.Close(context.WithoutCancel(ctx))
		var off string
		err = conn.QueryRow(ctx, "SELECT replace(current_setting('archive_mode'), 'on', '')").Scan(&off)
		return off, err
	})
}

// restartPostgres ends the server in order; the supervisor starts it again.
func (b *backups) restartPostgres(p *running) error {
	going, _ := p.processes().Find("bin/postgres -D " + b.cluster())
	if len(going) == 0 {
		return errors.New("PostgreSQL does not run")
	}
	return syscall.Kill(going[0], syscall.SIGINT)
}

// mirror makes a folder what another one is, whose files may be deleted meanwhile.
func mirror(ctx context.Context, from, to string) error {
	const vanished = 24
	out, err := exec.CommandContext(ctx, "rsync", "--archive", "--delete", from+"/", to+"/").CombinedOutput()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == vanished {
		return nil
	}
	if err != nil {
		return fmt.Errorf("rsync %s: %w\n%s", from, err, bytes.TrimSpace(out))
	}
	return nil
}
