package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// BatchSize is how many rows a Step takes at most: some ten milliseconds of work, and a short
// transaction.
const BatchSize = 1000

// ErrUnfinished says that the time of RunSteps was over before its work was. What was done stays
// done.
var ErrUnfinished = errors.New("rows are left for the next pass")

// Step does a bounded piece of work in a transaction of its own and reports whether more may be
// left.
type Step func(ctx context.Context) (more bool, err error)

// RunSteps calls the steps in turn, so that a backlog of one keeps no other waiting, until none has
// more to do or the time is over: then it gives ErrUnfinished. A step that fails is left out from
// then on; its error is returned, joined with those of others.
func RunSteps(ctx context.Context, within time.Duration, steps ...Step) error {
	limited, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var errs []error
	for len(steps) > 0 {
		var unfinished []Step
		for _, step := range steps {
			more, err := step(limited)
			switch {
			case ctx.Err() != nil:
				return errors.Join(append(errs, ctx.Err())...)
			case limited.Err() != nil:
				return errors.Join(append(errs, ErrUnfinished)...)
			case err != nil:
				errs = append(errs, err)
			case more:
				unfinished = append(unfinished, step)
			}
		}
		steps = unfinished
	}
	return errors.Join(errs...)
}

// BatchStep returns the step of a statement that changes at most BatchSize rows, such as
// DeleteOldestSQL and UpdateOldestSQL make.
func BatchStep(pool *pgxpool.Pool, statement string, args ...any) Step {
	return func(ctx context.Context) (bool, error) {
		changed, err := pool.Exec(ctx, statement, args...)
		return changed.RowsAffected() == BatchSize, Fault(err)
	}
}

// DeleteOldestSQL returns the statement that deletes the first rows of a table in the order of a
// column, of those that a condition holds for, at most BatchSize. Rows that another transaction has
// locked are left out, so that it never waits and cannot deadlock.
func DeleteOldestSQL(table, column, condition string) string {
	return fmt.Sprintf(`DELETE FROM %s WHERE ctid = ANY(ARRAY(%s))`, table, selectOldestSQL(table, column, condition))
}

// UpdateOldestSQL is DeleteOldestSQL for a change; once changed, the condition must not hold for a
// row any more.
func UpdateOldestSQL(table, change, column, condition string) string {
	return fmt.Sprintf(`UPDATE %s SET %s WHERE ctid = ANY(ARRAY(%s))`, table, change,
		selectOldestSQL(table, column, condition))
}

func selectOldestSQL(table, column, condition string) string {
	return fmt.Sprintf(`SELECT ctid FROM %s WHERE %s ORDER BY %s LIMIT %d FOR UPDATE SKIP LOCKED`, table, condition,
		column, BatchSize)
}
