package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/deploy/chaos/client"
	"mcwick.example/deploy/chaos/history"
	"mcwick.example/deploy/internal/processes"
	"mcwick.example/deploy/internal/wait"
)

// drill is one run.
type drill struct {
	options
	began    time.Time
	platform *running
	backups  *backups
	file     *os.File
	record   *history.Recorder
	visitors []*client.Visitor
	using    sync.WaitGroup // the visitors, and what goes on beside them
	leave    context.CancelFunc

	moment moment
	// what the provider had answered, just before and just after the moment, by kind of job
	answered   [2]map[string]int
	copied     int64 // when the last copy of the objects began
	lost       int64 // when everything was lost
	revoked    [2]int64
	bill       int64 // what the provider was paid until then
	known      int64 // what the restored ledger knows of it
	maxLag     time.Duration
	recovery   map[string]time.Duration
	recovering time.Time
}

func begin(ctx context.Context, o options) (*drill, error) {
	if err := os.RemoveAll(o.data); err != nil {
		return nil, err
	}
	d := &drill{options: o, began: time.Now(), recovery: map[string]time.Duration{}}
	platform, err := start(ctx, o)
	if err != nil {
		return nil, err
	}
	d.platform, d.began = platform, time.Now()
	if d.file, err = os.Create(filepath.Join(platform.Data, "history.jsonl")); err != nil {
		return nil, errors.Join(err, platform.local.Stop())
	}
	d.record = history.NewRecorder(d.file)
	d.visitors = client.New(platform.URL, o.seed, o.clients, d.record)
	fmt.Printf("seed %d, %d clients, in %s\n", o.seed, o.clients, platform.Data)
	return d, nil
}

func (d *drill) end() {
	if d.leave != nil {
		d.leave()
	}
	d.using.Wait()
	_ = d.file.Close()
	if d.platform != nil {
		_ = d.platform.local.Stop()
	}
}

// runVisitors lets some of the visitors use the platform until the drill stops them.
func (d *drill) runVisitors(ctx context.Context, visitors []*client.Visitor) {
	for _, v := range visitors {
		d.using.Go(func() { v.Use(ctx) })
	}
}

// acknowledged counts the calls of an operation that were acknowledged, and began after a time.
func (d *drill) acknowledged(after int64, operation history.Operation) (n int, err error) {
	calls, err := d.record.Calls()
	for _, c := range calls {
		if c.Operation == operation && c.Outcome == history.Acknowledged && c.Start >= after {
			n++
		}
	}
	return n, err
}

// used waits until clients have done all of these so often since a time.
func (d *drill) used(ctx context.Context, after int64, least int, operations ...history.Operation) error {
	return wait.Eventually(ctx, time.Minute, pollInterval, fmt.Sprintf("%d of each of %v", least, operations),
		func(context.Context) (string, error) {
			for _, o := range operations {
				if n, err := d.acknowledged(after, o); err != nil || n < least {
					return fmt.Sprintf("%d of %v", n, o), err
				}
			}
			return "", nil
		})
}

// visitorsAfterRestore are the visitors who come when the consumers hear nothing: their devices
// prove a key for the first time then.
const visitorsAfterRestore = 4

// fill begins to archive, has the clients use the platform, and takes a full backup in the middle
// of it.
func (d *drill) fill(ctx context.Context) (err error) {
	if d.backups, err = newBackups(d.platform); err != nil {
		return err
	}
	if err := d.backups.archive(ctx, d.platform); err != nil {
		return err
	}
	using, leave := context.WithCancel(ctx)
	d.leave = leave
	d.runVisitors(using, d.visitors[visitorsAfterRestore:])
	d.using.Go(func() { d.watchArchive(using) })
	d.using.Go(func() { d.keepCopying(using) })
	if err := d.used(ctx, 0, 3, history.Publish, history.Like, history.Register); err != nil {
		return err
	}
	began := time.Now()
	if err := d.backups.run(ctx, "--type=full", "backup"); err != nil {
		return err
	}
	fmt.Printf("          the full backup took %.1f s\n", time.Since(began).Seconds())
	if err := d.used(ctx, d.record.Now(), 3, history.Publish, history.Like, history.Withdraw); err != nil {
		return err
	}
	return d.used(ctx, 0, 1, history.ShareVideo)
}

// copyInterval is the time between two copies of the objects. Production copies them as they are
// written.
const copyInterval = 2 * time.Second

func (d *drill) keepCopying(ctx context.Context) {
	for ctx.Err() == nil {
		if err := d.copyObjects(context.WithoutCancel(ctx)); err != nil {
			fmt.Println("          the objects were not copied:", err)
		}
		wait.Sleep(ctx, copyInterval)
	}
}

func (d *drill) copyObjects(ctx context.Context) error {
	began := d.record.Now()
	if err := mirror(ctx, d.backups.objects(), d.backups.copied()); err != nil {
		return err
	}
	d.copied = began
	return nil
}

// watchArchive notes how much of the time that clients used would have been lost at worst.
func (d *drill) watchArchive(ctx context.Context) {
	for ctx.Err() == nil {
		if lag, err := d.replicationLag(ctx); err == nil {
			d.maxLag = max(d.maxLag, lag)
		}
		wait.Sleep(ctx, pollInterval)
	}
}

// replicationLag is how long ago the newest segment was archived.
func (d *drill) replicationLag(ctx context.Context) (time.Duration, error) {
	var seconds float64
	err := d.confirm(ctx, "postgres",
		`SELECT coalesce(extract(epoch FROM clock_timestamp() - last_archived_time), 0)::float8 FROM pg_stat_archiver`,
		&seconds)
	return time.Duration(seconds * float64(time.Second)), err
}

