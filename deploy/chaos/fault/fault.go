// Package fault breaks a local platform, and mends it again: what, when and for how long is decided
// by a seed.
package fault

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"mcwick.example/deploy/internal/processes"
)

// Platform is what is broken.
type Platform struct {
	processes.Platform
	Connect func(ctx context.Context, database string) (*pgx.Conn, error)
	Control Control
	Data    string // folder
}

// Capabilities are what only some platforms can break.
type Capabilities struct {
	Programs []string // that can be exchanged for the last release's
	Disks    []string // that can be full
}

// begin injects a fault and returns the function that removes it, also with an error when the fault
// may be in effect.
type begin func(context.Context, Platform) (end func() error, err error)

// Fault is one thing that breaks at a time, and is whole again after another.
type Fault struct {
	Name     string
	At       time.Duration // since the beginning
	For      time.Duration
	begin    begin
	timeout  time.Duration // bounds the beginning, when that takes long
	required bool          // without it the run shows nothing
}

func (f Fault) String() string {
	if f.For == 0 {
		return fmt.Sprintf("%5.1f s  %s", f.At.Seconds(), f.Name)
	}
	return fmt.Sprintf("%5.1f s  %s for %.1f s", f.At.Seconds(), f.Name, f.For.Seconds())
}

// commands are the programs that can be killed and stopped, by what their command lines have in
// them. The demo provider is not one: it alone knows what was asked of it.
var commands = map[string][]string{
	"gateway": {"bin/gateway serve"}, "gallery": {"bin/gallery serve"}, "generation": {"bin/generation serve"},
	"identity": {"bin/identity serve"}, "media": {"bin/media serve"},
	"moderation": {"bin/moderation serve"}, "wall": {"bin/wall serve"},
	"PostgreSQL": {"postgres: ", "bin/postgres "}, "Redis": {"redis-server"},
	"the broker": {"local broker", "kafka.Kafka"},
}

// names are the programs in a fixed order, so that a seed means the same each time.
var names = []string{"gateway", "gallery", "generation", "identity", "media", "moderation", "wall", "PostgreSQL",
	"Redis", "the broker"}

// exclusive are programs that have no replica.
var exclusive = []string{"PostgreSQL", "Redis", "the broker"}

// databases are those whose connections can be frozen and cut: one backend process serves each, so
// what is open hangs, maybe with locks held, and new connections are served.
var databases = []string{"gallery", "generation", "identity", "media", "moderation", "wall"}

// tables are those that can be locked, by database.
var tables = [][2]string{
	{"gallery", "likes"}, {"gallery", "generated_images"}, {"gallery", "inbox"}, {"media", "publications"},
	{"media", "outbox"}, {"media", "artworks"},
	{"generation", "jobs"}, {"generation", "ai_calls"}, {"generation", "budget_days"}, {"identity", "sessions"},
	{"identity", "users"},
}

// Schedule gives the faults of a seed, for so long. They overlap now and then.
func Schedule(seed uint64, length time.Duration, means Capabilities) (all []Fault) {
	dice := rand.New(rand.NewPCG(seed, 0))
	for at := between(dice, time.Second, 4*time.Second); at < length; at += between(dice, 500*time.Millisecond,
		6*time.Second) {
		all = append(all, pickOne(dice, at, means))
	}
	return all
}

// pickOne gives a fault. Every throw is made whatever comes of it.
func pickOne(dice *rand.Rand, at time.Duration, means Capabilities) Fault {
	f := Fault{At: at, For: between(dice, 500*time.Millisecond, 7*time.Second)}
	name, database := pick(dice, names), pick(dice, databases)
	connection, table := pick(dice, connections), pick(dice, tables)
	replica := allReplicas
	if n := dice.IntN(3); n < 2 && !slices.Contains(exclusive, name) {
		replica = n
		name = fmt.Sprintf("%s %d", name, n+1)
	}
	processes := commands[strings.TrimRight(name, " 12")]
	switch kind := dice.IntN(14); {
	case kind == 13 && len(means.Disks) > 0:
		disk := pick(dice, means.Disks)
		f.Name, f.begin = "fill the disk of "+disk, fill(disk)
	case kind == 12 && len(means.Programs) > 0:
		program := pick(dice, means.Programs)
		f.For += 3 * time.Second
		f.Name, f.begin, f.timeout = "last release as "+program, runLast(program), exchangeTimeout
	case kind < 3:
		f.Name, f.For, f.begin = "kill "+name, 0, kill(processes, replica)
	case kind < 6:
		f.Name, f.begin = "freeze "+name, freeze(processes, replica)
	case kind == 6:
		f.Name, f.begin = "freeze the connections of "+database,
			freeze([]string{"postgres: " + database + " "}, allReplicas)
	case kind == 7:
		f.Name, f.For, f.begin = "cut the connections of "+database, 0, cut(database)
	case kind == 8:
		f.Name, f.begin = fmt.Sprintf("lock %s.%s", table[0], table[1]), lock(table[0], table[1])
	case kind == 9:
		f.Name, f.begin = "refuse "+connection, refuse(connection)
	case kind == 10:
		f.Name, f.For, f.begin = "forget "+connection, 0, dropSilently(connection)
	default:
		f.Name, f.begin = "silence "+connection, blackhole(connection)
	}
	return f
}

func pick[T any](dice *rand.Rand, of []T) T { return of[dice.IntN(len(of))] }

func between(dice *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(dice.Int64N(int64(most-least)))
}

const allReplicas = -1

// kill ends one replica or all at once; the supervisor starts the program again.
func kill(texts []string, replica int) begin {
	return func(_ context.Context, p Platform) (func() error, error) {
		going, stopped := p.Find(texts...)
		all := slices.Concat(going, stopped)
		if len(all) == 0 {
			return nil, errors.New("it does not run")
		}
		return nil, processes.Signal(choose(all, replica), syscall.SIGKILL)
	}
}

func freeze(texts []string, replica int) begin {
	return func(ctx context.Context, p Platform) (_ func() error, err error) {
		var stopped []int
		if replica == allReplicas {
			stopped, err = p.Freeze(ctx, texts...)
		} else {
			going, _ := p.Find(texts...)
			stopped = choose(going, replica)
			err = processes.Signal(stopped, syscall.SIGSTOP)
		}
		if err != nil {
			return nil, err
		}
		return func() error { return processes.Signal(stopped, syscall.SIGCONT) }, nil
	}
}

// choose gives one of the processes of replicas, in the order of their ids, or all.
func choose(pids []int, replica int) []int {
	if replica == allReplicas || len(pids) == 0 {
		return pids
	}
	slices.Sort(pids)
	i := replica % len(pids)
	return pids[i : i+1]
}

// lock holds a whole table against everybody.
func lock(database, table string) begin {
	return func(ctx context.Context, p Platform) (func() error, error) {
		conn, err := p.Connect(ctx, database)
		if err != nil {
			return nil, err
		}
		end := func() error { return conn.Close(context.WithoutCancel(ctx)) }
		if _, err := conn.Exec(ctx, "BEGIN; LOCK TABLE "+pgx.Identifier{table}.Sanitize()+
			" IN ACCESS EXCLUSIVE MODE"); err != nil {
			_ = end()
			return nil, err
		}
		return end, nil
	}
}

// cut ends the connections to a database in the middle of whatever they do.
func cut(database string) begin {
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
