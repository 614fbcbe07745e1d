package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Walk goes along the rows of a table by their age, and remembers where it is: one that runs goes
// on where a pass of its own was cut.
type Walk struct {
	pool  *pgxpool.Pool
	query string
	at    position
}

type position struct {
	At time.Time
	ID uuid.UUID
}

// NewWalk makes a walk along a table in the order of a column and of id. It relies on an index on
// the column.
func NewWalk(pool *pgxpool.Pool, table, column string) *Walk {
	return &Walk{pool: pool, query: SelectNextSQL(table, column)}
}

// Step returns the step that visits the next rows from before a time, in a transaction, at most
// BatchSize. Rows that visit leaves are passed: however many they are, they keep no step from an
// end. After the last row the walk is at the beginning.
func (w *Walk) Step(before time.Time, visit func(ctx context.Context, tx pgx.Tx, ids []uuid.UUID) error) Step {
	return func(ctx context.Context) (more bool, err error) {
		next := position{}
		err = InTx(ctx, w.pool, func(tx pgx.Tx) error {
			rows, err := QueryRows(ctx, tx, pgx.RowToStructByName[position], w.query, before, w.at.At, w.at.ID)
			if err != nil {
				return err
			}
			if more = len(rows) == BatchSize; more {
				next = rows[len(rows)-1]
			}
			ids := make([]uuid.UUID, len(rows))
			for i, r := range rows {
				ids[i] = r.ID
			}
			return visit(ctx, tx, ids)
		})
		if err == nil {
			w.at = next
		}
		return more, Fault(err)
	}
}

// SelectNextSQL returns the query of a walk: the rows behind a place that are from before a time,
// $1.
func SelectNextSQL(table, column string) string {
	return fmt.Sprintf(`SELECT %[2]s AS at, id FROM %[1]s WHERE %[2]s < $1 AND (%[2]s, id) > ($2, $3) ORDER BY %[2]s, id LIMIT %[3]d`,
		table, column, BatchSize)
}
