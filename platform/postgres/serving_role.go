package postgres

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// privilegesQuery lists which of the privileges on rows the owner of each table has. It may have taken
// some from itself: entries of an audit are neither changed nor deleted. Tables of versions are read by
// who serves, and written by migrations alone.
const privilegesQuery = `SELECT c.relname, string_agg(p, ', ')
	FROM pg_class c, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
	WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')
		AND pg_get_userbyid(c.relowner) = current_user
		AND has_table_privilege(c.oid, p) AND (p = 'SELECT' OR c.relname <> ALL ($1))
	GROUP BY c.relname ORDER BY c.relname`

// grantServingRole lets a role read and write the rows of all tables as their owner may, and nothing
// else: it cannot alter a table, empty one, or grant itself what the owner took from all.
func grantServingRole(ctx context.Context, pool *pgxpool.Pool, role string, schema Schema) error {
	var versions []string
	for _, tables := range schema {
		versions = append(versions, tables.versions())
	}
	id := pgx.Identifier{role}.Sanitize()
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		var owns bool
		if err := tx.QueryRow(ctx, `SELECT current_user = $1`, role).Scan(&owns); err != nil {
			return err
		}
		if owns {
			return errors.New("it is the role that migrates: one that only serves is another role, which owns nothing")
		}
		rows, err := tx.Query(ctx, privilegesQuery, versions)
		if err != nil {
			return err
		}
		type grant struct{ Table, Privileges string }
		grants, err := pgx.CollectRows(rows, pgx.RowToStructByPos[grant])
		if err != nil {
			return err
		}
		statements := []string{
			"REVOKE ALL ON ALL TABLES IN SCHEMA public FROM " + id,
			"GRANT USAGE ON SCHEMA public TO " + id,
			"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO " + id,
		}
		for _, g := range grants {
			statements = append(statements, "GRANT "+g.Privileges+" ON "+pgx.Identifier{g.Table}.Sanitize()+" TO "+id)
		}
		for _, statement := range statements {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("grant the tables to %s: %w", role, err)
	}
	return nil
}
