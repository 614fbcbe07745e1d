package postgres

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
)

// rankLock is the advisory lock of the one transaction that changes ranks at a time, so that none
// writes an older count over a newer one.
const rankLock = 0x72616e6b

// maxChanged limits how many pictures with new likes a process remembers. Further ones are found by
// the next reconciliation.
const maxChanged = 100_000

// trendingSQL is the score of trending pictures, in millionths: the logarithm of the likes to base
// 2, and the time of publication in units of eight hours. Twice the likes make up for eight hours,
// and no score changes while time passes.
const trendingSQL = `(1e6 * (ln(1 + likes::float8) / ln(2::float8) + greatest(0, extract(epoch FROM created_at)::float8) / 28800))::bigint`

// insertRanks adds the ranks of pictures that have none, in the order of ids.
const insertRanks = `
INSERT INTO image_ranks (image_id, type, style, created_at, likes, trending)
SELECT id, type, style, created_at, likes, ` + trendingSQL + ` FROM generated_images WHERE id = ANY ($1) ORDER BY id
ON CONFLICT (image_id) DO NOTHING`

// updateRanks brings ranks up to date. It relies on the primary keys.
const updateRanks = `
UPDATE image_ranks SET likes = i.likes, trending = i.trending
FROM (SELECT id, likes, ` + trendingSQL + ` AS trending FROM generated_images WHERE id = ANY ($1)) i
WHERE image_id = id AND image_ranks.likes <> i.likes`

// changedImages are the pictures whose likes this process changed since they were taken.
type changedImages struct {
	mu  sync.Mutex
	ids map[uuid.UUID]struct{}
}

// add remembers pictures, up to maxChanged.
func (c *changedImages) add(ids ...uuid.UUID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil {
		c.ids = make(map[uuid.UUID]struct{})
	}
	for _, id := range ids {
		if len(c.ids) < maxChanged {
			c.ids[id] = struct{}{}
		}
	}
}

// take returns the pictures in order, and forgets them.
func (c *changedImages) take() []uuid.UUID {
	c.mu.Lock()
	defer c.mu.Unlock()
	ids := slices.SortedFunc(maps.Keys(c.ids), compareIDs)
	c.ids = nil
	return ids
}

// takeUpTo returns up to n of the pictures, and forgets these.
func (c *changedImages) takeUpTo(n int) (ids []uuid.UUID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id := range c.ids {
		if len(ids) == n {
			break
		}
		ids = append(ids, id)
		delete(c.ids, id)
	}
	return ids
}

// RefreshRanks brings the ranks of those pictures up to date whose likes this process changed since
// the last refresh. A failed refresh is repeated by the next one.
func (s *Store) RefreshRanks(ctx context.Context) error {
	ids := s.changed.take()
	for len(ids) > 0 {
		some := ids[:min(len(ids), database.BatchSize)]
		err := inRankTx(ctx, s, func(tx pgx.Tx) error {
			_, err := tx.Exec(ctx, updateRanks, some)
			return err
		})
		if err != nil {
			s.changed.add(ids...)
			return database.Fault(err)
		}
		ids = ids[len(some):]
	}
	return nil
}

// inRankTx runs f in a transaction that alone changes ranks. Statements of f see the counts as of
// then.
func inRankTx(ctx context.Context, s *Store, f func(tx pgx.Tx) error) error {
	return database.InTx(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, rankLock); err != nil {
			return err
		}
		return f(tx)
	})
}

// selectUnlike returns the next pictures by id, with what is wrong about their ranks and words. It
// relies on the primary keys.
const selectUnlike = `
SELECT id, r.image_id IS NULL AS unranked, r.likes <> i.likes AS outdated, w.image_id IS NULL AS wordless
FROM (SELECT id, likes FROM generated_images WHERE id > $1 ORDER BY id LIMIT $2) i
LEFT JOIN image_ranks r ON r.image_id = id LEFT JOIN image_words w ON w.image_id = id
ORDER BY id`

// unlike is what the reconciliation finds at a picture.
type unlike struct {
	ID                 uuid.UUID
	Unranked, Wordless bool
	Outdated           *bool
}

// reconcileTimeout limits one pass; the next one continues.
const reconcileTimeout = 5 * time.Minute

// Reconcile compares every picture with its rank and its words, and repairs them: those of a release
// that had none, and those whose likes a process that died did not hand on. Every process
// does it; one that finds nothing writes nothing.
func (s *Store) Reconcile(ctx context.Context) error {
	return database.RunSteps(ctx, reconcileTimeout, s.reconcileStep)
}

func (s *Store) reconcileStep(ctx context.Context) (more bool, err error) {
	next := s.reconciled
	err = inRankTx(ctx, s, func(tx pgx.Tx) error {
		found, err := database.QueryRows(ctx, tx, pgx.RowToStructByName[unlike], selectUnlike, s.reconciled,
			database.BatchSize)
		if err != nil {
			return err
		}
		next = uuid.Nil // the next pass begins at the first
		if more = len(found) == database.BatchSize; more {
			next = found[len(found)-1].ID
		}
		return repair(ctx, tx, found)
	})
	if err == nil {
		s.reconciled = next
	}
	return more, database.Fault(err)
}

func repair(ctx context.Context, tx pgx.Tx, found []unlike) error {
	var unranked, outdated, wordless []uuid.UUID
	for _, u := range found {
		if u.Unranked {
			unranked = append(unranked, u.ID)
		}
		if u.Outdated != nil && *u.Outdated {
			outdated = append(outdated, u.ID)
		}
		if u.Wordless {
			wordless = append(wordless, u.ID)
		}
	}
	if len(unranked) > 0 {
		if _, err := tx.Exec(ctx, insertRanks, unranked); err != nil {
			return err
		}
	}
	if len(outdated) > 0 {
		if _, err := tx.Exec(ctx, updateRanks, outdated); err != nil {
			return err
		}
	}
	if len(wordless) == 0 {
		return nil
	}
	return indexWords(ctx, tx, wordless)
}
