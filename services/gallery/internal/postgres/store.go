// Package postgres keeps the gallery in the service's own database.
package postgres

import (
	"embed"
	"io/fs"

	"github.com/jackc/pgx/v5/pgxpool"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations are the versions of the schema.
func Migrations() fs.FS {
	sub, err := fs.Sub(migrations, "migrations")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}

// Store implements gallery.Store.
type Store struct{ pool *pgxpool.Pool }

// NewStore makes a store on the service's pool.
func NewStore(pool *pgxpool.Pool) *Store { return &Store{pool} }
