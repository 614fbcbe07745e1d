package purge

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/platform/lifecycle"
	"mcwick.example/services/media/internal/objects/hidden"
)

const (
	// batchSize is how many keys go into one request: the least that a provider accepts (Cloudflare).
	batchSize     = 30
	batchTimeout  = 4 * requestTimeout // a key each, eight at a time
	recordTimeout = 2 * time.Second    // of the result of a batch, also when the process stops
)

// interval is how often a process looks for purges. A cached object must be gone two seconds after
// the decision at the latest.
const interval = 500 * time.Millisecond

// A cache can fetch an object again right after it dropped it, from a process that has not loaded
// yet what is hidden. So each purge is done again: once processes have loaded it, which is mostly
// after hidden.Interval, once all must have, or else let caches keep nothing, and once caches have
// given up waiting (a minute to Varnish) for answers that a process or a network which froze kept.
const (
	usualAge  = hidden.Interval + 100*time.Millisecond
	loadedAge = hidden.MaxAge + 2*time.Second // and answers that were underway have mostly ended
	finalAge  = 2 * time.Minute
)

// Purger tells shared caches what the rows of its database say.
type Purger struct {
	pool   *pgxpool.Pool
	caches caches
}

// New returns a purger; any number may run.
func New(pool *pgxpool.Pool, c Config) (*Purger, error) {
	to, err := newCaches(c)
	if err != nil {
		return nil, err
	}
	return &Purger{pool, to}, nil
}

// Part returns the part that purges.
func (p *Purger) Part(log *slog.Logger) lifecycle.Part {
	every := interval
	if _, none := p.caches.(noCaches); none { // rows are deleted only
		every = time.Minute
	}
	return lifecycle.Every(log, "purging of caches", every, p.Pass)
}

// Pass purges what is due. What fails is retried by a later pass, later each time.
func (p *Purger) Pass(ctx context.Context) error {
	for {
		n, err := p.purgeBatch(ctx)
		if err != nil || n < batchSize {
			return err
		}
	}
}

// purgeBatch purges one batch of what is due and returns how many there were.
func (p *Purger) purgeBatch(ctx context.Context) (int, error) {
	rows, err := p.claim(ctx, batchSize)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	var keys []string
	for _, r := range rows {
		keys = append(keys, r.Key)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	limited, cancel := context.WithTimeout(ctx, batchTimeout)
	defer cancel()
	done, err := p.caches.purge(limited, keys)
	if err != nil {
		err = fmt.Errorf("%d of %d keys are not purged: %w", len(keys)-len(done), len(keys), err)
	}
	return len(rows), errors.Join(err, p.record(ctx, rows, done))
}

// record records which of the claimed purges succeeded. Those that the end of ctx kept from it are due at once:
// another process does them.
func (p *Purger) record(ctx context.Context, rows []row, done []string) error {
	isStopping := ctx.Err() != nil
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTimeout)
	defer cancel()
	var failed, again, first, second, third, final []int64
	_, none := p.caches.(noCaches)
	for _, r := range rows {
		switch {
		case none:
			final = append(final, r.ID)
		case !slices.Contains(done, r.Key) && isStopping:
			again = append(again, r.ID)
		case !slices.Contains(done, r.Key):
			failed = append(failed, r.ID)
		case r.Age < usualAge:
			first = append(first, r.ID)
		case r.Age < loadedAge:
			second = append(second, r.ID)
		case r.Age < finalAge:
			third = append(third, r.ID)
		default:
			final = append(final, r.ID)
		}
	}
	return errors.Join(p.retry(ctx, failed), p.repeat(ctx, again, 0), p.repeat(ctx, first, usualAge),
		p.repeat(ctx, second, loadedAge), p.repeat(ctx, third, finalAge), p.finish(ctx, final))
}
