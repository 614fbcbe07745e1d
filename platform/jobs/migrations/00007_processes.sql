-- +goose Up
-- What processes share. The release before writes none of it.

-- When the estimates were last updated.
ALTER TABLE job_clock ADD COLUMN estimated_at timestamptz;

-- How many jobs a process works on at a time. It writes each second that it is there.
CREATE TABLE job_workers (
    id      uuid PRIMARY KEY,
    slots   integer NOT NULL,
    seen_at timestamptz NOT NULL
);
