package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/video/videos"
)

const selectSpeech = `SELECT id, visitor, sound, text, duration_ms, words, created_at, source, generator, fingerprint, script_source FROM speeches`

func scanSpeech(row pgx.CollectableRow) (videos.Speech, error) {
	var s videos.Speech
	var ms int64
	err := row.Scan(&s.ID, &s.Visitor, &s.Sound, &s.Text, &ms, &s.Words, &s.Created, &s.Source, &s.Generator,
		&s.Fingerprint, &s.ScriptSource)
	s.Duration = time.Duration(ms) * time.Millisecond
	return s, err
}

// Speech returns a stored speech by its primary key, or videos.ErrSpeechNotFound.
func (s *Store) Speech(ctx context.Context, id uuid.UUID) (videos.Speech, error) {
	return database.QueryRow(ctx, s.pool, videos.ErrSpeechNotFound, scanSpeech, selectSpeech+` WHERE id = $1`, id)
}

// AddSpeech records a speech unless its id exists, and returns the stored one.
func (s *Store) AddSpeech(ctx context.Context, v videos.Speech) (videos.Speech, error) {
	_, err := s.pool.Exec(ctx,
		`INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at, source, generator, fingerprint, script_source)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, nullif($10, ''::bytea), $11) ON CONFLICT (id) DO NOTHING`,
		v.ID, v.Visitor, v.Sound, v.Text, v.Duration.Milliseconds(), v.Words, v.Created, v.Source, v.Generator,
		v.Fingerprint, v.ScriptSource)
	if err != nil {
		return videos.Speech{}, database.Fault(err)
	}
	return s.Speech(ctx, v.ID)
}

// copySpeech locks its source: a sweep that deletes the last row of a sound either comes first, and
// nothing is copied, or sees the copy.
const copySpeech = `WITH source AS (%s FOR SHARE)
INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at, source, generator, fingerprint, script_source)
SELECT $1, $2, sound, text, duration_ms, words, $3, source.source, generator, coalesce(fingerprint, nullif($4, ''::bytea)),
	CASE WHEN 'ai' IN (script_source, $5) THEN 'ai' ELSE coalesce(nullif($5, ''), script_source) END
FROM source ON CONFLICT (id) DO NOTHING`

// newestOf relies on speeches_fingerprint.
const newestOf = `SELECT * FROM speeches WHERE fingerprint = $4 ORDER BY created_at DESC LIMIT 1`

var (
	copyNewest = fmt.Sprintf(copySpeech, newestOf)
	copyByID   = fmt.Sprintf(copySpeech, `SELECT * FROM speeches WHERE id = $6`)
)

// CopySpeech records a copy unless its id exists, and returns the stored one, or
// videos.ErrSpeechNotFound.
func (s *Store) CopySpeech(
	ctx context.Context, from videos.Original, c videos.SpeechCopy,
) (videos.Speech, error) {
	if stored, err := s.Speech(ctx, c.ID); !errors.Is(err, videos.ErrSpeechNotFound) {
		return stored, err
	}
	args := []any{c.ID, c.Visitor, c.Created, from.Fingerprint, c.ScriptSource}
	copied, err := s.pool.Exec(ctx, copyNewest, args...)
	if err == nil && copied.RowsAffected() == 0 {
		_, err = s.pool.Exec(ctx, copyByID, append(args, from.ID)...)
	}
	if err != nil {
		return videos.Speech{}, database.Fault(err)
	}
	return s.Speech(ctx, c.ID)
}
