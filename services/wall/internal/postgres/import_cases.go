package postgres

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/moderation/api/cases"
	"mcwick.example/services/moderation/api/decisions"
	"mcwick.example/services/wall/internal/wall"
)

// selectOpenComplaints relies on the partial index complaints_queue and on the primary key of
// entry_reporters. Reporters of a complaint that was settled before are not this one's.
const selectOpenComplaints = `
SELECT c.id, coalesce(entry_id, '00000000-0000-0000-0000-000000000000') AS entry_id, c.wall, c.x_handle,
    coalesce(e.bio, '') AS bio, entry_id IS NOT NULL AND e.id IS NULL AS is_gone, place,
    CASE reason WHEN 'personal' THEN $4 ELSE reason END AS reason, note, repeats, lane, c.created_at AS created,
    (SELECT coalesce(json_agg(one), '[]') FROM (
        SELECT visitor AS "Visitor", r.lane AS "Lane", r.created_at AS "Created"
        FROM entry_reporters r WHERE r.entry_id = c.entry_id AND r.created_at >= c.created_at
        ORDER BY r.created_at LIMIT $3
    ) one) AS devices
FROM complaints c LEFT JOIN wall_entries e ON e.id = entry_id
WHERE settled_at IS NULL AND c.id > $1
ORDER BY c.id
LIMIT $2`

// OpenComplaints returns up to n open complaints after an id, by id.
func (s *Store) OpenComplaints(ctx context.Context, after uuid.UUID, n int) ([]wall.Complaint, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[wall.Complaint], selectOpenComplaints, after, n,
		cases.MaxImported, decisions.ReasonPerson)
}

// FinishImport closes a complaint, unless another network joined it meanwhile.
func (s *Store) FinishImport(ctx context.Context, c wall.Complaint) error {
	_, err := s.pool.Exec(ctx,
		`UPDATE complaints SET settled_at = now() WHERE id = $1 AND repeats = $2 AND settled_at IS NULL`, c.ID, c.Repeats)
	return database.Fault(err)
}
