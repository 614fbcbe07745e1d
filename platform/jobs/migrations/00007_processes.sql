-- +goose Up
-- What processes share. The release before writes none of it.

-- When the estimates were last updated.
ALTER TABLE job_clock ADD COLUMN estimated_at timestamptz;
