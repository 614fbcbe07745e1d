-- +goose Up
-- For whoever forgets old jobs.
CREATE INDEX jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL;
