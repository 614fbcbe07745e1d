-- +goose Up
-- Who may only read, until when and why. One that ended stays for 30 days, so that an act's id leads to it.
CREATE TABLE blocks (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    kind       text NOT NULL CONSTRAINT blocks_kind CHECK (kind IN ('device', 'lane', 'range')),
    subject    text NOT NULL CONSTRAINT blocks_subject_length CHECK (char_length(subject) BETWEEN 1 AND 64),
    reason     text NOT NULL,
    operator   text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL
);

CREATE UNIQUE INDEX blocks_subject ON blocks (kind, subject);
CREATE INDEX blocks_newest ON blocks (created_at DESC, id DESC);
CREATE INDEX blocks_age ON blocks (expires_at);
