package backing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ServingRole is the role that serves with a service's database and does not own it.
func ServingRole(service string) string { return service + "_serving" }

// Database makes sure that a service has a database, a role of the same name that owns it, and its
// serving role with the same password; they may exist already. Only these and the superuser may connect
// to it.
func (p Postgres) Database(ctx context.Context, name, password string) error {
	conn, err := pgx.Connect(ctx, p.URL(superuser))
	if err != nil {
		return fmt.Errorf("prepare database %s: %w", name, err)
	}
	defer conn.Close(ctx)
	var role, hasServing, database bool
	const present = `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1), EXISTS (SELECT FROM pg_roles WHERE rolname = $2),
		EXISTS (SELECT FROM pg_database WHERE datname = $1)`
	if err := conn.QueryRow(ctx, present, name, ServingRole(name)).Scan(&role, &hasServing, &database); err != nil {
		return fmt.Errorf("prepare database %s: %w", name, err)
	}
	id, secret := pgx.Identifier{name}.Sanitize(), "'"+strings.ReplaceAll(password, "'", "''")+"'"
	var statements []string
	if !role {
		statements = append(statements, "CREATE ROLE "+id+" LOGIN PASSWORD "+secret)
	}
	if !database {
		statements = append(statements, "CREATE DATABASE "+id+" OWNER "+id, "REVOKE CONNECT ON DATABASE "+id+
			" FROM PUBLIC")
	}
	if !hasServing {
		serving := pgx.Identifier{ServingRole(name)}.Sanitize()
		statements = append(statements, "CREATE ROLE "+serving+" LOGIN PASSWORD "+secret,
			"GRANT CONNECT ON DATABASE "+id+" TO "+serving)
	}
	for _, s := range statements {
		if _, err := conn.Exec(ctx, s); err != nil {
			return fmt.Errorf("prepare database %s: %w", name, err)
		}
	}
	return nil
}

// SetSession makes settings those of every session of a role, for a pooler passes none on.
func (p Postgres) SetSession(ctx context.Context, role string, settings map[string]string) error {
	conn, err := pgx.Connect(ctx, p.URL(superuser))
	if err != nil {
		return fmt.Errorf("set up role %s: %w", role, err)
	}
	defer conn.Close(ctx)
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if _, err := conn.Exec(ctx, "ALTER ROLE "+pgx.Identifier{role}.Sanitize()+" SET "+name+" = '"+settings[name]+
			"'"); err != nil {
			return fmt.Errorf("set up role %s: %w", role, err)
		}
	}
	return nil
}