// confirm reads one row of a database.
func (d *drill) confirm(ctx context.Context, database, query string, into any, arguments ...any) error {
	conn, err := d.platform.Connect(ctx, database)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return conn.QueryRow(ctx, query, arguments...).Scan(into)
}

// lockInbox lets a service's consumers apply nothing until it is let go.
func (d *drill) lockInbox(ctx context.Context, database string) (*pgx.Conn, error) {
	conn, err := d.platform.Connect(ctx, database)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx,
		`SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE inbox IN ACCESS EXCLUSIVE MODE`); err != nil {
		return nil, errors.Join(err, conn.Close(context.WithoutCancel(ctx)))
	}
	return conn, nil
}

// note brings about all that a restore may meet, and takes the moment in the middle of it: events
// that the broker has and no consumer has applied, events in an outbox, jobs at work, and calls
// that the provider was sent.
func (d *drill) note(ctx context.Context) (err error) {
	for _, database := range []string{"gallery", "media"} {
		conn, err := d.lockInbox(ctx, database)
		if err != nil {
			return err
		}
		defer conn.Close(context.WithoutCancel(ctx))
	}
	locked := d.record.Now()
	using, leave := context.WithCancel(ctx)
	before := d.leave
	d.leave = func() { leave(); before() }
	d.runVisitors(using, d.visitors[:visitorsAfterRestore])
	if err := d.used(ctx, locked, 2, history.Publish, history.Register); err != nil {
		return err
	}
	if err := wait.Eventually(ctx, time.Minute, pollInterval, "the broker has the events",
		d.isEmpty("media", `SELECT count(*) FROM outbox`)); err != nil {
		return err
	}
	broker, err := d.platform.processes().Freeze(ctx, "local broker")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, processes.Signal(broker, syscall.SIGCONT)) }()
	for _, one := range []struct{ what, database, query string }{
		{"an event waits in an outbox", "media", `SELECT (count(*) = 0)::int FROM outbox`},
		{"a call is under way", "generation", `SELECT (count(*) = 0)::int FROM ai_calls WHERE state = 'sent'`},
	} {
		empty := d.isEmpty(one.database, one.query)
		if err := wait.Eventually(ctx, time.Minute, pollInterval, one.what, empty); err != nil {
			return err
		}
	}
	if d.answered[0], err = d.platform.Answered(ctx); err != nil {
		return err
	}
	d.moment.before = d.record.Now()
	if err := d.confirm(ctx, "postgres", `SELECT clock_timestamp()`, &d.moment.database); err != nil {
		return err
	}
	d.moment.after = d.record.Now()
	d.answered[1], err = d.platform.Answered(ctx)
	return err
}

// isEmpty asks for a number until it is 0.
func (d *drill) isEmpty(database, query string) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		var n int
		if err := d.confirm(ctx, database, query, &n); err != nil || n == 0 {
			return "", err
		}
		return strconv.Itoa(n), nil
	}
}

// continueVisitors lets clients do what the restored databases will not know, and waits until the
// log has been archived beyond the moment.
func (d *drill) continueVisitors(ctx context.Context) error {
	after := d.moment.after
	if err := d.used(ctx, after, 2, history.Publish, history.Like, history.Make); err != nil {
		return err
	}
	err := wait.Eventually(ctx, time.Minute, pollInterval, "a withdrawal of what was published before, and an end of a session",
		func(context.Context) (string, error) {
			calls, err := d.record.Calls()
			published, withdrawn, ended := map[string]bool{}, 0, 0
			for _, c := range calls {
				switch {
				case c.Outcome != history.Acknowledged:
				case c.Operation == history.Publish && c.End < d.moment.before:
					published[c.Answer.Publication] = true
				case c.Operation == history.Withdraw && c.Start > after && published[c.Arguments.Publication]:
					withdrawn++
				case c.Start > after && (c.Operation == history.LogOut || c.Operation == history.LogOutEverywhere ||
					c.Operation == history.Rotate):
					ended++
				}
			}
			if err != nil || withdrawn > 0 && ended > 0 {
				return "", err
			}
			return fmt.Sprintf("%d withdrawals, %d ends", withdrawn, ended), nil
		})
	if err != nil {
		return err
	}
	d.leave()
	d.using.Wait()
	if err := errors.Join(d.withdrawVideo(ctx), d.copyObjects(ctx)); err != nil {
		return err
	}
	var segment string
	if err := d.confirm(ctx, "postgres", `SELECT pg_walfile_name(pg_current_wal_lsn())`, &segment); err != nil {
		return err
	}
	what := "segment " + segment + " is archived"
	return wait.Eventually(ctx, time.Minute, pollInterval, what, func(ctx context.Context) (string, error) {
		var last string
		err := d.confirm(ctx, "postgres", `SELECT coalesce(left(last_archived_wal, 24), '-') FROM pg_stat_archiver`, &last)
		if err != nil || last >= segment {
			return "", err
		}
		return last, nil
	})
}

// withdrawVideo withdraws a video that was shared before the moment.
func (d *drill) withdrawVideo(ctx context.Context) error {
	calls, err := d.record.Calls()
	for _, c := range calls {
		if c.Operation == history.ShareVideo && c.Outcome == history.Acknowledged && c.End < d.moment.before {
			return d.visitors[c.Client-1].WithdrawVideo(ctx, c.Arguments.Job)
		}
	}
	return errors.Join(err, errors.New("no video was shared before the moment"))
}
