package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	database "mcwick.example/platform/postgres"
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
