-- +goose Up
-- Spoken texts that visitors may make videos of. Copies have the same sound, whose id names the bytes.
CREATE TABLE speeches (
    id          uuid PRIMARY KEY,
    visitor     text NOT NULL,
    sound       uuid NOT NULL,
    text        text NOT NULL,
    duration_ms integer NOT NULL CONSTRAINT speeches_duration CHECK (duration_ms > 0),
    words       jsonb NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE INDEX speeches_sound ON speeches (sound);
CREATE INDEX speeches_age ON speeches (created_at);
