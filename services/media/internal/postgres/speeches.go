package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	database "mcwick.example/platform/postgres"
	"mcwick.example/services/media/internal/media"
)

const selectSpeech = `SELECT id, visitor, sound, text, duration_ms, words, created_at, source, generator FROM speeches`

func scanSpeech(row pgx.CollectableRow) (media.Speech, error) {
	var s media.Speech
	var ms int64
	err := row.Scan(&s.ID, &s.Visitor, &s.Sound, &s.Text, &ms, &s.Words, &s.Created, &s.Source, &s.Generator)
	s.Duration = time.Duration(ms) * time.Millisecond
	return s, err
}

// Speech gives a stored speech by its primary key, or media.ErrSpeechNotFound.
func (s *Store) Speech(ctx context.Context, id uuid.UUID) (media.Speech, error) {
	return database.Row(ctx, s.pool, media.ErrSpeechNotFound, scanSpeech, selectSpeech+` WHERE id = $1`, id)
}

// AddSpeech records a speech unless one of its id is there, and gives the one that is there then.
func (s *Store) AddSpeech(ctx context.Context, v media.Speech) (media.Speech, error) {
	_, err := s.pool.Exec(ctx, `INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at, source, generator)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
		v.ID, v.Visitor, v.Sound, v.Text, v.Duration.Milliseconds(), v.Words, v.Created, v.Source, v.Generator)
	if err != nil {
		return media.Speech{}, database.Fault(err)
	}
	return s.Speech(ctx, v.ID)
}

// copySpeech locks what it copies: a sweep that removes the last row of a sound either comes first, and nothing is copied, or
// sees the copy.
const copySpeech = `WITH source AS (SELECT * FROM speeches WHERE id = $2 FOR SHARE)
INSERT INTO speeches (id, visitor, sound, text, duration_ms, words, created_at, source, generator)
SELECT $1, $3, sound, text, duration_ms, words, $4, source.source, generator FROM source ON CONFLICT (id) DO NOTHING`

// CopySpeech records a copy unless one of its id is there, and gives the one that is there then, or media.ErrSpeechNotFound.
func (s *Store) CopySpeech(ctx context.Context, from, id uuid.UUID, visitor string, now time.Time) (media.Speech, error) {
	if stored, err := s.Speech(ctx, id); !errors.Is(err, media.ErrSpeechNotFound) {
		return stored, err
	}
	if _, err := s.pool.Exec(ctx, copySpeech, id, from, visitor, now); err != nil {
		return media.Speech{}, database.Fault(err)
	}
	return s.Speech(ctx, id)
}
