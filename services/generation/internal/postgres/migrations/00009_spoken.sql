-- +goose Up
-- Where a text that was said is kept, by a hash of it and of how it was said; so nobody pays for it twice in a week.
CREATE TABLE spoken (
    fingerprint bytea PRIMARY KEY,
    speech_id   uuid NOT NULL,
    said_at     timestamptz NOT NULL DEFAULT now()
);
