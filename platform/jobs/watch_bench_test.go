package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/testkit"
)

// BenchmarkIdleWatchers tells what those cost who watch jobs that do not change, as the gateway has
// them watch: by long polls of 15 s. Each iteration is a second; it compares them with watchers that
// look at their job once a second each, as in the last release. Run it with -benchtime 30x.
func BenchmarkIdleWatchers(b *testing.B) {
	for _, watchers := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("each looks/%d", watchers), func(b *testing.B) { watchIdle(b, watchers, waitLastRelease) })
		b.Run(fmt.Sprintf("one poll/%d", watchers), func(b *testing.B) { watchIdle(b, watchers, (*Queue).Wait) })
	}
}

type waitFunc func(q *Queue, ctx context.Context, id, visitor string, after int, wait time.Duration) (Job, error)

// waitLastRelease is Wait as it was before watchers had a poll in common.
func waitLastRelease(
	q *Queue, ctx context.Context, id, visitor string, after int, wait time.Duration,
) (Job, error) {
	end := time.Now().Add(wait)
	for {
		job, err := q.Get(ctx, id, visitor)
		left := time.Until(end)
		if err != nil || job.Version > after || left <= 0 {
			return job, err
		}
		select {
		case <-ctx.Done():
			return job, ctx.Err()
		case <-time.After(min(left, pollInterval)):
		}
	}
}

func watchIdle(b *testing.B, watchers int, wait waitFunc) {
	const gatewayPoll = 15 * time.Second
	q := NewQueue(testkit.Database(b, postgres.Schema{Tables}), guess)
	ids := addMany(b, q, watchers)
	ctx, cancel := context.WithCancel(b.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	var begun sync.WaitGroup
	begun.Add(watchers)
	for _, id := range ids {
		running.Go(func() {
			first := rand.N(gatewayPoll) // so that they do not all begin anew at one moment
			_, _ = wait(q, ctx, id.String(), "ann", 0, 0)
			begun.Done()
			for length := first; ctx.Err() == nil; length = gatewayPoll {
				if _, err := wait(q, ctx, id.String(), "ann", 1, length); err != nil && ctx.Err() == nil {
					b.Error(err)
				}
			}
		})
	}
	begun.Wait()
	process, database, queries := processCPU(b), databaseCPU(b, q), q.pool.Stat().AcquireCount()
	began := time.Now()
	for b.Loop() {
		time.Sleep(time.Second)
	}
	seconds := time.Since(began).Seconds()
	b.ReportMetric(float64((processCPU(b)-process).Milliseconds())/seconds, "process-ms/s")
	b.ReportMetric(float64((databaseCPU(b, q)-database).Milliseconds())/seconds, "postgres-ms/s")
	b.ReportMetric(float64(q.pool.Stat().AcquireCount()-queries)/seconds, "queries/s")
	b.ReportMetric(0, "ns/op")
}

// processCPU is how long this process has had a CPU.
func processCPU(b *testing.B) time.Duration {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// databaseCPU is how long the backends of a database have had one.
func databaseCPU(b *testing.B, q *Queue) (total time.Duration) {
	b.Helper()
	backends, err := postgres.QueryRows(b.Context(), q.pool, pgx.RowTo[int],
		`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'`)
	if err != nil {
		b.Fatal(err)
	}
	for _, pid := range backends {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil {
			b.Fatal(err)
		}
		// behind the name, which may hold spaces, are the fields from the third on; 14 and 15 are times in ticks
		_, text, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(text)
		for _, field := range fields[11:13] {
			ticks, err := strconv.Atoi(field)
			if err != nil {
				b.Fatal(err)
			}
			total += time.Duration(ticks) * 10 * time.Millisecond
		}
	}
	return total
}

// BenchmarkPoll is one poll of as many watched jobs as one query has, among twenty times as many.
func BenchmarkPoll(b *testing.B) {
	q := NewQueue(testkit.Database(b, postgres.Schema{Tables}), guess)
	var ids []uuid.UUID
	for range 20 {
		ids = append(ids, addMany(b, q, pollBatch)...)
	}
	testkit.Exec(b, q.pool, `VACUUM ANALYZE jobs`)
	for _, id := range pick(ids, pollBatch) {
		w, _ := q.changed.watch(id)
		w.version = 1
	}
	process, database := processCPU(b), databaseCPU(b, q)
	for b.Loop() {
		q.changed.wakeChanged(b.Context())
	}
	b.ReportMetric(float64((processCPU(b)-process).Microseconds())/float64(b.N)/1000, "process-ms/op")
	b.ReportMetric(float64((databaseCPU(b, q)-database).Microseconds())/float64(b.N)/1000, "postgres-ms/op")
}

func pick(ids []uuid.UUID, n int) []uuid.UUID {
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids[:n]
}
