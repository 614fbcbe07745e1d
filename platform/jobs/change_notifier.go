package jobs

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/postgres"
	"mcwick.example/platform/text"
)

// The bounds of one poll for changes that other processes made.
const (
	pollTimeout = 2 * time.Second
	pollBatch   = 5000 // jobs in one query
)

// pollQuery relies on the primary key.
const pollQuery = `SELECT id, version FROM jobs WHERE id = ANY($1)`

// changeNotifier wakes those in this process who watch a job: at once after a change that this
// process made, and by the next poll, which is one for all of them, after one of another process.
type changeNotifier struct {
	pool *pgxpool.Pool

	mu       sync.Mutex
	watchers map[uuid.UUID]map[*watcher]struct{} // by job
	polled   int                                 // how many watchers know a version
	stop     chan struct{}                       // ends the polling; nil while no watcher needs it
}

// watcher is one who watches a job.
type watcher struct {
	changed chan struct{} // receives after each change
	version int           // that it has read; 0 for none, and then only this process wakes it
}

func newChangeNotifier(pool *pgxpool.Pool) *changeNotifier {
	return &changeNotifier{pool: pool, watchers: map[uuid.UUID]map[*watcher]struct{}{}}
}

// watch returns a watcher of the changes that this process makes, and a function to end it.
func (c *changeNotifier) watch(id uuid.UUID) (w *watcher, forget func()) {
	w = &watcher{changed: make(chan struct{}, 1)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.watchers[id] == nil {
		c.watchers[id] = map[*watcher]struct{}{}
	}
	c.watchers[id][w] = struct{}{}
	return w, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watchers[id], w)
		if len(c.watchers[id]) == 0 {
			delete(c.watchers, id)
		}
		if w.version == 0 {
			return
		}
		if c.polled--; c.polled == 0 {
			close(c.stop)
			c.stop = nil
		}
	}
}

// pollFor has the watcher woken by other processes' changes, too: as soon as a poll finds another
// version than the one it has read. A change after it has read is thus found, whenever it is made.
func (c *changeNotifier) pollFor(w *watcher, version int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w.version == 0 {
		c.polled++
	}
	w.version = version
	if c.stop == nil {
		c.stop = make(chan struct{})
		go c.poll(c.stop)
	}
}

// poll looks for changes until stop is closed, which the last watcher does who leaves. It belongs
// to all of them, and to the request of none.
func (c *changeNotifier) poll(stop <-chan struct{}) {
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			ctx, cancel := context.WithTimeout(context.Background(), pollTimeout)
			c.wakeChanged(ctx)
			cancel()
		}
	}
}

// wakeChanged wakes the watchers of jobs that have another version by now, or are gone. When the
// database does not answer, they wait on: the next poll asks it again.
func (c *changeNotifier) wakeChanged(ctx context.Context) {
	for batch := range slices.Chunk(c.polledJobs(), pollBatch) {
		found, err := postgres.QueryRows(ctx, c.pool, pgx.RowToStructByPos[jobVersion], pollQuery, batch)
		if err != nil {
			return
		}
		if len(found) < len(batch) {
			found = append(found, findGone(batch, found)...)
		}
		c.compare(found)
	}
}

// jobVersion is a job's version, or 0 for one that is gone.
type jobVersion struct {
	ID      uuid.UUID
	Version int
}

func (c *changeNotifier) polledJobs() []uuid.UUID {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := make([]uuid.UUID, 0, len(c.watchers))
	for id, watchers := range c.watchers {
		for w := range watchers {
			if w.version != 0 {
				ids = append(ids, id)
				break
			}
		}
	}
	return ids
}

func findGone(wanted []uuid.UUID, found []jobVersion) (gone []jobVersion) {
	missing := make(map[uuid.UUID]struct{}, len(wanted))
	for _, id := range wanted {
		missing[id] = struct{}{}
	}
	for _, job := range found {
		delete(missing, job.ID)
	}
	for id := range maps.Keys(missing) {
		gone = append(gone, jobVersion{ID: id})
	}
	return gone
}

// compare wakes those who have read another version.
func (c *changeNotifier) compare(found []jobVersion) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, job := range found {
		for w := range c.watchers[job.ID] {
			if w.version != 0 && w.version != job.Version {
				w.wake()
			}
		}
	}
}

// notify wakes the watchers of a job that this process has changed.
func (c *changeNotifier) notify(id string) { c.notifyOthers(id, nil) }

// notifyOthers does so for the change of a watcher, which knows it.
func (c *changeNotifier) notifyOthers(id string, by *watcher) {
	parsed, _ := text.ParseID(id) // no watcher's when it is none
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.watchers[parsed] {
		if w != by {
			w.wake()
		}
	}
}

func (w *watcher) wake() {
	select {
	case w.changed <- struct{}{}:
	default: // it has not read since the last time
	}
}
