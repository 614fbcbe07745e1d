package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"mcwick.example/services/generation/internal/generation"
)

// Scripts implements generation.Scripts.
type Scripts struct{ pool *pgxpool.Pool }

// NewScripts returns it on the service's pool.
func NewScripts(pool *pgxpool.Pool) *Scripts { return &Scripts{pool} }

// maxScripts is how many scripts of a visitor are read, more than anybody asks for while one is spoken.
const maxScripts = 200

// WrittenFor returns the newest scripts that AI wrote for a visitor.
func (s *Scripts) WrittenFor(ctx context.Context, visitor string) ([]generation.ScriptResult, error) {
	return generation.KindScript.Results(ctx, s.pool, visitor, maxScripts)
}
