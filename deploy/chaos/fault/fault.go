// Package fault breaks a local platform, and mends it again: what, when and for how long is decided by a seed.
package fault

import (
	"context"
	"fmt"
	"math/rand/v2"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/deploy/internal/processes"
)

// Platform is what is broken.
type Platform struct {
	processes.Platform
	Connect func(ctx context.Context, database string) (*pgx.Conn, error)
}

// Fault is one thing that breaks at a time, and is whole again after another.
type Fault struct {
	Name  string
	At    time.Duration // since the beginning
	For   time.Duration
	begin func(context.Context, Platform) (end func() error, err error)
}

func (f Fault) String() string {
	if f.For == 0 {
		return fmt.Sprintf("%5.1f s  %s", f.At.Seconds(), f.Name)
	}
	return fmt.Sprintf("%5.1f s  %s for %.1f s", f.At.Seconds(), f.Name, f.For.Seconds())
}

// programs are those that can be killed and stopped, by what their command lines have in them. The demo
// provider is not one: it alone knows what was asked of it.
var programs = map[string][]string{
	"gateway": {"bin/gateway serve"}, "gallery": {"bin/gallery serve"}, "generation": {"bin/generation serve"},
	"identity": {"bin/identity serve"}, "media": {"bin/media serve"}, "wall": {"bin/wall serve"},
	"PostgreSQL": {"postgres: ", "bin/postgres "}, "Redis": {"redis-server"}, "the broker": {"local broker"},
}

// names are the programs in a fixed order, so that a seed means the same each time.
var names = []string{"gateway", "gallery", "generation", "identity", "media", "wall", "PostgreSQL", "Redis", "the broker"}

// databases are those whose connections can be frozen and cut: one backend process serves each, so what is open
// hangs, maybe with locks held, and new connections are served.
var databases = []string{"gallery", "generation", "identity", "media", "wall"}

// tables are those that can be locked, by database.
var tables = [][2]string{
	{"gallery", "likes"}, {"gallery", "generated_images"}, {"gallery", "inbox"}, {"media", "publications"}, {"media", "outbox"}, {"media", "artworks"},
	{"generation", "jobs"}, {"generation", "ai_calls"}, {"generation", "budget_days"}, {"identity", "sessions"}, {"identity", "users"},
}

// Schedule gives the faults of a seed, for so long. They overlap now and then.
func Schedule(seed uint64, length time.Duration) (all []Fault) {
	dice := rand.New(rand.NewPCG(seed, 0))
	for at := between(dice, time.Second, 4*time.Second); at < length; at += between(dice, 500*time.Millisecond, 6*time.Second) {
		f := Fault{At: at, For: between(dice, 500*time.Millisecond, 7*time.Second)}
		name := names[dice.IntN(len(names))]
		database := databases[dice.IntN(len(databases))]
		switch dice.IntN(7) {
		case 0, 1:
			f.Name, f.For, f.begin = "kill "+name, 0, kill(programs[name])
		case 2, 3:
			f.Name, f.begin = "freeze "+name, freeze(programs[name])
		case 4:
			f.Name, f.begin = "freeze the connections of "+database, freeze([]string{"postgres: " + database + " "})
		case 5:
			f.Name, f.For, f.begin = "cut the connections of "+database, 0, cut(database)
		default:
			t := tables[dice.IntN(len(tables))]
			f.Name, f.begin = fmt.Sprintf("lock %s.%s", t[0], t[1]), lock(t[0], t[1])
		}
		all = append(all, f)
	}
	return all
}

func between(dice *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(dice.Int64N(int64(most-least)))
}

// kill ends the processes at once; the supervisor starts the program again.
func kill(texts []string) func(context.Context, Platform) (func() error, error) {
	return func(_ context.Context, p Platform) (func() error, error) {
		going, stopped, err := p.Find(texts...)
		if err != nil {
			return nil, err
		}
		return nil, processes.Signal(append(going, stopped...), syscall.SIGKILL)
	}
}

func freeze(texts []string) func(context.Context, Platform) (func() error, error) {
	return func(ctx context.Context, p Platform) (func() error, error) {
		stopped, err := p.Freeze(ctx, texts...)
		if err != nil {
			return nil, err
		}
		return func() error { return processes.Signal(stopped, syscall.SIGCONT) }, nil
	}
}

// lock holds a whole table against everybody.
func lock(database, table string) func(context.Context, Platform) (func() error, error) {
	return func(ctx context.Context, p Platform) (func() error, error) {
		conn, err := p.Connect(ctx, database)
		if err != nil {
			return nil, err
		}
		end := func() error { return conn.Close(context.WithoutCancel(ctx)) }
		if _, err := conn.Exec(ctx, "BEGIN; LOCK TABLE "+pgx.Identifier{table}.Sanitize()+" IN ACCESS EXCLUSIVE MODE"); err != nil {
			_ = end()
			return nil, err
		}
		return end, nil
	}
}

// cut ends the connections to a database in the middle of whatever they do.
func cut(database string) func(context.Context, Platform) (func() error, error) {
	return func(ctx context.Context, p Platform) (func() error, error) {
		conn, err := p.Connect(ctx, "postgres")
		if err != nil {
			return nil, err
		}
		defer conn.Close(context.WithoutCancel(ctx))
		_, err = conn.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1`, database)
		return nil, err
	}
}
