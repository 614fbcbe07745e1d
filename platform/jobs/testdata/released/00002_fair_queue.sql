-- +goose Up
-- Lanes are served in turn; a waiting job knows its place, and what it was last shown.
ALTER TABLE jobs
    ADD COLUMN lane        text NOT NULL DEFAULT '',
    ADD COLUMN started_at  timestamptz,
    ADD COLUMN ahead       integer,
    ADD COLUMN position    integer,
    ADD COLUMN estimate_ms bigint;
CREATE TABLE job_lanes (
    lane      text PRIMARY KEY,
    served_at timestamptz NOT NULL
);
CREATE INDEX jobs_finished ON jobs (finished_at DESC) WHERE state = 'succeeded';
