package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/media"
)

// place is where a walk along a table is.
type place struct {
	At time.Time
	ID uuid.UUID
}

// walk goes from a place on along the rows of a table from before a time, by the index on their age, and forgets in each step those of the
// next rows that nothing needs. Rows that something needs are passed; so many of them keep no step from an end. After the last row the place
// is the beginning.
func (at *place) walk(
	pool *pgxpool.Pool, table, column string, before time.Time, forget func(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error,
) database.Step {
	query := selectNext(table, column)
	return func(ctx context.Context) (more bool, err error) {
		next := place{}
		err = database.InTx(ctx, pool, func(tx pgx.Tx) error {
			rows, err := database.Rows(ctx, tx, pgx.RowToStructByName[place], query, before, at.At, at.ID)
			if err != nil {
				return err
			}
			if more = len(rows) == database.BatchSize; more {
				next = rows[len(rows)-1]
			}
			ids := make([]uuid.UUID, len(rows))
			for i, r := range rows {
				ids[i] = r.ID
			}
			return forget(ctx, tx, ids)
		})
		if err == nil {
			*at = next
		}
		return more, database.Fault(err)
	}
}

// selectNext gives the query that reads the rows behind a place. It relies on an index on the column.
func selectNext(table, column string) string {
	return fmt.Sprintf(`SELECT %[2]s AS at, id FROM %[1]s WHERE %[2]s < $1 AND (%[2]s, id) > ($2, $3) ORDER BY %[2]s, id LIMIT %[3]d`,
		table, column, database.BatchSize)
}

// forgetJobs forgets jobs that have no video, or none any more.
func forgetJobs(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM jobs WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM videos WHERE videos.id = jobs.id)`, ids)
	return err
}

// forgetSpeeches forgets speeches that no video of their visitor has and no open job is to make one of, and has the bytes deleted of sounds
// that no speech is left of. Only a statement after the first one knows those: a copy that was made while the first one waited for its
// source is there then. It relies on videos_sound, jobs_open and speeches_sound.
func forgetSpeeches(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error {
	sounds, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID], `DELETE FROM speeches WHERE id = ANY($1)
		AND NOT EXISTS (SELECT FROM videos WHERE videos.sound = speeches.sound AND videos.visitor = speeches.visitor)
		AND NOT EXISTS (SELECT FROM jobs WHERE state IN ('queued', 'running') AND input->>'speech' = speeches.id::text)
		RETURNING sound`, ids)
	if err != nil {
		return err
	}
	silent, err := database.Rows(ctx, tx, pgx.RowTo[uuid.UUID],
		`SELECT DISTINCT sound FROM unnest($1::uuid[]) AS given(sound) WHERE NOT EXISTS (SELECT FROM speeches WHERE speeches.sound = given.sound)`, sounds)
	if err != nil {
		return err
	}
	var names []string
	for _, sound := range silent {
		s := media.Speech{Sound: sound}
		names = append(names, s.ObjectName(), s.CaptionsName())
	}
	return deleteObjects(ctx, tx, false, names)
}
