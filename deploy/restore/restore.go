package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// paid is what the provider was paid, as its bill will say: of failed calls nothing.
const paid = `SELECT coalesce(sum(price_micro_usd), 0)::bigint FROM ai_calls WHERE state <> 'failed'`

// destroyPlatform kills everything at once, and removes all that is stored. Secrets are not part of
// the databases: they have a backup of their own.
func (d *drill) destroyPlatform(ctx context.Context) error {
	if err := d.confirm(ctx, "generation", paid, &d.bill); err != nil {
		return err
	}
	if err := d.platform.kill(); err != nil {
		return err
	}
	d.lost, d.recovering = d.record.Now(), time.Now()
	var errs []error
	for _, folder := range []string{"postgres", "broker", "redis", "objects"} {
		errs = append(errs, os.RemoveAll(filepath.Join(d.platform.Data, folder)))
	}
	d.platform = nil
	return errors.Join(errs...)
}

// restore brings PostgreSQL back as it was at the moment, and the objects as they were last copied,
// and starts all but the workers.
func (d *drill) restore(ctx context.Context) (err error) {
	began := time.Now()
	if err := os.MkdirAll(d.backups.cluster(), 0o700); err != nil {
		return err
	}
	if err := d.backups.chown(filepath.Dir(d.backups.cluster())); err != nil {
		return err
	}
	target := d.moment.database.UTC().Format("2006-01-02 15:04:05.000000-07")
	if err := d.backups.run(ctx, "--type=time", "--target="+target, "--target-action=promote", "restore"); err != nil {
		return err
	}
	d.recovery["PostgreSQL's files"] = time.Since(began)
	began = time.Now()
	if err := mirror(ctx, d.backups.copied(), d.backups.objects()); err != nil {
		return err
	}
	d.recovery["the objects"] = time.Since(began)
	began = time.Now()
	d.platform, err = start(ctx, d.options, "WORKERS=0", "VIDEO_WORKERS=0")
	d.recovery["replaying the log, and starting"] = time.Since(began)
	return err
}

// repairAfterRestore does what the runbook has an operator do before visitors come in.
func (d *drill) repairAfterRestore(ctx context.Context) error {
	began := time.Now()
	if err := d.confirm(ctx, "generation", paid, &d.known); err != nil {
		return err
	}
	if d.known >= d.bill {
		return errors.New("the restored ledger knows all: nothing was paid after the moment")
	}
	dollars := fmt.Sprintf("%d.%06d", d.bill/1e6, d.bill%1e6)
	d.revoked[0] = d.record.Now()
	for _, line := range []string{"jobs cancel-all", "budget spent " + dollars, "sessions revoke-all",
		"picture hide-missing", "video remove-missing --yes", "accounts republish", "video republish", "gallery rebuild"} {
		if d.without == "all" || d.without != "" && strings.Contains(line, d.without) {
			continue
		}
		words := append(strings.Fields(line), "--as", "ada", "--data", d.platform.Data, "--note", "restore drill")
		out, err := exec.CommandContext(ctx, "bin/mcwickctl", words...).CombinedOutput()
		fmt.Printf("          mcwickctl %s: %s\n", line,
			strings.ReplaceAll(strings.TrimSpace(string(out)), "\n", "\n            "))
		if err != nil {
			return fmt.Errorf("mcwickctl %s: %w", line, err)
		}
	}
	d.revoked[1] = d.record.Now()
	n, err := d.platform.Answered(ctx)
	if err == nil && n["meme"]+n["script"] > 0 {
		err = fmt.Errorf("the provider was asked before the ledger was right: %v", n)
	}
	if err != nil {
		return err
	}
	d.recovery["the operator's commands"] = time.Since(began)
	return nil
}

// open starts the workers, too.
func (d *drill) open(ctx context.Context) (err error) {
	began := time.Now()
	if err := d.platform.local.Stop(); err != nil {
		return err
	}
	if d.platform, err = start(ctx, d.options); err != nil {
		return err
	}
	d.recovery["starting again, with workers"] = time.Since(began)
	d.recovery["all"] = time.Since(d.recovering)
	return nil
}
