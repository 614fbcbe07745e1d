-- +goose Up
-- What one lane asked for lately.
CREATE INDEX jobs_lane ON jobs (lane, created_at);
