package postgres

import (
	"context"
	"encoding/binary"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/publishing/picture"
	"mcwick.example/services/media/internal/publishing/publications"
	"mcwick.example/services/moderation/api/decisions"
)

// bitsOf returns a hash as the database's bit string; null for none.
func bitsOf(h *picture.Hash) pgtype.Bits {
	if h == nil {
		return pgtype.Bits{}
	}
	b := make([]byte, 0, len(h)*8)
	for _, word := range h {
		b = binary.BigEndian.AppendUint64(b, word)
	}
	return pgtype.Bits{Bytes: b, Len: int32(len(b) * 8), Valid: true}
}

// recordRemoval remembers what a decision removes, and forgets what one does not remove any more.
func recordRemoval(ctx context.Context, tx pgx.Tx, d decisions.Decision) error {
	switch d.Action {
	case decisions.ActionRemove:
		return rememberRemoved(ctx, tx, d.Subject, d.Time)
	case decisions.ActionHide, decisions.ActionRestore:
		return forgetRemoved(ctx, tx, d.Subject)
	default: // what is left as it is may be removed
		return nil
	}
}

// rememberRemoved remembers a publication that is removed for good, by its hash and its artwork. It locks the
// artwork, so that publications of it that are under way wait, and see that it is removed.
func rememberRemoved(ctx context.Context, tx pgx.Tx, publication uuid.UUID, at time.Time) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO removed_pictures (publication_id, artwork_id, type, picture_hash, needs_hash, removed_at)
		SELECT p.id, a.id, a.type, picture_hash, picture_hash IS NULL, $2
		FROM publications p JOIN artworks a ON a.id = artwork_id WHERE p.id = $1 FOR NO KEY UPDATE OF a
		ON CONFLICT (publication_id) DO NOTHING`, publication, database.Time(at))
	return err
}

// forgetRemoved forgets a publication whose removal is undone.
func forgetRemoved(ctx context.Context, tx pgx.Tx, publication uuid.UUID) error {
	_, err := tx.Exec(ctx, `DELETE FROM removed_pictures WHERE publication_id = $1`, publication)
	return err
}

// selectRemoved reads every hash: no index finds near bit strings, and ten thousand of them take
// some milliseconds.
const selectRemoved = `
SELECT EXISTS (SELECT FROM removed_pictures WHERE artwork_id = $1)
    OR EXISTS (SELECT FROM removed_pictures WHERE type = $2 AND bit_count(picture_hash # $3::bit(384)) <= $4)`

// WasRemoved reports whether the artwork was removed, or a picture of the same type whose hash
// differs in at most so many bits.
func (s *Store) WasRemoved(
	ctx context.Context, artwork publications.Artwork, hash picture.Hash, distance int,
) (yes bool, err error) {
	err = s.pool.QueryRow(ctx, selectRemoved, artwork.ID, artwork.Type, bitsOf(&hash), distance).Scan(&yes)
	return yes, database.Fault(err)
}

// UnhashedRemovals returns up to n removed pictures whose hash is to be computed. It relies on the
// index removed_pictures_unhashed.
func (s *Store) UnhashedRemovals(ctx context.Context, n int) ([]publications.UnhashedRemoval, error) {
	return database.QueryRows(ctx, s.pool, pgx.RowToStructByName[publications.UnhashedRemoval], `
		SELECT p.id, p.object_name FROM removed_pictures r JOIN publications p ON p.id = r.publication_id
		WHERE r.needs_hash ORDER BY r.publication_id LIMIT $1`, n)
}

// HashRemoval stores the hash of a removed picture; none when its bytes are gone.
func (s *Store) HashRemoval(ctx context.Context, publication uuid.UUID, hash *picture.Hash) error {
	_, err := s.pool.Exec(ctx,
		`UPDATE removed_pictures SET picture_hash = $2, needs_hash = false WHERE publication_id = $1 AND needs_hash`,
		publication, bitsOf(hash))
	return database.Fault(err)
}
